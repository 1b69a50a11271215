/*
 * How a game is set up. `parseSetup` is the only judge of it, whoever asks: `newGame`, a saved game, a front end.
 * Its problems name the part by its path, as `setup.players.1`.
 */
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {seedOfDay} from './daily.js';
import {describeValue, printable} from './format.js';
import {MAX_PLAYERS, problemOfName, sameName} from './players.js';
import {HIGHEST_SEED, isSeed} from './random.js';

/** How well the computer plays, from worst to best. */
export const STRENGTHS = ['beginner', 'casual', 'expert', 'shark'] as const;
export type Strength = (typeof STRENGTHS)[number];

export interface Setup {
  /** Names in the order of play; one to four. */
  readonly players: readonly string[];
  /** By player how well the computer plays for them, null for a person; nothing where all are persons. */
  readonly computers?: readonly (Strength | null)[];
  readonly rules: RuleSet;
  /** How many columns each card has. */
  readonly columns: ColumnNumber;
  /** Where the dice come from: a seed, that of a day, or whoever plays types them. */
  readonly dice: {readonly seed: number; readonly day?: string} | 'typed';
}

/** How well the computer plays for the player with this index; null for a person. */
export function strengthOf({computers}: Pick<Setup, 'computers'>, player: number): Strength | null {
  return computers?.[player] ?? null;
}

/** The game of a day. */
export function setupOfDay(day: string, name: string): Setup | null {
  const seed = seedOfDay(day);
  return seed === null ? null : {players: [name], rules: 'official', columns: 1, dice: {seed, day}};
}

/** What is wrong with a setup. */
export interface Problem {
  readonly problem: string;
}

/** A copy of a value that is a setup and nothing else, or what is wrong with it. */
export function parseSetup(value: unknown): Setup | Problem {
  if (!isObject(value)) return unlike('', value, 'an object');
  const {players, computers, rules, columns, dice, ...others}: Readonly<Record<string, unknown>> = {...value};
  const names = parsePlayers(players);
  if ('problem' in names) return names;
  const ruleSet = RULE_SETS.find((one) => one === rules);
  if (ruleSet === undefined) return unlike('.rules', rules, `one of ${RULE_SETS.join(', ')}`);
  const columnCount = COLUMN_NUMBERS.find((one) => one === columns);
  if (columnCount === undefined) return unlike('.columns', columns, `one of ${COLUMN_NUMBERS.join(', ')}`);
  const source = parseDice(dice);
  if (typeof source === 'object' && 'problem' in source) return source;
  const played = parseComputers(computers, names.length, source);
  if ('problem' in played) return played;
  const isOfDay = source !== 'typed' && source.day !== undefined;
  if (
    isOfDay &&
    (names.length > 1 || played.computers !== undefined || ruleSet !== 'official' || columnCount > 1)
  )
    return problem('.dice is of a day: one person plays them, by the official rules, in one column');
  return (
    unknownKey('', others) ?? {players: names, ...played, rules: ruleSet, columns: columnCount, dice: source}
  );
}

function parsePlayers(players: unknown): readonly string[] | Problem {
  if (!Array.isArray(players)) return unlike('.players', players, 'a list of names');
  if (players.length === 0) return problem('.players is empty: at least one must play');
  if (players.length > MAX_PLAYERS)
    return problem(`.players holds ${players.length} names: at most ${MAX_PLAYERS} can play`);
  const names: string[] = [];
  // By its entries, because some ways of going through a list pass over the holes of a sparse one.
  for (const [index, name] of players.entries()) {
    const path = `.players.${index}`;
    if (typeof name !== 'string') return unlike(path, name, 'a name');
    const why = problemOfName(name);
    if (why !== null) return unlike(path, name, `a name: ${why}`);
    const same = sameName(name, names);
    if (same !== undefined)
      return problem(
        `.players holds ${describeValue(same)} and ${describeValue(name)}: players need different names`,
      );
    names.push(name);
  }
  return names;
}

function parseComputers(
  computers: unknown,
  players: number,
  dice: Setup['dice'],
): Pick<Setup, 'computers'> | Problem {
  if (computers === undefined) return {};
  if (!Array.isArray(computers)) return unlike('.computers', computers, 'a list of strengths and null');
  if (computers.length !== players)
    return problem(`.computers holds ${computers.length} for ${players} players: one each is needed`);
  const found: (Strength | null)[] = [];
  for (const [index, one] of computers.entries()) {
    const strength = one === null ? null : STRENGTHS.find((name) => name === one);
    if (strength === undefined)
      return unlike(`.computers.${index}`, one, `one of ${STRENGTHS.join(', ')} or null`);
    found.push(strength);
  }
  if (dice === 'typed' && found.some((one) => one !== null))
    return problem('.dice is "typed", and computers roll theirs');
  return found.every((one) => one === null) ? {} : {computers: found};
}

function parseDice(dice: unknown): Setup['dice'] | Problem {
  if (dice === 'typed') return dice;
  if (!isObject(dice)) return unlike('.dice', dice, '"typed" or {"seed": a whole number from 0}');
  const {seed, day, ...others}: Readonly<Record<string, unknown>> = {...dice};
  if (!isSeed(seed)) return unlike('.dice.seed', seed, `a whole number from 0 to ${HIGHEST_SEED}`);
  const unknown = unknownKey('.dice', others);
  if (unknown !== null || day === undefined) return unknown ?? {seed};
  const own = typeof day === 'string' ? seedOfDay(day) : null;
  if (own === null || typeof day !== 'string') return unlike('.dice.day', day, 'a day, as "2026-11-23"');
  return seed === own ? {seed, day} : unlike('.dice.seed', seed, `${own}, the seed of ${day}`);
}

/** A complaint about the first key that an object should not have. */
function unknownKey(path: string, others: object): Problem | null {
  const [key] = Object.keys(others);
  return key === undefined ? null : problem(`${path}.${printable(key, 40)} is an unknown key`);
}

function unlike(path: string, value: unknown, expected: string): Problem {
  return problem(`${path} is ${describeValue(value)}, not ${expected}`);
}

function problem(what: string): Problem {
  return {problem: `setup${what}`};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
