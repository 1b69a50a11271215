/* After a game: what each choice of it has cost, and what the dice have brought. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {APPROXIMATE} from '../../analysis/hints.js';
import type {PlayerReview, Review} from '../../analysis/review.js';
import {decisionsInWords, mistakeInWords, type SeenDecision, sumInWords} from '../../analysis/words.js';
import {PAGE} from '../../table/messages.js';

/** @param columns of each card */
export function reviewScreen({players, exact}: Review, columns: number, close: () => void): TemplateResult {
  return html`<main tabindex="-1" class="review">
    <header><h1>${PAGE.review}</h1>
      <nav aria-label=${PAGE.review}><button type="button" class="main" @click=${close}>${PAGE.closeReview}</button></nav></header>
    ${exact ? nothing : html`<p class="notice">${APPROXIMATE}</p>`}
    ${players.map((player) => playerOnPaper(player, columns, players.length === 1))}
  </main>`;
}

function playerOnPaper(player: PlayerReview, columns: number, isAlone: boolean): TemplateResult {
  const {name, decisions, worst} = player;
  return html`<section class="paper" aria-label=${name}><h2>${name}</h2>
    <p>${sumInWords(player, true)}.</p>
    ${
      worst.length === 0
        ? nothing
        : html`<h3>${PAGE.costMost}</h3><ol>${worst.map((one) => html`<li>${mistakeInWords(one, columns)}</li>`)}</ol>`
    }
    <details ?open=${isAlone}><summary>${PAGE.moveByMove}</summary>
      <table>
        <thead><tr>${PAGE.moveHeads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${decisionsInWords(decisions, columns).map(decisionRow)}</tbody>
      </table></details></section>`;
}

/** The best choice stands where it was not played. */
function decisionRow({round, dice, played, best, luck, loss, lost}: SeenDecision): TemplateResult {
  return html`<tr ?data-first=${round !== ''}>
    <td>${round}</td><td>${dice}</td>
    <td>${played}
      ${best === '' ? nothing : html`<small>${PAGE.best(best)}</small>`}</td>
    <td>${luck}</td><td>${loss}</td><td>${lost}</td></tr>`;
}
