/* All choices that there are with a roll, the best first. */
import {html, type TemplateResult} from 'lit-html';
import {BEST, type SeenAdvice} from '../../../table/seen-advice.js';

export function choicesOnPaper({ranking}: SeenAdvice, close: () => void): TemplateResult {
  return html`<section class="paper sheet choices" role="dialog" aria-modal="true" aria-labelledby="choices" tabindex="-1">
    <div class="top"><h2 id="choices">All choices</h2><button type="button" class="main" @click=${close}>Close the list</button></div>
    <table>
      <thead><tr><th scope="col">Choice</th><th scope="col">Points to expect</th><th scope="col">Loss</th></tr></thead>
      <tbody>${ranking.map(
        ({what, expected, loss}) => html`<tr ?data-best=${loss === BEST}>
          <th scope="row">${what}</th><td>${expected}</td><td>${loss}</td></tr>`,
      )}</tbody>
    </table></section>`;
}
