/* The scorecard of all players as a table, with a button in each box that may be chosen. */
import {html, nothing, type TemplateResult} from 'lit-html';
import type {Box} from '../../table/cursor.js';
import type {SeenCard, SeenCell, SeenColumn, SeenRow} from '../../table/seen-card.js';
import {single} from './dice.js';

type Choose = (box: Box) => void;

export function cardOnPaper({heading, columns, rows}: SeenCard, choose: Choose): TemplateResult {
  const isTriple = columns.some(({factor}) => factor > 1);
  return html`<div class="paper card" role="region" aria-label="Scorecard" tabindex="0">
    <table>
      <thead><tr><th scope="col">${heading === '' ? html`<span class="hidden">Category</span>` : heading}</th>
        ${columns.map((column) => columnHead(column, isTriple))}</tr></thead>
      <tbody>${rows.map((row) => cardRow(row, columns, choose))}</tbody>
    </table>
  </div>`;
}

function columnHead({name, factor, isCurrent}: SeenColumn, isTriple: boolean): TemplateResult {
  return html`<th scope="col" ?data-current=${isCurrent} aria-current=${isCurrent ? 'true' : nothing}>
    <span class="name" title=${name}>${name}</span>${isTriple ? html` <span class="factor">x${factor}</span>` : nothing}</th>`;
}

function cardRow(
  {number, label, kind, cells}: SeenRow,
  columns: readonly SeenColumn[],
  choose: Choose,
): TemplateResult {
  if (kind === 'heading')
    return html`<tr class="heading"><th scope="rowgroup" colspan=${columns.length + 1}>${label}</th></tr>`;
  return html`<tr class=${kind}>
    <th scope="row">${number === null ? nothing : html`<span class="number">${number}</span> `}${label}</th>
    ${cells.map((cell, index) => html`<td ?data-current=${columns[index]?.isCurrent}>${cellContent(cell, choose)}</td>`)}
  </tr>`;
}

/** The name of a button holds what is drawn in it, so that it can be called by what is seen; its loss is drawn by the style. */
function cellContent(
  {kind, text, label, preview, isAtCursor, loss}: SeenCell,
  choose: Choose,
): TemplateResult | string {
  if (preview === null) return text;
  const {column, category} = preview;
  const drawn = kind === 'barred' ? '–' : text;
  const name = label.includes(text) || kind === 'barred' ? label : `${label}: ${text}`;
  return html`<button type="button" class="preview" data-kind=${kind} data-loss=${loss ?? nothing} ?data-zero=${text === '0'} ?data-cursor=${isAtCursor} aria-label=${name} title=${label}
    aria-disabled=${kind === 'barred'} @click=${single(() => choose({column, category}))}>${drawn}</button>`;
}
