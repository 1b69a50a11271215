/* Games that were played in this browser: statistics, the totals of each player as a line, and the games themselves. */
import {html, nothing, svg, type TemplateResult} from 'lit-html';
import {dayOf} from '../../game/daily.js';
import {isolated} from '../../game/format.js';
import type {Line, Log} from '../../storage/log.js';
import type {LoggedGame} from '../../storage/saved-game.js';
import {type Statistics, statisticsInWords, statisticsOf} from '../../storage/statistics.js';
import {closeHistory} from './flow/back.js';
import {show} from './flow/state.js';
import * as kept from './local-storage.js';
import {HISTORY, PAGE} from './messages.js';
import {fileButton} from './start/start.js';

/** Max games shown, the newest, in the chart and in the list. */
const SHOWN = 100;

export function historyScreen(notice: string | null): TemplateResult {
  const log = kept.keptLog();
  const played = log.flatMap((line) => (line.game === null ? [] : [{line, game: line.game}]));
  const ask = ({currentTarget}: Event): void => {
    if (currentTarget instanceof Element) currentTarget.closest('main')?.querySelector('dialog')?.showModal();
  };
  return html`<main tabindex="-1" class="review">
    <header><h1>${HISTORY.title}</h1>
      <nav aria-label=${HISTORY.title}>
        ${
          log.length === 0
            ? nothing
            : html`<button type="button" @click=${kept.downloadLog}>${HISTORY.save}</button>
        <button type="button" @click=${ask}>${HISTORY.clear}</button>`
        }
        <button type="button" class="main" @click=${closeHistory}>${HISTORY.close}</button>
      </nav></header>
    <p role="status" class="notice" ?hidden=${notice === null}>${notice}
      ${kept.hasRemoved() ? html`<button type="button" @click=${undo}>${HISTORY.undo}</button>` : nothing}</p>
    <dialog class="paper" aria-labelledby="clear"><p id="clear">${HISTORY.asksClear(log.length)}</p>
      <form method="dialog" class="buttons"><button class="main">${HISTORY.keep}</button>
        <button @click=${() => remove(log)}>${HISTORY.clear}</button></form></dialog>
    <p>${HISTORY.stays}</p>
    ${statisticsOf(played.map(({game}) => game)).map(onPaper)}
    <section class="paper" aria-labelledby="games"><h2 id="games">${HISTORY.games}</h2>
      <ul class="games">${played
        .toReversed()
        .slice(0, SHOWN)
        .map(({line, game}) => gameView(line, game))}</ul>
      ${fileButton(HISTORY.readsIn, '.jsonl,.json', readIn)}</section>
  </main>`;
}

async function readIn(file: File): Promise<void> {
  const {isKept, ...merged} = await kept.readIn(file);
  show({notice: isKept ? HISTORY.cameIn(file.name, merged) : HISTORY.full});
}

function remove(lines: Log): void {
  kept.removeGames(lines);
  show({notice: HISTORY.removed(lines.length)});
}

function undo(): void {
  kept.undoRemoval();
  show({notice: null});
}

function gameView(line: Line, {date, setup, totals}: LoggedGame): TemplateResult {
  const day = dayOf(new Date(date));
  const results = setup.players.map((name, player) => `${isolated(name)} ${totals[player]}`).join(', ');
  return html`<li><span>${day}: ${results}</span>
    <button type="button" aria-label="${HISTORY.remove}: ${day}, ${results}" @click=${() => remove([line])}>${HISTORY.remove}</button></li>`;
}

function onPaper(one: Statistics): TemplateResult {
  const {name, rules, columns} = one;
  return html`<section class="paper" aria-label=${name}><h2><bdi>${name}</bdi></h2>
    <p>${rules}, ${PAGE.columns(columns)}</p>
    <dl class="numbers">${statisticsInWords(one).map(
      ([what, number]) => html`<div><dt>${what}</dt><dd>${number}</dd></div>`,
    )}</dl>
    ${one.totals.length < 2 ? nothing : totalsView(one)}</section>`;
}

/** Width and height of the chart, in its own units. */
const [WIDTH, HEIGHT] = [600, 120];

/** A dot for each game, and the average as a line. */
function totalsView({totals, average, name}: Statistics): TemplateResult {
  const shown = totals.slice(-SHOWN);
  const most = Math.max(...shown, 1);
  const x = (index: number): string => ((index / (shown.length - 1)) * WIDTH).toFixed(1);
  const y = (total: number): string => (HEIGHT - (total / most) * HEIGHT).toFixed(1);
  return html`<figure><svg class="race" viewBox="-6 -6 ${WIDTH + 12} ${HEIGHT + 12}" role="img" aria-label=${HISTORY.chart(name, shown)}>
    <line x1="0" x2=${WIDTH} y1=${y(average)} y2=${y(average)}></line>
    ${svg`<polyline points=${shown.map((total, index) => `${x(index)},${y(total)}`).join(' ')}></polyline>`}
    ${shown.map((total, index) => svg`<circle cx=${x(index)} cy=${y(total)} r="3"><title>${total}</title></circle>`)}
  </svg></figure>`;
}
