/* After a game: what each choice of it has cost, and what the dice have brought. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {APPROXIMATE} from '../../analysis/hints.js';
import type {Decision, PlayerReview, Review} from '../../analysis/review.js';
import {lossInWords, luckInWords, mistakeInWords, moveInWords, sumInWords} from '../../analysis/words.js';

/** @param columns of each card */
export function reviewScreen({players, exact}: Review, columns: number, close: () => void): TemplateResult {
  return html`<main tabindex="-1" class="review">
    <header><h1>Review</h1>
      <nav aria-label="Review"><button type="button" class="main" @click=${close}>Back to the game</button></nav></header>
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
        : html`<h3>What cost most</h3><ol>${worst.map((one) => html`<li>${mistakeInWords(one, columns)}</li>`)}</ol>`
    }
    <details ?open=${isAlone}><summary>Move by move</summary>
      <table>
        <thead><tr>${['Round', 'Dice', 'Played', 'Luck', 'Loss', 'So far'].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${decisions.map((one, index) => decisionRow(one, decisions[index - 1], columns))}</tbody>
      </table></details></section>`;
}

/** The round stands at its first choice, and the best choice where it was not played. */
function decisionRow(
  {round, dice, played, best, luck, loss, lost, hinted}: Decision,
  before: Decision | undefined,
  columns: number,
): TemplateResult {
  const loses = lossInWords(loss);
  return html`<tr ?data-first=${round !== before?.round}>
    <td>${round === before?.round ? nothing : round}</td><td>${dice.join(' ')}</td>
    <td>${moveInWords(played, columns)}${hinted ? ' (with a hint)' : nothing}
      ${loses === '' ? nothing : html`<small>best: ${moveInWords(best, columns)}</small>`}</td>
    <td>${luckInWords(luck)}</td><td>${loses}</td><td>${lossInWords(lost)}</td></tr>`;
}
