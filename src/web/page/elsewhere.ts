/* The screen of this window while another one plays. */
import {html, type TemplateResult} from 'lit-html';
import {ELSEWHERE} from './messages.js';

export function elsewhereScreen(takeOver: () => void): TemplateResult {
  return html`<main tabindex="-1" class="start">
    <header><h1>Fivedice</h1></header>
    <section class="paper" aria-label="Fivedice"><p role="alert">${ELSEWHERE.open}</p>
      <p><button type="button" class="main" @click=${takeOver}>${ELSEWHERE.takeOver}</button></p></section></main>`;
}
