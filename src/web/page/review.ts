/* The review of a finished game: the cost of each choice, and the luck of each roll. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {APPROXIMATE} from '../../analysis/advice.js';
import type {PlayerReview, PlayerWins, Review} from '../../analysis/review.js';
import {
  type DecisionView,
  decisionsInWords,
  mistakeInWords,
  sumInWords,
  winLossInWords,
} from '../../analysis/words.js';
import {PAGE} from './messages.js';

/**
 * @param wins null if the chances to win are unknown
 * @param columns columns of each card
 */
export function reviewScreen(
  {players, exact}: Review,
  wins: readonly PlayerWins[] | null,
  columns: number,
  close: () => void,
): TemplateResult {
  return html`<main tabindex="-1" class="review">
    <header><h1>${PAGE.review}</h1>
      <nav aria-label=${PAGE.review}><button type="button" class="main" @click=${close}>${PAGE.closeReview}</button></nav></header>
    ${exact ? nothing : html`<p class="notice">${APPROXIMATE}</p>`}
    ${players.map((player, index) => playerView(player, wins?.[index] ?? null, columns, players.length === 1))}
  </main>`;
}

function playerView(
  player: PlayerReview,
  wins: PlayerWins | null,
  columns: number,
  isAlone: boolean,
): TemplateResult {
  const {name, decisions, worst} = player;
  return html`<section class="paper" aria-label=${name}><h2><bdi>${name}</bdi></h2>
    <p>${sumInWords(player, true)}.</p>
    ${worstView(
      PAGE.costMost,
      worst.map((one) => mistakeInWords(one, columns)),
    )}
    ${worstView(PAGE.costWins, (wins?.worst ?? []).map(winLossInWords))}
    <details ?open=${isAlone}><summary>${PAGE.moveByMove}</summary>
      <table>
        <thead><tr>${PAGE.moveHeads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${decisionsInWords(decisions, columns).map(decisionRow)}</tbody>
      </table></details></section>`;
}

function worstView(head: string, choices: readonly string[]): TemplateResult | typeof nothing {
  return choices.length === 0
    ? nothing
    : html`<h3>${head}</h3><ol>${choices.map((one) => html`<li>${one}</li>`)}</ol>`;
}

/** Names the best choice if it was not played. */
function decisionRow({round, dice, played, best, luck, loss, lost}: DecisionView): TemplateResult {
  return html`<tr>
    <td>${round}</td><td>${dice}</td>
    <td>${played}
      ${best === '' ? nothing : html`<small>${PAGE.best(best)}</small>`}</td>
    <td>${luck}</td><td>${loss}</td><td>${lost}</td></tr>`;
}
