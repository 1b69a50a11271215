/*
 * The setup of a game. `newGame`, saved games and front ends all check it with `parseSetup`, whose problems start
 * with the path of the faulty part, such as `setup.players.1`.
 */
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {seedOfDay} from './daily.js';
import {describeValue, printable} from './format.js';
import {MAX_PLAYERS, problemOfName, sameName} from './players.js';
import {HIGHEST_SEED, isSeed} from './random.js';

/** Computer players, weakest first. */
export const STRENGTHS = ['beginner', 'casual', 'expert', 'shark'] as const;
export type Strength = (typeof STRENGTHS)[number];

export interface Setup {
  /** One to four names, in the order of play. */
  readonly players: readonly string[];
  /** One entry for each player: null is a person. Absent if all players are people. */
  readonly computers?: readonly (Strength | null)[];
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  /** A seed, the seed of a day, or dice that the players type. */
  readonly dice: {readonly seed: number; readonly day?: string} | 'typed';
}

/** Returns the strength of a player, by index. Returns null if the player is a person. */
export function strengthOf({computers}: Pick<Setup, 'computers'>, player: number): Strength | null {
  return computers?.[player] ?? null;
}

/** Returns the setup of a day's game. Returns null if there is no such day. */
export function setupOfDay(day: string, name: string): Setup | null {
  const seed = seedOfDay(day);
  return seed === null ? null : {players: [name], rules: 'official', columns: 1, dice: {seed, day}};
}

export interface Problem {
  readonly problem: string;
}

/** Returns a copy of the setup, or the first problem. */
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
    return problem('.dice has a day: a daily game is for one person, with the official rules and one column');
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
  // `entries` visits the holes of a sparse list, which `forEach` and `map` skip.
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
    return problem(
      `.computers has ${computers.length} entries for ${players} players: one for each is needed`,
    );
  const found: (Strength | null)[] = [];
  for (const [index, one] of computers.entries()) {
    const strength = one === null ? null : STRENGTHS.find((name) => name === one);
    if (strength === undefined)
      return unlike(`.computers.${index}`, one, `one of ${STRENGTHS.join(', ')} or null`);
    found.push(strength);
  }
  if (dice === 'typed' && found.some((one) => one !== null))
    return problem('.dice is "typed", but computer players need rolled dice');
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
  if (own === null || typeof day !== 'string') return unlike('.dice.day', day, 'a day such as "2026-11-23"');
  return seed === own ? {seed, day} : unlike('.dice.seed', seed, `${own}, the seed of ${day}`);
}

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
