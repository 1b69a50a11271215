/* Statistics of the games that were played in this browser, with the totals of each player as a line. */
import {html, nothing, svg, type TemplateResult} from 'lit-html';
import type {SavedGame} from '../../storage/saved-game.js';
import {type Statistics, statisticsInWords, statisticsOf} from '../../storage/statistics.js';
import {HISTORY, PAGE} from './messages.js';

export function historyScreen(
  games: readonly SavedGame[],
  {close, save, clear}: {readonly close: () => void; readonly save: () => void; readonly clear: () => void},
): TemplateResult {
  return html`<main tabindex="-1" class="review">
    <header><h1>${HISTORY.title}</h1>
      <nav aria-label=${HISTORY.title}>
        <button type="button" @click=${save}>${HISTORY.save}</button>
        <button type="button" @click=${clear}>${HISTORY.clear}</button>
        <button type="button" class="main" @click=${close}>${HISTORY.close}</button>
      </nav></header>
    <p>${HISTORY.stays}</p>
    ${statisticsOf(games).map(onPaper)}
  </main>`;
}

function onPaper(one: Statistics): TemplateResult {
  const {name, rules, columns} = one;
  return html`<section class="paper" aria-label=${name}><h2>${name}</h2>
    <p>${rules}, ${PAGE.columns(columns)}</p>
    <dl class="numbers">${statisticsInWords(one).map(
      ([what, number]) => html`<div><dt>${what}</dt><dd>${number}</dd></div>`,
    )}</dl>
    ${one.totals.length < 2 ? nothing : totalsView(one)}</section>`;
}

/** Width and height of the chart, in its own units. */
const [WIDTH, HEIGHT] = [600, 120];

/** The last games, so many at most. */
const SHOWN = 100;

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
