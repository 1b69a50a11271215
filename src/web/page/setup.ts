/* The form in which a game is set up, and the setup that is in it. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {AVERAGES} from '../../analysis/averages.js';
import type {Mark} from '../../game/hall-of-fame.js';
import {LONGEST_NAME, MAX_PLAYERS, problemOfName, sameName, tidyName} from '../../game/players.js';
import {HIGHEST_SEED} from '../../game/random.js';
import {parseSetup, type Setup, STRENGTHS, type Strength} from '../../game/setup.js';
import {capital} from '../../game/shown.js';
import {COLUMN_NUMBERS, RULE_SETS, RULES} from '../../rules/variants.js';

/** Asked for by this number of players (the student's extensions): one player, who types the dice. */
const CHEAT = '-99';

export interface NewGame {
  readonly setup: Setup;
  /** For the hall of fame: whoever chooses the seed may know the dice. */
  readonly mark?: Mark;
  /** Whether the seed is still to be dealt: the one in the setup stands for it. */
  readonly isToDeal: boolean;
}

/** How many names are asked for; null if that is no number of players. */
export function seatsIn(count: string): number | null {
  if (count.trim() === CHEAT) return 1;
  const seats = /^\s*\d\s*$/.test(count) ? Number(count) : 0;
  return seats >= 1 && seats <= MAX_PLAYERS ? seats : null;
}

/** The form; `count` is what stands in its first field. */
export function setupForm(
  count: string,
  {counted, started}: {counted: (count: string) => void; started: (form: HTMLFormElement) => void},
): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) started(event.target);
  };
  const seats = Array.from({length: seatsIn(count) ?? 1}, (_, index) => index + 1);
  return html`<form class="setup" autocomplete="off" novalidate @submit=${submit}>
    <label>Players <small>1 to ${MAX_PLAYERS}, or ${CHEAT} to cheat</small>
      <input type="number" name="count" min="-99" max=${MAX_PLAYERS} value=${count}
        @input=${({target}: Event) => target instanceof HTMLInputElement && counted(target.value)}></label>
    <fieldset><legend>Names${seats.length > 1 ? html` <small>or a computer, with its average points by official rules in one column</small>` : nothing}</legend>${seats.map((seat) => seatFields(seat, seats.length > 1))}</fieldset>
    <details><summary>Rules, columns, seed, cheat mode</summary>
    <label>Rules
      <select name="rules">${RULE_SETS.map(
        (rules) =>
          html`<option value=${rules} ?selected=${rules === 'official'}>${rules}: ${RULES[rules].summary}</option>`,
      )}</select></label>
    <label>Columns
      <select name="columns">${COLUMN_NUMBERS.map(
        (columns) =>
          html`<option value=${columns}>${columns}${columns === 1 ? '' : `: the last one counts ${columns} times`}</option>`,
      )}</select></label>
    <label>Seed <small>optional: the same dice for the same number</small>
      <input name="seed" inputmode="numeric"></label>
    <label class="check"><input type="checkbox" name="cheat" ?disabled=${count.trim() === CHEAT}>
      Cheat mode: you type the dice</label></details>
    <button type="submit" class="main">New game</button>
  </form>`;
}

/** A name and, where several play, who plays: for one alone it can only be a person. */
function seatFields(seat: number, mayBeComputer: boolean): TemplateResult {
  // Without a name a computer is called by its strength.
  const named = ({target}: Event): void => {
    const name = target instanceof HTMLSelectElement && target.parentElement?.querySelector('input');
    if (name) name.placeholder = nameOf(seat, strengthIn(target.value));
  };
  return html`<div><label>Player ${seat}
      <input name="name" placeholder=${nameOf(seat, null)} maxlength=${LONGEST_NAME}></label>
    ${
      mayBeComputer
        ? html`<select name="computer" aria-label="Person or computer ${seat}" @change=${named}>
          <option value="">Person</option>${STRENGTHS.map(
            (strength) =>
              html`<option value=${strength}>${capital(strength)} (${AVERAGES[strength]})</option>`,
          )}</select>`
        : nothing
    }</div>`;
}

/** The setup in the form, or what is wrong with it. */
export function setupIn(form: HTMLFormElement): NewGame | {readonly problem: string} {
  const fields = new FormData(form);
  const text = (name: string): string => `${fields.get(name) ?? ''}`.trim();
  if (seatsIn(text('count')) === null)
    return {problem: `The number of players is 1 to ${MAX_PLAYERS}, or ${CHEAT} for cheat mode.`};
  const computers = fields.getAll('computer').map(strengthIn);
  const players: string[] = [];
  for (const [index, given] of fields.getAll('name').entries()) {
    const name = tidyName(`${given}`) || nameOf(index + 1, computers[index] ?? null);
    const problem = problemOfName(name);
    if (problem !== null) return {problem: `Player ${index + 1} needs another name: ${problem}.`};
    const same = sameName(name, players);
    if (same !== undefined)
      return {problem: `${same} and ${name} look the same: players need different names.`};
    players.push(name);
  }
  const isTyped = text('count') === CHEAT || fields.has('cheat');
  if (computers.length > 0 && !computers.includes(null))
    return {problem: 'The computer cannot play alone: one player is a person.'};
  if (isTyped && computers.some((one) => one !== null))
    return {problem: 'A computer rolls its dice: play without cheat mode, or among persons.'};
  const isSeeded = !isTyped && text('seed') !== '';
  if (isSeeded && !(/^\d+$/.test(text('seed')) && Number(text('seed')) <= HIGHEST_SEED))
    return {problem: `The seed is a whole number from 0 to ${HIGHEST_SEED}, or nothing.`};
  const setup = parseSetup({
    players,
    ...(computers.length > 0 && {computers}),
    rules: text('rules'),
    columns: Number(text('columns')),
    dice: isTyped ? 'typed' : {seed: isSeeded ? Number(text('seed')) : 0},
  });
  if ('problem' in setup) return setup;
  return isSeeded ? {setup, mark: 'seeded', isToDeal: false} : {setup, isToDeal: !isTyped};
}

/** Whoever has no name: `Player 2`, `Expert 2`. */
function nameOf(seat: number, strength: Strength | null): string {
  return `${strength === null ? 'Player' : capital(strength)} ${seat}`;
}

/** What is chosen in the form; null for a person. */
function strengthIn(value: FormDataEntryValue): Strength | null {
  return STRENGTHS.find((one) => one === value) ?? null;
}
