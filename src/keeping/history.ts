/*
 * The history: a record of each game that was played to its end, as a line of JSON. A file holds it, or a browser; it
 * leaves neither by itself. Pure.
 */
import type {Game} from '../game/game.js';
import {STRENGTHS, type Strength, strengthOf} from '../game/setup.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {columnTotals, totalOf} from '../rules/scorecard.js';
import {checksumOf, formatGame, type SavedGame} from './saved-game.js';

/** Where the dice of a game came from. */
const DICE = ['rolled', 'seeded', 'typed', 'day'] as const;

export interface GameRecord {
  /** The same for the same game: it is recorded once. */
  readonly id: string;
  /** When it ended, as an ISO date and time. */
  readonly when: string;
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  readonly dice: (typeof DICE)[number];
  /** Whether somebody asked for advice. */
  readonly advised: boolean;
  readonly players: readonly PlayerRecord[];
}

export interface PlayerRecord {
  readonly name: string;
  /** How well the computer played for them; null for a person. */
  readonly computer: Strength | null;
  readonly total: number;
  /** How many columns had the upper bonus. */
  readonly bonuses: number;
  /** Yahtzees in their boxes, and further ones that earned a bonus. */
  readonly yahtzees: number;
  /** In points, from the review; null where it is not known. */
  readonly luck: number | null;
  readonly loss: number | null;
}

export interface History {
  /** The oldest first. */
  readonly records: readonly GameRecord[];
  /** Lines that are no records: they are kept. */
  readonly broken: readonly string[];
}

/** How many games are remembered. */
const MOST = 2000;

export function parseHistory(text: string): History {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line) => ({line, record: recordIn(line)}));
  return {
    records: parsed.flatMap(({record}) => record ?? []),
    broken: parsed.flatMap(({line, record}) => (record === null ? [line] : [])),
  };
}

export function formatHistory({records, broken}: History): string {
  return [...broken, ...records.slice(-MOST).map((record) => JSON.stringify(record))]
    .map((line) => `${line}\n`)
    .join('');
}

/** By which a game is known. */
export function idOf({game, actions}: SavedGame): string {
  return checksumOf(formatGame({game, actions}));
}

/** The record of a game that is over. */
export function recordOf({mark, ...played}: SavedGame, when: Date): GameRecord {
  const {game} = played;
  const {players, rules, columns, dice} = game.setup;
  return {
    id: idOf(played),
    when: when.toISOString(),
    rules,
    columns,
    dice:
      dice === 'typed' ? 'typed' : dice.day !== undefined ? 'day' : mark === undefined ? 'rolled' : 'seeded',
    advised: game.hinted,
    players: players.map((name, player) => ({
      name,
      computer: strengthOf(game.setup, player),
      ...pointsOf(game, player),
    })),
  };
}

function pointsOf({cards}: Game, player: number): Omit<PlayerRecord, 'name' | 'computer'> {
  const card = cards[player] ?? [];
  const count = (holds: (column: (typeof card)[number]) => number): number =>
    card.reduce((sum, column) => sum + holds(column), 0);
  return {
    total: totalOf(card),
    bonuses: count((column) => (columnTotals(column).upperBonus > 0 ? 1 : 0)),
    yahtzees: count(
      ({boxes, yahtzeeBonus, factor}) => (boxes.yahtzee ? 1 : 0) + Math.round(yahtzeeBonus / (100 * factor)),
    ),
    luck: null,
    loss: null,
  };
}

/** The history with one more game; the same if it is there already. */
export function withGame({records, broken}: History, record: GameRecord): History {
  const isThere = records.some(({id}) => id === record.id);
  return {records: isThere ? records : [...records, record].slice(-MOST), broken};
}

/** The history with luck and loss of each player of a game, which its review has worked out. */
export function withReview(
  {records, broken}: History,
  id: string,
  players: readonly {readonly luck: number; readonly loss: number}[],
): History {
  const reviewed = (record: GameRecord): GameRecord => ({
    ...record,
    players: record.players.map((player, index) => {
      const {luck, loss} = players[index] ?? player;
      return {...player, luck, loss};
    }),
  });
  return {records: records.map((record) => (record.id === id ? reviewed(record) : record)), broken};
}

/** The record in a line; null if there is none. */
function recordIn(line: string): GameRecord | null {
  let value: Partial<GameRecord> | null;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const {id, when, players, advised} = value ?? {};
  const rules = RULE_SETS.find((one) => one === value?.rules);
  const columns = COLUMN_NUMBERS.find((one) => one === value?.columns);
  const dice = DICE.find((one) => one === value?.dice);
  if (typeof id !== 'string' || typeof when !== 'string' || Number.isNaN(Date.parse(when))) return null;
  if (rules === undefined || columns === undefined || dice === undefined || typeof advised !== 'boolean')
    return null;
  if (!Array.isArray(players) || players.length === 0 || !players.every(isPlayer)) return null;
  return {id, when, rules, columns, dice, advised, players};
}

function isPlayer(value: unknown): value is PlayerRecord {
  if (typeof value !== 'object' || value === null) return false;
  const {name, computer, total, bonuses, yahtzees, luck, loss}: Partial<Record<keyof PlayerRecord, unknown>> =
    value;
  const isKnown = (points: unknown): boolean => points === null || Number.isFinite(points);
  return (
    typeof name === 'string' &&
    (computer === null || STRENGTHS.some((one) => one === computer)) &&
    [total, bonuses, yahtzees].every(Number.isSafeInteger) &&
    isKnown(luck) &&
    isKnown(loss)
  );
}
