/* The setup that is in the form, what is wrong with it, and the form filled in with the setup of the last game. */
import type {Mark} from '../../../game/hall-of-fame.js';
import {problemOfName, sameName, tidyName} from '../../../game/players.js';
import {HIGHEST_SEED} from '../../../game/random.js';
import {parseSetup, type Setup, STRENGTHS, type Strength, strengthOf} from '../../../game/setup.js';
import {START} from '../../../table/messages.js';

/** Typed where the seed stands, it lets players type their dice (the student's extensions). */
export const CHEAT = '-99';

export interface NewGame {
  readonly setup: Setup;
  /** For the hall of fame: whoever chooses the seed may know the dice. */
  readonly mark?: Mark;
  /** Whether the seed is still to be dealt: the one in the setup stands for it. */
  readonly isToDeal: boolean;
}

/** What is wrong, and the name of the field that it is wrong in. */
export interface FormProblem {
  readonly problem: string;
  readonly field: string;
}

export function setupIn(form: HTMLFormElement): NewGame | FormProblem {
  const fields = new FormData(form);
  const text = (name: string): string => `${fields.get(name) ?? ''}`.trim();
  const seats = Array.from({length: Number(text('count'))}, (_, index) => index + 1);
  const computers = seats.map((seat) => strengthIn(text(`who${seat}`)));
  const players: string[] = [];
  for (const seat of seats) {
    const field = `name${seat}`;
    const name = tidyName(text(field)) || nameOf(seat, computers[seat - 1] ?? null);
    const problem = problemOfName(name);
    if (problem !== null) return {problem: START.badName(seat, problem), field};
    const same = sameName(name, players);
    if (same !== undefined) return {problem: START.sameName(same, name), field};
    players.push(name);
  }
  const [seed, hasComputer] = [text('seed'), computers.some((one) => one !== null)];
  const isTyped = seed === CHEAT;
  if (isTyped && hasComputer) return {problem: START.computerCheats, field: 'seed'};
  const isSeeded = !isTyped && seed !== '';
  if (isSeeded && !(/^\d+$/.test(seed) && Number(seed) <= HIGHEST_SEED))
    return {
      problem: START.badSeed(HIGHEST_SEED, CHEAT),
      field: 'seed',
    };
  const setup = parseSetup({
    players,
    ...(hasComputer && {computers}),
    rules: text('rules'),
    columns: Number(text('columns')),
    dice: isTyped ? 'typed' : {seed: isSeeded ? Number(seed) : 0},
  });
  if ('problem' in setup) return {...setup, field: 'count'};
  return isSeeded ? {setup, mark: 'seeded', isToDeal: false} : {setup, isToDeal: !isTyped};
}

/** What another game starts with: who plays, by which rules. */
export type LastSetup = Pick<Setup, 'players' | 'computers' | 'rules' | 'columns'>;

/** Fills the form in with the setup of the last game; names that nobody has given stay empty. */
export function fillIn(form: HTMLFormElement, last: LastSetup): void {
  const {players, rules, columns} = last;
  const choose = (name: string, value: string): void => {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value;
  };
  choose('count', `${players.length}`);
  choose('rules', rules);
  choose('columns', `${columns}`);
  for (const [index, name] of players.entries()) {
    const strength = strengthOf(last, index);
    choose(`who${index + 1}`, strength ?? '');
    if (name !== nameOf(index + 1, strength)) choose(`name${index + 1}`, name);
  }
}

/** What is chosen in the form; null for a person. */
export function strengthIn(value: string): Strength | null {
  return STRENGTHS.find((one) => one === value) ?? null;
}

/** Whoever has no name: `Player 2`, `Expert 2`. */
export function nameOf(seat: number, strength: Strength | null): string {
  return strength === null ? START.player(seat) : `${START.sitters[strength]} ${seat}`;
}
