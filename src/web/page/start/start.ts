/* The start: one button to play, the dice of the day, and the rest folded away. The build writes it into the page. */
import {html, nothing, svg, type TemplateResult} from 'lit-html';
import {AVERAGES, SHARK} from '../../../analysis/averages.js';
import {isolated} from '../../../game/format.js';
import {LONGEST_NAME, MAX_PLAYERS} from '../../../game/players.js';
import {type Setup, STRENGTHS, type Strength} from '../../../game/setup.js';
import {COLUMN_NUMBERS, RULE_SETS} from '../../../rules/rule-sets.js';
import {ruleLine} from '../../../table/messages.js';
import type {Hall} from '../local-storage.js';
import {HISTORY, PAGE, RULE_NAMES, START} from '../messages.js';
import {CHEAT, seatsIn, setupIn} from './setup.js';

export interface Start {
  /** Why something did not happen; null if there is nothing to say. */
  readonly notice: string | null;
  /** Names of the players of the game that was left; null if there is none. */
  readonly left: string | null;
  /** Empty while the halls are folded away. */
  readonly halls: readonly Hall[];
  /** The paper with the dice of the day. */
  readonly today: TemplateResult;
}

export interface StartHandlers {
  readonly start: (setup: Setup) => void;
  readonly refuse: (problem: string) => void;
  readonly goOn: () => void;
  readonly open: (file: File) => void;
  readonly history: () => void;
  /** The halls of fame are unfolded, or folded away. */
  readonly fame: (isOpen: boolean) => void;
}

/** Values of a seat in the form: empty for a person, else the strength of the computer. */
const SITTERS = ['', ...STRENGTHS] as const;
const SEATS = Array.from({length: MAX_PLAYERS}, (_, index) => index + 1);

/** Pictures in a square of 24. */
const FACES: Readonly<Record<'person' | Strength, TemplateResult>> = {
  person: svg`<circle cx="12" cy="8" r="4"/><path d="M4 21c0-9 16-9 16 0"/>`,
  beginner: face('M7.5 13.5a4.5 4.5 0 0 0 9 0z'),
  casual: face('M8 14.5c2 2.5 6 2.5 8 0'),
  shark: svg`<path d="M3 18c4-3 5-12 12-14-2 5 1 11 6 14-3 2-5 2-7 0-3 2-6 2-11 0z"/>`,
  expert: face('M5 8.5h14M5.5 8.5a3 3 0 0 0 6 0M12.5 8.5a3 3 0 0 0 6 0M9 16c2 1 4 .6 6.5-1'),
};

function face(path: string): TemplateResult {
  return svg`<rect x="3" y="3" width="18" height="18" rx="4"/><path d="M9 8.2v.6M15 8.2v.6"/><path d=${path} />`;
}

export function startScreen(
  {notice, left, halls, today}: Start,
  {start, refuse, goOn, open, history, fame}: StartHandlers,
): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) submitForm(event.currentTarget, start, refuse);
  };
  const change = ({currentTarget}: Event): void => {
    if (currentTarget instanceof HTMLFormElement) introduce(currentTarget);
  };
  const unfold = ({currentTarget}: Event): void => {
    if (currentTarget instanceof HTMLDetailsElement) fame(currentTarget.open);
  };
  return html`<main tabindex="-1" class="start">
    <header><h1>Fivedice</h1></header>
    <p role="alert" class="notice" ?hidden=${notice === null}>${notice}</p>
    <div class="sheets">
      <section class="paper" aria-label=${START.game}>
        ${left === null ? nothing : html`<p class="buttons play-on"><button type="button" class="main" @click=${goOn}>${START.goOn}<small>${left}</small></button></p>`}
        <form class="setup" autocomplete="off" novalidate @submit=${submit} @change=${change}>
          <p class="buttons play-on"><button type="submit" class=${left === null ? 'main' : ''}>${START.play}<small></small></button></p>
          <details><summary>${START.more}</summary>
            ${radios(
              'count',
              START.players,
              SEATS.map((seat) => `${seat}`),
            )}
            <div class="seats">${SEATS.map(seatRow)}</div>
            <fieldset><legend>${START.rules}</legend>${RULE_SETS.map(
              (rules) =>
                html`<label class="rule"><input type="radio" name="rules" value=${rules} ?checked=${rules === 'official'}> <b>${RULE_NAMES[rules]}.</b> ${ruleLine(rules)}</label>`,
            )}</fieldset>
            ${radios(
              'columns',
              START.columns,
              COLUMN_NUMBERS.map((columns) => `${columns}`),
              START.factors,
            )}
            <label>${START.seed} <small>${START.seedNote(CHEAT)}</small><input name="seed" inputmode="text" spellcheck="false"></label>
            ${fileButton(START.open, '.json,application/json', open)}
          </details>
        </form>
        <details @toggle=${unfold}><summary>${START.fame}</summary>
          ${halls.length === 0 ? html`<p>${START.nobody}</p>` : halls.map((hall) => hallTable(hall))}
          <p><button type="button" @click=${history}>${HISTORY.title}</button></p>
        </details>
      </section>
      ${today}
    </div></main>`;
}

/** A field that opens a file. */
export function fileButton(label: string, accept: string, open: (file: File) => void): TemplateResult {
  const change = ({currentTarget}: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const [chosen] = currentTarget.files ?? [];
    if (chosen !== undefined) open(chosen);
    // Choosing the same file again must fire the event again.
    currentTarget.value = '';
  };
  return html`<label class="file">${label} <input type="file" accept=${accept} @change=${change}></label>`;
}

/** A choice of numbers, drawn as buttons; the first is chosen. */
function radios(name: string, legend: string, values: readonly string[], note?: string): TemplateResult {
  return html`<fieldset class="choice"><legend>${legend}</legend>${values.map(
    (value, index) =>
      html`<label><input type="radio" name=${name} value=${value} ?checked=${index === 0}><span>${value}</span></label>`,
  )}${note === undefined ? nothing : html`<p class="note">${note}</p>`}</fieldset>`;
}

function seatRow(seat: number): TemplateResult {
  return html`<div class="seat" data-about="">
    <label>${START.player(seat)}<input name="name${seat}" maxlength=${LONGEST_NAME}></label>
    <fieldset class="who"><legend class="hidden">${START.whoIs(seat)}</legend>${SITTERS.map(
      (value) => html`<label title=${about(value)}>
        <input type="radio" name="who${seat}" value=${value} ?checked=${value === ''}>
        <svg viewBox="0 0 24 24" aria-hidden="true">${FACES[value || 'person']}</svg><span>${START.sitters[value || 'person']}</span></label>`,
    )}</fieldset></div>`;
}

/** Says how well a computer plays; empty for a person. */
function about(sitter: Strength | ''): string {
  if (sitter === '') return '';
  return sitter === 'shark' ? START.share(SHARK.wins) : START.average(AVERAGES[sitter]);
}

/** Starts the game of the form, or marks what is wrong and focuses it. */
function submitForm(
  form: HTMLFormElement,
  start: StartHandlers['start'],
  refuse: StartHandlers['refuse'],
): void {
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  const setup = setupIn(form);
  if (!('problem' in setup)) {
    start(setup);
    return;
  }
  refuse(setup.problem);
  const field = form.querySelector<HTMLInputElement>(`[name="${setup.field}"]`);
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.setAttribute('aria-invalid', 'true');
  field?.focus();
}

/** Names the players on the button and the computers in empty fields, and shows how well the computers play. */
export function introduce(form: HTMLFormElement): void {
  const {names, strengths} = seatsIn(form);
  const button = form.querySelector('[type="submit"] small');
  if (button !== null) button.textContent = names.map(isolated).join(', ');
  const seats = form.querySelectorAll<HTMLElement>('.seat');
  for (const [index, seat] of seats.entries()) {
    const name = seat.querySelector('input');
    // A placeholder shows only where nothing is typed.
    if (name !== null) name.placeholder = names[index] ?? '';
    seat.setAttribute('data-about', about(strengths[index] ?? ''));
  }
}

/** @param places places of the game that has just ended, from 1 */
export function hallTable({rules, columns, entries}: Hall, places: readonly number[] = []): TemplateResult {
  return html`<table class="hall">
    <caption>${RULE_NAMES[rules]}, ${PAGE.columns(columns)}</caption>
    <thead><tr>${START.fameHeads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${entries.map(
      ({name, score}, index) =>
        html`<tr ?data-new=${places.includes(index + 1)}><td>${index + 1}</td><th scope="row"><bdi>${name}</bdi>${places.includes(index + 1) ? html` <small>${PAGE.newEntry}</small>` : nothing}</th><td>${score}</td></tr>`,
    )}</tbody>
  </table>`;
}
