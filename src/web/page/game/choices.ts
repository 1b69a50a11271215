/* All choices that there are with a roll, the best first. */
import {html, type TemplateResult} from 'lit-html';
import {BEST} from '../../../game/format.js';
import type {AdviceView} from '../../../table/advice-view.js';
import {PAGE} from '../messages.js';

export function choicesView({ranking}: AdviceView, close: () => void): TemplateResult {
  const heads = PAGE.choiceHeads.slice(0, ranking.some(({win}) => win !== null) ? 4 : 3);
  return html`<section class="paper sheet choices" role="dialog" aria-modal="true" aria-labelledby="choices" tabindex="-1">
    <div class="top"><h2 id="choices">${PAGE.choices}</h2><button type="button" class="main" @click=${close}>${PAGE.closeList}</button></div>
    <table>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${ranking.map(
        ({what, expected, loss, win}) => html`<tr ?data-best=${loss === BEST}>
          <th scope="row">${what}</th><td>${expected}</td><td>${loss}</td>${win && html`<td>${win}</td>`}</tr>`,
      )}</tbody>
    </table></section>`;
}
