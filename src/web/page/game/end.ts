/* The end of a game: who has won, how the totals ran, what decided it, and what comes next. */
import {html, nothing, svg, type TemplateResult} from 'lit-html';
import {exclusionReason, type Played} from '../../../game/game.js';
import {raceOf} from '../../../table/highlights.js';
import {MOMENTS, WORKING_OUT_END} from '../../../table/messages.js';
import {PAGE, START} from '../messages.js';
import {single} from './dice.js';

export interface Ending {
  readonly played: Played;
  /** Each player's chances to win over the game, the result last; null while unknown. */
  readonly wins: readonly (readonly number[])[] | null;
  /** Luck and choices of each player, and the deciding move; null while it is worked out. */
  readonly verdicts: readonly string[] | null;
  /** The game has the first place in the hall of fame. */
  readonly isBest: boolean;
  /** The hall of fame of such games; null before anybody is in it. */
  readonly hall: TemplateResult | null;
  /** The line to share; null unless the dice are those of a day. */
  readonly shared: TemplateResult | null;
}

interface Handlers {
  readonly again: () => void;
  readonly review: () => void;
  readonly leave: () => void;
}

export function endView(
  {played, wins, verdicts, hall, shared}: Ending,
  mayPlayAgain: boolean,
  {again, review, leave}: Handlers,
): TemplateResult {
  const {game} = played;
  const names = game.setup.players;
  const race = raceOf(played);
  const barred = exclusionReason(game);
  const isAlone = names.length === 1;
  return html`<section class="paper end" aria-label=${MOMENTS.end}>
    <ol class="final">${rankedBy(race, names).map(({name, player, total, isFirst}) => html`<li ?data-first=${isFirst}><b>${total}</b> <bdi title=${name} data-player=${isAlone ? nothing : player}>${name}</bdi></li>`)}</ol>
    ${barred === null ? nothing : html`<p class="reason">${barred}</p>`}
    ${shared}
    <p class="buttons">
      <button type="button" class="main" aria-disabled=${!mayPlayAgain} @click=${single(again)}>${PAGE.again}</button>
      <button type="button" @click=${single(review)}>${PAGE.review}</button>
      <button type="button" @click=${single(leave)}>${START.begin}</button>
    </p>
    <div class="charts">${chartView(PAGE.race, race, Math.max(1, ...race.flat()), names, (total) => `${total}`)}
    ${isAlone ? nothing : wins === null ? html`<figure></figure>` : chartView(PAGE.wins, wins, 1, names, (chance) => `${Math.round(100 * chance)}%`)}</div>
    <div class="verdicts" .style=${`--lines: ${isAlone ? 1 : names.length + 1}`}>${(verdicts ?? [WORKING_OUT_END]).map((line) => html`<p>${line}</p>`)}</div>
    ${hall === null ? nothing : html`<h2>${START.fame}</h2>${hall}`}</section>`;
}

/** The players, the winners first. */
function rankedBy(race: readonly (readonly number[])[], names: readonly string[]) {
  const ranked = names
    .map((name, player) => ({name, player, total: race[player]?.at(-1) ?? 0}))
    .sort((one, other) => other.total - one.total);
  return ranked.map((one) => ({...one, isFirst: one.total === ranked[0]?.total}));
}

/** Width and height of the chart, in its own units. */
const [WIDTH, HEIGHT] = [320, 90];

/** A line for each player, in the colour and kind of the line below the name. */
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
  return html`<figure>
    <p class="axis" aria-hidden="true"><span>${inWords(most)}</span><span>${inWords(0)}</span></p>
    <svg class="race" viewBox="-4 -6 ${WIDTH + 8} ${HEIGHT + 10}" role="img" aria-label=${`${title}: ${ends}`}>
    ${lines.map((line, player) => svg`<polyline data-player=${player} points=${line.map(at).join(' ')}></polyline>`)}
  </svg>
  <figcaption aria-hidden="true">${PAGE.turns(title, steps)}</figcaption></figure>`;
}
