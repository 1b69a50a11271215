/*
 * The log: a line of JSON for each finished game, oldest first. A line begins with what the halls of fame and the
 * statistics need; the moves come last and are read for a review alone. The first characters of a line say which hall of
 * fame it can enter, and how high, so thousands of lines cost little. Pure: the terminal has the lines in a file, the
 * page in the browser's storage.
 */
import * as v from 'valibot';
import {type Action, exclusionReason, type Game, type Played} from '../game/game.js';
import {nameKey} from '../game/players.js';
import {type Setup, strengthOf} from '../game/setup.js';
import {sharedLine} from '../game/shared-line.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {type Column, columnTotals, type Scorecard, totalOf} from '../rules/scorecard.js';
import {loggedSchema, parseGame} from './saved-game.js';

/** A class of games whose scores are comparable; each has its own hall of fame. */
export interface Kind {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
}

/** Every kind, in display order. */
export const KINDS: readonly Kind[] = RULE_SETS.flatMap((rules) =>
  COLUMN_NUMBERS.map((columns) => ({rules, columns})),
);

/** A finished game without its moves. Each list has a number for each player. */
export interface LoggedGame {
  readonly totals: readonly number[];
  readonly setup: Setup;
  /** Yahtzees in their boxes, and further ones that earned a bonus. */
  readonly yahtzees: readonly number[];
  /** Columns with an upper bonus. */
  readonly bonuses: readonly number[];
  readonly hinted?: true;
  /** ISO date and time of the game's end. */
  readonly date: string;
}

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Null if the line holds no game. */
  readonly kind: Kind | null;
  /** Highest total. */
  readonly best: number;
  readonly text: () => string;
}

/** The lines of a log that are not blank. */
export type Log = readonly Line[];

export interface Entry {
  readonly name: string;
  readonly score: number;
  readonly line: Line;
}

/** The best scores of people, best first, without games that `exclusionReason` excludes. */
export type HallOfFame = readonly Entry[];

/** From 1. */
export type Place = Entry & {readonly place: number};

export interface Summary {
  readonly halls: readonly (Kind & {readonly entries: HallOfFame})[];
  /** The newest game. */
  readonly last: Line | null;
}

/** Max entries of a hall of fame (CS106A handout, "Extensions"). */
const PLACES = 10;

/** Characters that `lineOf` needs of a line's start, at least. */
export const LINE_START = 80;
const TOTALS_AND_KIND =
  /^\{"totals":\[(\d+)(?:,(\d+))?(?:,(\d+))?(?:,(\d+))?\],"setup":\{"rules":"(\w+","columns":\d),/;
const KINDS_AS_WRITTEN = new Map(KINDS.map((kind) => [`${kind.rules}","columns":${kind.columns}`, kind]));

/** Begins the moves of a line. Inside a string, JSON escapes its quotes. */
const MOVES = ',"actions":[';

export function parseLog(text: string): Log {
  return text
    .split('\n')
    .map((line, index) => lineOf(index + 1, line.slice(0, LINE_START), line.slice(-1), () => line))
    .filter((line) => line.text().trim() !== '');
}

/** Returns a line, given its first characters and its last one: to parse thousands of whole lines would take too long. */
export function lineOf(number: number, start: string, end: string, text: () => string): Line {
  const [, one, two = 0, three = 0, four = 0, kind = ''] = (end === '}' && TOTALS_AND_KIND.exec(start)) || [];
  const best = Math.max(Number(one), Number(two), Number(three), Number(four));
  return {number, kind: KINDS_AS_WRITTEN.get(kind) ?? null, best, text};
}

/** Returns the game of a line; null if the line holds none. */
export function gameIn({kind, text}: Line): LoggedGame | null {
  if (kind === null) return null;
  try {
    const {success, output} = v.safeParse(loggedSchema, JSON.parse(withoutMoves(text())));
    return success && output.totals.length === output.setup.players.length ? output : null;
  } catch {
    return null;
  }
}

export function gamesIn(log: Log): LoggedGame[] {
  return log.flatMap((line) => gameIn(line) ?? []);
}

/** Returns the halls of fame of all kinds, and the newest game, in one pass over a log. */
export function summarize(log: Log): Summary {
  const halls = new Map<Kind, HallOfFame>(KINDS.map((kind) => [kind, []]));
  for (const line of log) {
    const hall = (line.kind && halls.get(line.kind)) ?? null;
    if (line.kind === null || hall === null) continue;
    const lowest = hall.length < PLACES ? -1 : (hall.at(-1)?.score ?? 0);
    if (line.best <= lowest) continue;
    // Of equal scores the older stays before.
    const all = [...hall, ...entriesOf(line)].sort((one, other) => other.score - one.score);
    halls.set(line.kind, all.slice(0, PLACES));
  }
  return {
    halls: KINDS.map((kind) => ({...kind, entries: halls.get(kind) ?? []})),
    last: log.findLast(({kind}) => kind !== null) ?? null,
  };
}

export function hallOfFame({halls}: Summary, {rules, columns}: Pick<Setup, 'rules' | 'columns'>): HallOfFame {
  return halls.find((hall) => hall.rules === rules && hall.columns === columns)?.entries ?? [];
}

export function lastSetup({last}: Summary): Setup | null {
  return (last && gameIn(last)?.setup) ?? null;
}

export function withoutMoves(text: string): string {
  const cut = text.indexOf(MOVES);
  return cut === -1 ? text : `${text.slice(0, cut)}}`;
}

/**
 * Adds a game that has just ended: returns its line, and the lines that it replaces, which are earlier ends of the same
 * game, undone since. A day counts once for each person: played again, its dice are known.
 */
export function addToLog(
  log: Log,
  {game, actions}: Played,
  when: Date,
): {readonly text: string; readonly replaced: readonly Line[]} {
  const isEarlier = earlierEndsOf({game, actions});
  const replaced = log.filter((line) => isEarlier(line.text()));
  const days = daysOf(log.filter((line) => !replaced.includes(line)));
  return {text: formatLine(loggedGame(game, when.toISOString()), days, actions), replaced};
}

export interface Merged {
  readonly texts: readonly string[];
  /** Games that came in. */
  readonly added: number;
  /** Games that were there already. */
  readonly present: number;
  /** Numbers of the other log's lines that hold no finished game. */
  readonly damaged: readonly number[];
}

/** Merges another log into a log, by date. Games that have their moves are replayed, so that their totals are right. */
export function mergeLogs(log: Log, other: Log): Merged {
  const dated = log.map((line) => ({date: gameIn(line)?.date ?? '', text: line.text()}));
  const there = new Set(gamesIn(log).map(identityOf));
  const days = daysOf(log);
  const damaged: number[] = [];
  const before = there.size;
  for (const line of other) {
    const replayed = replay(line);
    if (replayed === null) {
      damaged.push(line.number);
      continue;
    }
    const {game, actions} = replayed;
    if (there.has(identityOf(game))) continue;
    there.add(identityOf(game));
    dated.push({date: game.date, text: formatLine(game, days, actions)});
  }
  dated.sort((one, another) => (one.date < another.date ? -1 : Number(one.date > another.date)));
  const added = there.size - before;
  return {
    texts: dated.map(({text}) => text),
    added,
    present: other.length - damaged.length - added,
    damaged,
  };
}

/** Returns the entries of a game in its hall of fame, with their places from 1, if it is the last game of the log. */
export function placesOf(summary: Summary, {game}: Played): readonly Place[] {
  const line = game.phase === 'over' ? summary.last : null;
  const last = line && gameIn(line);
  if (last === null || JSON.stringify(last) !== JSON.stringify(loggedGame(game, last.date))) return [];
  return hallOfFame(summary, last.setup)
    .map((entry, index) => ({...entry, place: index + 1}))
    .filter((entry) => entry.line === line);
}

/** Returns the line to share of the first game with the dice of a day; null if it was not played. */
export function lineOfDay(log: Log, day: string): string | null {
  const line = log.find(({text}) => text().includes(`"day":"${day}"`));
  const logged = line === undefined ? null : gameIn(line);
  if (line === undefined || logged === null) return null;
  const played = parseGame(line.text());
  const shared = 'problem' in played ? null : sharedLine(played.game);
  return shared ?? `Fivedice ${day}: ${logged.totals.join()}`;
}

export interface DayResult {
  readonly total: number;
  /** The dice were not known: the game began on its day, and counts for the streak. */
  readonly isInTime: boolean;
}

/** Returns the first result of each day whose dice were played. */
export function dayResults(log: Log): ReadonlyMap<string, DayResult> {
  const results = new Map<string, DayResult>();
  for (const {setup, totals} of gamesIn(dailyIn(log))) {
    const {dice} = setup;
    if (dice === 'typed' || dice.day === undefined || results.has(dice.day)) continue;
    results.set(dice.day, {total: totals[0] ?? 0, isInTime: dice.known !== true});
  }
  return results;
}

function dailyIn(log: Log): Log {
  return log.filter(({text}) => text().includes('"day":"'));
}

function entriesOf(line: Line): Entry[] {
  const game = gameIn(line);
  if (game === null || exclusionReason({setup: game.setup, hinted: game.hinted === true}) !== null) return [];
  return game.setup.players
    .map((name, player) => ({name, score: game.totals[player] ?? 0, line}))
    .filter((_, player) => strengthOf(game.setup, player) === null);
}

/** Returns what a line says of a finished game, in the order of its keys. */
function loggedGame({setup, cards, hinted}: Game, date: string): LoggedGame {
  const {rules, columns, players, computers, dice} = setup;
  return {
    totals: cards.map((card) => totalOf(card, rules)),
    setup: {rules, columns, players, ...(computers && {computers}), dice},
    yahtzees: cards.map(yahtzeesIn),
    bonuses: cards.map((card) => card.filter((column) => columnTotals(column, rules).upperBonus > 0).length),
    ...(hinted && {hinted: true}),
    date,
  };
}

/** Each further Yahtzee earns a bonus of 100, times the factor of its column. */
function yahtzeesIn(card: Scorecard): number {
  const inColumn = ({boxes, yahtzeeBonus, factor}: Column): number =>
    (boxes.yahtzee ? 1 : 0) + Math.round(yahtzeeBonus / (100 * factor));
  return card.reduce((sum, column) => sum + inColumn(column), 0);
}

/** Formats a line, and adds its day to `days`. */
function formatLine(game: LoggedGame, days: Set<string>, actions?: readonly Action[]): string {
  const {setup} = game;
  const day = dayOf(game);
  const isAgain = day !== null && days.has(day) && setup.dice !== 'typed';
  if (day !== null) days.add(day);
  const known = isAgain ? {setup: {...setup, dice: {...setup.dice, known: true}}} : {};
  return JSON.stringify({...game, ...known, actions});
}

/** Names the day and the person of a game that counts for the day; null if it is another game. */
function dayOf({setup: {dice, players}}: LoggedGame): string | null {
  const isDaily = dice !== 'typed' && dice.day !== undefined && dice.known === undefined;
  return isDaily ? `${dice.day} ${nameKey(players[0] ?? '')}` : null;
}

function daysOf(log: Log): Set<string> {
  return new Set(gamesIn(dailyIn(log)).flatMap((game) => dayOf(game) ?? []));
}

/** Returns a test for lines of the same game that end where this one was undone, or as it did. */
function earlierEndsOf({game, actions}: Played): (line: string) => boolean {
  const setup = `"setup":${JSON.stringify(loggedGame(game, '').setup)},`;
  const moves = JSON.stringify(actions).slice(1, -1);
  return (line) => {
    const cut = line.indexOf(MOVES);
    const before = line.slice(cut + MOVES.length, -2);
    const isBefore = moves === before || moves.startsWith(`${before},{"action":"undo"}`);
    if (cut === -1 || !isBefore) return false;
    // The log may have marked the dice of the earlier end as known.
    const start = line.slice(0, cut);
    return start.includes(setup) || start.replace(',"known":true', '').includes(setup);
  };
}

/** Returns the game of a line as its moves tell it, if the line has any; null if the line holds no finished game. */
function replay(line: Line): {readonly game: LoggedGame; readonly actions?: readonly Action[]} | null {
  const game = gameIn(line);
  if (game === null || !line.text().includes(MOVES)) return game && {game};
  const played = parseGame(line.text());
  if ('problem' in played || played.game.phase !== 'over') return null;
  return {game: loggedGame(played.game, game.date), actions: played.actions};
}

function identityOf({date, setup, totals}: LoggedGame): string {
  return JSON.stringify([date, setup.players, totals]);
}
