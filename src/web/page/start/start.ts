/* The start: its form is HTML; here is what happens in it, and what is drawn beside it. */
import {html, nothing, render, type TemplateResult} from 'lit-html';
import type {Setup} from '../../../game/setup.js';
import {PAGE, START} from '../../../table/messages.js';
import type {Hall} from '../kept.js';
import {type FormProblem, fillIn, nameOf, setupIn, strengthIn} from './setup.js';

export interface Start {
  /** Why something did not happen, or what did; null if there is nothing to say. */
  readonly notice: string | null;
  /** Who plays the game that was left; null if there is none. */
  readonly left: string | null;
  /** Null until they are known. */
  readonly halls: readonly Hall[] | null;
  /** What is drawn for the dice of the day and the history. */
  readonly today: TemplateResult | typeof nothing;
}

export interface Doings {
  readonly started: (setup: Setup) => void;
  readonly refused: (problem: string) => void;
  readonly goneOn: () => void;
  readonly opened: (file: File) => void;
}

/** Makes the form of the page work. */
export function wireStart(main: Element, last: Setup | null, {started, refused, opened}: Doings): void {
  const form = main.querySelector('form');
  const file = main.querySelector<HTMLInputElement>('input[type="file"]');
  if (form === null || file === null) return;
  const {dataset} = document.documentElement;
  // `first.ts` notes what somebody did before this script came: that counts, and not the last game.
  if (last !== null && !('edited' in dataset || 'begin' in dataset)) fillIn(form, last);
  introduce(form);
  form.addEventListener('change', () => introduce(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  const open = (): void => {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined) opened(chosen);
    // Choosing the same file again must be noticed, too.
    file.value = '';
  };
  file.addEventListener('change', open);
  const submit = (): void => {
    for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
    const made = setupIn(form);
    if (!('problem' in made)) started(made);
    else {
      refused(made.problem);
      showProblem(form, made);
    }
  };
  if ('edited' in dataset) open();
  if ('begin' in dataset) submit();
}

/** Marks the field, and leads to it. */
function showProblem(form: HTMLFormElement, {field}: FormProblem): void {
  const found = form.querySelector<HTMLInputElement>(`[name="${field}"]`);
  const folded = found?.closest('details');
  if (folded) folded.open = true;
  found?.setAttribute('aria-invalid', 'true');
  found?.focus();
}

/** Without a name a computer is called by its strength; how well it plays stands below. */
function introduce(form: HTMLFormElement): void {
  const fields = new FormData(form);
  for (const [index, input] of form.querySelectorAll<HTMLInputElement>('.seat input[name^="name"]').entries())
    input.placeholder = nameOf(index + 1, strengthIn(`${fields.get(`who${index + 1}`)}`));
  for (const seat of form.querySelectorAll('.seat')) {
    const about = seat.querySelector<HTMLElement>('label:has(:checked)')?.title ?? '';
    if (about === '') seat.removeAttribute('data-about');
    else seat.setAttribute('data-about', about);
  }
}

/** Draws what changes at the start. */
export function drawStart(main: Element, {notice, left, halls, today}: Start, doings: Doings): void {
  const alert = main.querySelector<HTMLElement>('#notice');
  if (alert !== null) {
    alert.hidden = notice === null;
    if (alert.textContent !== (notice ?? '')) alert.textContent = notice ?? '';
  }
  draw(main, '#left', leftGame(left, doings));
  draw(main, '#today', today);
  draw(main, '#fame', halls === null ? nothing : fame(halls));
}

function draw(main: Element, selector: string, drawn: TemplateResult | typeof nothing): void {
  const place = main.querySelector<HTMLElement>(selector);
  if (place !== null) render(drawn, place);
}

function leftGame(left: string | null, {goneOn}: Doings): TemplateResult | typeof nothing {
  if (left === null) return nothing;
  return html`<p><button type="button" class="main" @click=${goneOn}>${START.goOn}: ${left}</button></p>`;
}

function fame(halls: readonly Hall[]): TemplateResult {
  return html`<section class="paper" aria-labelledby="hall"><h2 id="hall">${START.fame}</h2>
    ${halls.length === 0 ? html`<p>${START.nobody}</p>` : halls.map(hallTable)}</section>`;
}

function hallTable({rules, columns, entries}: Hall): TemplateResult {
  return html`<table class="hall">
    <caption>${rules}, ${PAGE.columns(columns)}</caption>
    <thead><tr>${START.fameHeads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${entries.map(
      ({name, score}, index) => html`<tr><td>${index + 1}</td><th scope="row">${name}</th>
        <td>${score}</td></tr>`,
    )}</tbody>
  </table>`;
}
