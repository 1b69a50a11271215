/* The dice of the day at the start: to play them, or the line of whoever has; and the way to the history. */
import {html, type TemplateResult} from 'lit-html';
import {tidyName} from '../../../game/players.js';
import {HISTORY, START, TODAY} from '../messages.js';

interface Today {
  readonly day: string;
  /** Null where they are still to be played. */
  readonly line: string | null;
}

interface Moves {
  readonly play: (name: string) => void;
  readonly copy: (line: string) => void;
  readonly history: () => void;
}

export function todayView({day, line}: Today, {play, copy, history}: Moves): TemplateResult {
  return html`<section class="paper" aria-labelledby="day"><h2 id="day">${TODAY.title}</h2>
    ${
      line === null
        ? html`<p>${TODAY.what}</p><p><button type="button" class="main" @click=${() => play(firstName())}>${TODAY.play(day)}</button></p>`
        : html`<p>${TODAY.done}</p>${sharedView(line, copy)}`
    }
    <p><button type="button" @click=${history}>${HISTORY.title}</button></p></section>`;
}

export function sharedView(line: string, copy: Moves['copy']): TemplateResult {
  return html`<p class="shared"><code>${line}</code> <button type="button" @click=${() => copy(line)}>${TODAY.copy}</button></p>`;
}

/** Returns the name of the first player in the form. */
function firstName(): string {
  return tidyName(document.querySelector<HTMLInputElement>('[name="name1"]')?.value ?? '') || START.player(1);
}
