/* What is seen before a game and after it: the form, the game that was left, the halls of fame. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {ornament} from './dice.js';
import type {Hall} from './halls.js';
import {setupForm} from './setup.js';

export interface Start {
  readonly count: string;
  /** Why something did not happen, or what did; null if there is nothing to say. */
  readonly notice: string | null;
  /** Who plays the game that was left; null if there is none. */
  readonly left: string | null;
  /** Whether a game was left that cannot be read. */
  readonly isUnreadable: boolean;
  /** Null until they are known. */
  readonly halls: readonly Hall[] | null;
}

export interface Doings {
  readonly counted: (count: string) => void;
  readonly started: (form: HTMLFormElement) => void;
  readonly goneOn: () => void;
  readonly savedKept: () => void;
  readonly opened: (file: File) => void;
}

export function startScreen(
  {count, notice, left, isUnreadable, halls}: Start,
  doings: Doings,
): TemplateResult {
  const open = ({target}: Event): void => {
    const [file] = (target instanceof HTMLInputElement && target.files) || [];
    if (file !== undefined) doings.opened(file);
    // Choosing the same file again must be noticed, too.
    if (target instanceof HTMLInputElement) target.value = '';
  };
  return html`<main tabindex="-1" class="start">
    <h1>Fivedice ${ornament()}</h1>
    <p role="alert" class="notice" ?hidden=${notice === null}>${notice}</p>
    ${left === null ? nothing : html`<p><button type="button" class="main" @click=${doings.goneOn}>Go on: ${left}</button></p>`}
    ${isUnreadable ? html`<p><button type="button" @click=${doings.savedKept}>Save the kept game to a file</button></p>` : nothing}
    <div class="sheets">
      <section class="paper" aria-labelledby="new"><h2 id="new">A new game</h2>${setupForm(count, doings)}
        <label class="file">Open a saved game <input type="file" accept=".json,application/json" @change=${open}></label>
      </section>
      <section class="paper" aria-labelledby="fame"><h2 id="fame">Hall of fame</h2>
        ${halls === null ? nothing : halls.length === 0 ? html`<p>Nobody is in it yet.</p>` : halls.map(hallTable)}
      </section>
    </div>
  </main>`;
}

function hallTable({rules, columns, entries, isHere}: Hall): TemplateResult {
  return html`<table class="hall">
    <caption>${rules}, ${columns} ${columns === 1 ? 'column' : 'columns'}${isHere ? ', in this browser' : ''}</caption>
    <thead><tr><th scope="col">Place</th><th scope="col">Name</th><th scope="col">Score</th></tr></thead>
    <tbody>${entries.map(
      ({name, score, mark}, index) => html`<tr><td>${index + 1}</td><th scope="row">${name}</th>
        <td>${score}${mark === undefined ? nothing : html` <small>${mark}</small>`}</td></tr>`,
    )}</tbody>
  </table>`;
}
