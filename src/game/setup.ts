/* The setup of a game: who plays, by which rules, with which dice. */
import type {ColumnNumber, RuleSet, Rules} from '../rules/rule-sets.js';
import {seedOfDay} from './daily.js';
import {randomSeed} from './random.js';

/** Computer players, weakest first. */
export const STRENGTHS = ['beginner', 'casual', 'expert', 'shark'] as const;
/** The strength of a computer player. */
export type Strength = (typeof STRENGTHS)[number];

export interface SeededDice {
  readonly seed: number;
  /** ISO date, if these are the dice of a day. */
  readonly day?: string;
  /** The dice could be known before the game: a given seed, a past day, a day that was played before. */
  readonly known?: true;
}

/** One to four names. */
export type Names =
  | readonly [string]
  | readonly [string, string]
  | readonly [string, string, string]
  | readonly [string, string, string, string];

/** The players, rules and dice of a game. */
export interface Setup {
  /** One to four names, in the order of play. */
  readonly players: Names;
  /** One entry for each player: null is a person. Absent if all players are people. */
  readonly computers?: readonly (Strength | null)[];
  readonly rules: RuleSet | Rules;
  readonly columns: ColumnNumber;
  /** A seed, the seed of a day, or dice that the players type. */
  readonly dice: SeededDice | 'typed';
}

/** Returns the day whose dice a game uses; null if it uses others. */
export function dayIn({dice}: Pick<Setup, 'dice'>): string | null {
  return dice === 'typed' ? null : (dice.day ?? null);
}

/** Tests if the dice could be known before the game. */
export function areKnown({dice}: Pick<Setup, 'dice'>): boolean {
  return dice !== 'typed' && dice.known === true;
}

/** Returns the strength of a player, by index. Returns null if the player is a person. */
export function strengthOf({computers}: Pick<Setup, 'computers'>, player: number): Strength | null {
  return computers?.[player] ?? null;
}

/** Returns the setup of the next game: the same people, rules and columns, with other dice. */
export function nextSetup(setup: Setup): Setup {
  return setup.dice === 'typed' ? setup : {...setup, dice: {seed: randomSeed()}};
}

/** Returns the setup of a day's game. Returns null if there is no such day. */
export function setupOfDay(day: string, name: string, isKnown = false): Setup | null {
  const seed = seedOfDay(day);
  if (seed === null) return null;
  const dice = {seed, day, ...(isKnown && {known: true as const})};
  return {players: [name], rules: 'official', columns: 1, dice};
}
