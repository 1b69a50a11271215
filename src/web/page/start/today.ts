/* The dice of the day at the start: to play them, or the line of whoever has; and the way to the history. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {HISTORY, START, TODAY} from '../messages.js';

interface Today {
  readonly day: string;
  /** Null where they are still to be played. */
  readonly line: string | null;
  readonly hasHistory: boolean;
}

interface Moves {
  readonly play: (name: string) => void;
  readonly copy: (line: string) => void;
  readonly history: () => void;
}

export function todayView({day, line, hasHistory}: Today, {play, copy, history}: Moves): TemplateResult {
  return html`<section class="paper" aria-labelledby="day"><h2 id="day">${TODAY.title}</h2>
    ${
      line === null
        ? html`<p>${TODAY.what}</p><p><button type="button" class="main" @click=${() => play(firstName())}>${TODAY.play(day)}</button></p>`
        : html`<p>${TODAY.done}</p>${sharedView(line, copy)}`
    }
    ${hasHistory ? html`<p><button type="button" @click=${history}>${HISTORY.open}</button></p>` : nothing}</section>`;
}

export function sharedView(line: string, copy: Moves['copy']): TemplateResult {
  return html`<p class="shared"><code>${line}</code> <button type="button" @click=${() => copy(line)}>${TODAY.copy}</button></p>`;
}

/** Returns the name of the first player in the form. */
function firstName(): string {
  return document.querySelector<HTMLInputElement>('[name="name1"]')?.value.trim() || START.player(1);
}
