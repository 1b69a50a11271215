/*
 * The hall of fame: the ten best names and scores, as a text of `score,name` lines, best first. A tab and a mark end the
 * line of a score that is not like the others.
 *
 * Everything here is pure; whoever owns the file reads, locks and writes it. Reading is lenient: a line that is no
 * entry is handed back as it was, so that it can be kept.
 */

import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {totalOf} from '../rules/scorecard.js';
import type {Game} from './game.js';
import {problemOfName} from './players.js';
import {strengthOf} from './setup.js';

/** The games that are compared with each other. */
export interface Kind {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
}

/** Every kind, in the order in which their halls of fame are shown. */
export const KINDS: readonly Kind[] = RULE_SETS.flatMap((rules) =>
  COLUMN_NUMBERS.map((columns) => ({rules, columns})),
);

/** How many entries there are room for (CS106A handout, "Extensions"). */
export const PLACES = 10;

/**
 * Why a score is not like others. Of several marks the first counts: its saved game was edited; whoever played could
 * know the dice, because the seed was chosen, was not dealt by whoever keeps the hall of fame, or has counted before.
 */
export const MARKS = ['edited', 'seeded'] as const;
export type Mark = (typeof MARKS)[number];

export interface Entry {
  readonly name: string;
  /** Points, a whole number from 0. */
  readonly score: number;
  readonly mark?: Mark;
}

/** Entries, best first; of equal scores the earlier one first. */
export type HallOfFame = readonly Entry[];

/** A line that is no entry. */
export interface BrokenLine {
  /** From 1. */
  readonly number: number;
  /** Its bytes, without the end of the line. */
  readonly bytes: Uint8Array;
  /** What it should have been. */
  readonly problem: string;
}

const NEWLINE = 0x0a;
const HIGHEST_SCORE = 999_999;

/** Reads the text of a hall of fame. Empty lines count for nothing, in any order the best come first. */
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

/** The text of a hall of fame. */
export function formatHallOfFame(entries: HallOfFame): string {
  return entries
    .map(({score, name, mark}) => `${score},${name}${mark === undefined ? '' : `\t${mark}`}\n`)
    .join('');
}

/**
 * The hall of fame with more entries, and the places (from 1) that these took: null for one that is not good
 * enough. A tie goes to the entry that was there before.
 */
export function enter(
  entries: HallOfFame,
  newcomers: readonly Entry[],
): {readonly entries: HallOfFame; readonly places: readonly (number | null)[]} {
  const after = best([...entries, ...newcomers]);
  return {entries: after, places: newcomers.map((newcomer) => after.indexOf(newcomer) + 1 || null)};
}

/** A score that was entered, and the place that it took. */
export type Placed = Entry & {readonly place: number | null};

/** Newcomers with the places that `enter` says. */
export function withPlaces(newcomers: readonly Entry[], places: readonly (number | null)[]): Placed[] {
  return newcomers.map((newcomer, index) => ({...newcomer, place: places[index] ?? null}));
}

/** Why a game does not enter the hall of fame, however it ends, as a sentence; null if it may. */
export function exclusionReason({setup, hinted}: Game): string | null {
  if (setup.dice === 'typed') return 'Cheated games do not enter the hall of fame.';
  return hinted ? 'Games with advice do not enter the hall of fame.' : null;
}

/** What a game has for the hall of fame, the best first: at its end what persons have scored, unless it is barred. */
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

/** An entry, null for an empty line, or what is wrong. */
function parseLine(bytes: Uint8Array): Entry | string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(bytes).trim();
  } catch {
    return 'it is not UTF-8';
  }
  if (text === '') return null;
  // No name has a tab in it, so it is plain where the name ends.
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
