/*
 * The hall of fame: the ten best scores as text, one `score,name` line each, best first. A flagged score ends with a
 * tab and its mark.
 *
 * Everything here is pure; its users read, lock and write the file. Parsing is lenient: a line that is not an entry
 * is returned unchanged, so that it can be kept.
 */

import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {totalOf} from '../rules/scorecard.js';
import type {Game} from './game.js';
import {problemOfName} from './players.js';
import {strengthOf} from './setup.js';

/** A class of games whose scores are comparable; each has its own hall of fame. */
export interface Kind {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
}

/** Every kind, in display order. */
export const KINDS: readonly Kind[] = RULE_SETS.flatMap((rules) =>
  COLUMN_NUMBERS.map((columns) => ({rules, columns})),
);

/** Max entries of a hall of fame (CS106A handout, "Extensions"). */
export const PLACES = 10;

/**
 * Reasons to flag a score; the first that applies wins. `edited`: the saved game was changed by hand. `seeded`: the
 * player could know the dice, because the seed was chosen, dealt elsewhere, or used for an earlier score.
 */
export const MARKS = ['edited', 'seeded'] as const;
export type Mark = (typeof MARKS)[number];

export interface Entry {
  readonly name: string;
  /** A whole number from 0. */
  readonly score: number;
  readonly mark?: Mark;
}

/** Entries, best first; ties keep the order in which they were entered. */
export type HallOfFame = readonly Entry[];

export interface BrokenLine {
  /** From 1. */
  readonly number: number;
  /** The line without its newline. */
  readonly bytes: Uint8Array;
  readonly problem: string;
}

const NEWLINE = 0x0a;
const HIGHEST_SCORE = 999_999;

/** Parses a hall of fame. Skips blank lines and sorts by score. */
export function parseHallOfFame(bytes: Uint8Array): {
  readonly entries: HallOfFame;
  readonly broken: readonly BrokenLine[];
} {
  const entries: Entry[] = [];
  const broken: BrokenLine[] = [];
  for (const [index, line] of splitLines(bytes).entries()) {
    const entry = parseLine(line);
    if (typeof entry === 'string') broken.push({number: index + 1, bytes: line, problem: entry});
    else if (entry !== null) entries.push(entry);
  }
  return {entries: best(entries), broken};
}

export function formatHallOfFame(entries: HallOfFame): string {
  return entries
    .map(({score, name, mark}) => `${score},${name}${mark === undefined ? '' : `\t${mark}`}\n`)
    .join('');
}

/**
 * Adds entries to a hall of fame and returns it with the place of each newcomer, from 1, or null for a score that is
 * too low. A tie goes to the older entry.
 */
export function enter(
  entries: HallOfFame,
  newcomers: readonly Entry[],
): {readonly entries: HallOfFame; readonly places: readonly (number | null)[]} {
  const after = best([...entries, ...newcomers]);
  return {entries: after, places: newcomers.map((newcomer) => after.indexOf(newcomer) + 1 || null)};
}

export type Placed = Entry & {readonly place: number | null};

/** Pairs newcomers with the places returned by `enter`. */
export function withPlaces(newcomers: readonly Entry[], places: readonly (number | null)[]): Placed[] {
  return newcomers.map((newcomer, index) => ({...newcomer, place: places[index] ?? null}));
}

/** Returns a sentence saying why a game cannot enter the hall of fame. Returns null if it can. */
export function exclusionReason({setup, hinted}: Game): string | null {
  if (setup.dice === 'typed') return 'Cheated games do not enter the hall of fame.';
  return hinted ? 'Games with advice do not enter the hall of fame.' : null;
}

/** Returns a game's entries, best first: people's scores once it is over, unless it is excluded. */
export function scoresIn(game: Game | null, mark: Mark | null): readonly Entry[] {
  if (game?.phase !== 'over' || exclusionReason(game) !== null) return [];
  const {setup, cards} = game;
  return setup.players
    .map((name, player) => ({name, score: totalOf(cards[player] ?? []), ...(mark === null ? {} : {mark})}))
    .filter((_, player) => strengthOf(setup, player) === null)
    .toSorted((one, other) => other.score - one.score);
}

function best(entries: readonly Entry[]): HallOfFame {
  return entries.toSorted((one, other) => other.score - one.score).slice(0, PLACES);
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** Returns the entry, a text naming the problem, or null if the line is blank. */
function parseLine(bytes: Uint8Array): Entry | string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(bytes).trim();
  } catch {
    return 'it is not UTF-8';
  }
  if (text === '') return null;
  // Names contain no tab, so a tab can only precede a mark.
  const mark = MARKS.find((one) => text.endsWith(`\t${one}`));
  const unmarked = mark === undefined ? text : text.slice(0, -mark.length);
  const [, digits, rest] = /^(\d+)\s*,(.*)$/s.exec(unmarked) ?? [];
  if (digits === undefined || rest === undefined) return 'it is not "score,name"';
  const score = Number(digits);
  if (score > HIGHEST_SCORE) return `its score is higher than ${HIGHEST_SCORE}`;
  const name = rest.trim();
  const problem = problemOfName(name);
  if (problem !== null) return problem;
  return mark === undefined ? {name, score} : {name, score, mark};
}
