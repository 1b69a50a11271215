/* The scorecard of all players: its two sections as tables, with a button in each box that may be chosen. */
import {html, nothing, type TemplateResult} from 'lit-html';
import type {Category} from '../../../rules/categories.js';
import type {Box} from '../../../rules/scorecard.js';
import type {CellView, ColumnView, RowView} from '../../../table/card-view.js';
import type {Scene} from '../../../table/scene.js';
import {PAGE} from '../messages.js';
import {single} from './dice.js';

interface Handlers {
  readonly choose: (box: Box) => void;
  readonly explain: (category: Category | null) => void;
}

export function cardView({card: {heading, columns, rows}, players}: Scene, on: Handlers): TemplateResult {
  const own = columns.length / players.length;
  const section = (name: RowView['section']): TemplateResult => {
    const lines = rows.filter((row) => row.section === name);
    const title = lines.find(({kind}) => kind === 'heading')?.label ?? (name === 'upper' ? heading : '');
    return html`<table class=${name} aria-label=${PAGE[name]}>
      <colgroup><col class="label">${columns.map(() => html`<col>`)}</colgroup>
      <thead>
        <tr><th scope="col" rowspan=${own > 1 ? 2 : nothing}>${title === '' ? html`<span class="hidden">${PAGE.category}</span>` : title}</th>
          ${players.map((player, index) => playerHead(player, own, own > 1 || columns[index]?.factor !== 1))}</tr>
        ${own === 1 ? nothing : html`<tr>${columns.map(({factor, isCurrent}) => html`<th scope="col" class="factor" ?data-current=${isCurrent}>×${factor}</th>`)}</tr>`}
      </thead>
      <tbody>${lines.filter(({kind}) => kind !== 'heading').map((row) => cardRow(row, columns, on))}</tbody>
    </table>`;
  };
  return html`<div class="paper card" role="region" aria-label=${PAGE.card} tabindex="0"><div class="tables" .style=${`--columns: ${columns.length}`}>${section('upper')}${section('lower')}</div></div>`;
}

/** A name above its columns; where there are several, with the total of all. */
function playerHead(
  {name, total, isCurrent, isWinner}: Scene['players'][number],
  columns: number,
  showsTotal: boolean,
): TemplateResult {
  return html`<th scope=${columns === 1 ? 'col' : 'colgroup'} colspan=${columns === 1 ? nothing : columns} ?data-current=${isCurrent} aria-current=${isCurrent ? 'true' : nothing}>
    <bdi class="name" title=${name}>${name}</bdi>${showsTotal ? html` <b>${total}</b>` : nothing}${isWinner ? html` <small>${PAGE.winner}</small>` : nothing}</th>`;
}

function cardRow(
  {number, label, kind, category, cells}: RowView,
  columns: readonly ColumnView[],
  {choose, explain}: Handlers,
): TemplateResult {
  const name = html`${number === null ? nothing : html`<span class="number">${number}</span> `}${label}`;
  return html`<tr class=${kind}>
    <th scope="row">${
      category === null
        ? name
        : html`<button type="button" class="what" tabindex="-1" title="what ${label} is" @click=${() => explain(category)}>${name}</button>`
    }</th>
    ${cells.map((cell, index) => html`<td ?data-current=${columns[index]?.isCurrent} ?data-last=${cell.isLast} ?data-long=${cell.preview === null && cell.text.length > 4} @click=${clickOn(cell, category, columns[index], choose)}>${cellContent(cell, columns.length, choose)}</td>`)}
  </tr>`;
}

/** Returns what a click on a box without a button does: it is refused with the reason, if it is the current player's. */
function clickOn(
  {preview}: CellView,
  category: Category | null,
  column: ColumnView | undefined,
  choose: Handlers['choose'],
): ((event: Event) => void) | typeof nothing {
  if (preview !== null || category === null || !column?.isCurrent) return nothing;
  return ({target, currentTarget}) => {
    // A click on a button that was just replaced is not one on the cell.
    if (target === currentTarget) choose({column: column.factor, category});
  };
}

/** Returns how a card is laid out: its halves side by side, only in a wide window, or never. */
export function sizeOf(columns: number): 'few' | 'some' | 'many' {
  return columns <= 2 ? 'few' : columns <= 4 ? 'some' : 'many';
}

/** Draws a cell. A button's name has the drawn text, by which voice control finds it; the style draws the loss. */
function cellContent(
  {kind, text, label, preview, isAtCursor, isAsked, isQuiet, loss, progress}: CellView,
  columns: number,
  choose: Handlers['choose'],
): TemplateResult | string {
  if (progress !== null)
    return html`<span class="progress" title=${progress.long}>${
      // With more columns there is no room for the words.
      sizeOf(columns) === 'few'
        ? html`${progress.missing} <small>${progress.toGo}</small>`
        : `−${progress.missing}`
    }</span>`;
  if (preview === null) return text;
  const {column, category} = preview;
  const drawn = kind === 'barred' ? '–' : text;
  const name = label.includes(text) || kind === 'barred' ? label : `${label}: ${text}`;
  return html`<button type="button" class="preview" data-kind=${kind} data-loss=${loss ?? nothing} ?data-quiet=${isQuiet} ?data-long=${drawn.length > 4} ?data-cursor=${isAtCursor} ?data-asked=${isAsked} aria-label=${name} title=${label}
    aria-disabled=${kind === 'barred'} @click=${single(() => choose({column, category}))}>${drawn}</button>`;
}
