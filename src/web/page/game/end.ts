/* The end of a game: who has won, how the totals ran, what decided it, and what comes next. */
import {html, nothing, svg, type TemplateResult} from 'lit-html';
import {MOMENTS, WORKING_OUT_END} from '../../../table/messages.js';
import {PAGE, START} from '../messages.js';
import {single} from './dice.js';

export interface Ending {
  /** The totals of each player after each of their turns, from 0. */
  readonly race: readonly (readonly number[])[];
  /** Each player's chances to win over the game, the result last; null while unknown. */
  readonly wins: readonly (readonly number[])[] | null;
  readonly names: readonly string[];
  /** Luck and choices of each player, and the deciding move; null while it is worked out. */
  readonly verdicts: readonly string[] | null;
  /** Why the game does not enter the hall of fame; null if it may. */
  readonly barred: string | null;
  /** The game has the first place in the hall of fame. */
  readonly isBest: boolean;
  /** Sentences about places in the hall of fame. */
  readonly places: readonly string[];
  /** The line to share; null but for the dice of a day. */
  readonly shared: TemplateResult | null;
}

interface Moves {
  readonly again: () => void;
  readonly review: () => void;
  readonly leave: () => void;
}

export function endView(
  {race, wins, names, verdicts, barred, places, shared}: Ending,
  mayPlayAgain: boolean,
  {again, review, leave}: Moves,
): TemplateResult {
  return html`<section class="paper end" aria-label=${MOMENTS.end}>
    <p class="final">${names.map((name, player) => html`<span title=${name}><b>${race[player]?.at(-1) ?? 0}</b> ${name}</span>`)}</p>
    ${places.map((line) => html`<p>${line}</p>`)}
    ${barred === null ? nothing : html`<p class="reason">${barred}</p>`}
    ${shared}
    <p class="buttons">
      <button type="button" class="main" aria-disabled=${!mayPlayAgain} @click=${single(again)}>${PAGE.again}</button>
      <button type="button" @click=${single(review)}>${PAGE.review}</button>
      <button type="button" @click=${single(leave)}>${START.begin}</button>
    </p>
    <div class="charts">${chartView(PAGE.race, race, Math.max(1, ...race.flat()), names, (total) => `${total}`)}
    ${wins === null ? nothing : chartView(PAGE.wins, wins, 1, names, (chance) => `${Math.round(100 * chance)}%`)}</div>
    <div class="verdicts">${(verdicts ?? [WORKING_OUT_END]).map((line) => html`<p>${line}</p>`)}</div></section>`;
}

/** Width and height of the chart, in its own units. */
const [WIDTH, HEIGHT] = [320, 90];

/** A line for each player; its end is named, so no colour is the only sign. */
function chartView(
  title: string,
  lines: readonly (readonly number[])[],
  most: number,
  names: readonly string[],
  inWords: (number: number) => string,
): TemplateResult {
  const steps = Math.max(1, ...lines.map((line) => line.length - 1));
  const at = (number: number, step: number): string =>
    `${((step / steps) * WIDTH).toFixed(1)},${(HEIGHT - (number / most) * HEIGHT).toFixed(1)}`;
  const ends = names.map((name, player) => `${name} ${inWords(lines[player]?.at(-1) ?? 0)}`).join(', ');
  return html`<figure><svg class="race" viewBox="-4 -6 ${WIDTH + 8} ${HEIGHT + 10}" role="img" aria-label=${`${title}: ${ends}`}>
    ${lines.map((line, player) => svg`<polyline data-player=${player} points=${line.map(at).join(' ')}></polyline>`)}
  </svg>
  <figcaption aria-hidden="true">${title}${names.length === 1 ? nothing : html`: ${names.map((name, player) => html`<span data-player=${player}>${name}</span> `)}`}</figcaption></figure>`;
}
