/* The setup that is in the form, what is wrong with it, and the form filled in with the setup of the last game. */
import {checkedNames, computerName, problemOfName, sameName, tidyName} from '../../../game/players.js';
import {HIGHEST_SEED, randomSeed} from '../../../game/random.js';
import {type Setup, STRENGTHS, type Strength, strengthOf} from '../../../game/setup.js';
import {COLUMN_NUMBERS, RULE_SETS} from '../../../rules/rule-sets.js';
import {START} from '../messages.js';

/** A seed that starts cheat mode (the student's extensions). */
export const CHEAT = '-99';

/** A mistake in the form, with the name of its field. */
export interface FormProblem {
  readonly problem: string;
  readonly field: string;
}

export function setupIn(form: HTMLFormElement): Setup | FormProblem {
  const text = textsIn(form);
  const {names, strengths} = seatsIn(form);
  const players = playersOf(names);
  if ('problem' in players) return players;
  const seed = text('seed');
  const hasComputer = strengths.some((one) => one !== null);
  const isTyped = seed === CHEAT;
  if (isTyped && hasComputer) return {problem: START.computerCheats, field: 'seed'};
  const isSeeded = !isTyped && seed !== '';
  if (isSeeded && !(/^\d+$/.test(seed) && Number(seed) <= HIGHEST_SEED))
    return {problem: START.badSeed(HIGHEST_SEED, CHEAT), field: 'seed'};
  return {
    players: checkedNames(players),
    ...(hasComputer && {computers: strengths}),
    rules: RULE_SETS.find((one) => one === text('rules')) ?? 'official',
    columns: COLUMN_NUMBERS.find((one) => `${one}` === text('columns')) ?? 1,
    dice: isTyped ? 'typed' : isSeeded ? {seed: Number(seed), known: true} : {seed: randomSeed()},
  };
}

/** Checks the names of a new game: returns them, or the first problem. */
export function playersOf(names: readonly string[]): readonly string[] | FormProblem {
  for (const [index, name] of names.entries()) {
    const seat = index + 1;
    const field = `name${seat}`;
    const problem = problemOfName(name);
    if (problem !== null) return {problem: START.badName(seat, problem), field};
    const same = sameName(name, names.slice(0, index));
    if (same !== undefined) return {problem: START.sameName(same, name), field};
  }
  return names;
}

/** Fills the form in with the setup of the last game; names that nobody typed stay empty. */
export function fillIn(form: HTMLFormElement, last: Setup): void {
  const {players, rules, columns} = last;
  const choose = (name: string, value: string): void => {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value;
  };
  choose('count', `${players.length}`);
  choose('rules', `${rules}`);
  choose('columns', `${columns}`);
  const strengths = players.map((_, index) => strengthOf(last, index));
  const given = namesOf(
    players.map(() => ''),
    strengths,
  );
  for (const [index, name] of players.entries()) {
    choose(`who${index + 1}`, strengths[index] ?? '');
    if (name !== given[index]) choose(`name${index + 1}`, name);
  }
}

export interface Seats {
  /** Typed names; `Player 2` or `Expert` where none is typed. */
  readonly names: readonly string[];
  /** Null for a person. */
  readonly strengths: readonly (Strength | null)[];
}

/** Reads the seats that are shown in the form. */
export function seatsIn(form: HTMLFormElement): Seats {
  const text = textsIn(form);
  const seats = Array.from({length: Number(text('count'))}, (_, index) => index + 1);
  const strengths = seats.map((seat) => STRENGTHS.find((one) => one === text(`who${seat}`)) ?? null);
  const typed = seats.map((seat) => text(`name${seat}`));
  return {names: namesOf(typed, strengths), strengths};
}

function textsIn(form: HTMLFormElement): (field: string) => string {
  const fields = new FormData(form);
  return (field) => `${fields.get(field) ?? ''}`.trim();
}

function namesOf(typed: readonly string[], strengths: readonly (Strength | null)[]): readonly string[] {
  const names = typed.map(tidyName);
  for (const [index, strength] of strengths.entries())
    names[index] ||= strength === null ? START.player(index + 1) : computerName(strength, names);
  return names;
}
