/*
 * The log: a line of JSON for each finished game, oldest first. A line begins with what the halls of fame and the
 * statistics need; the moves come last, and only a review or a share line replays them. Pure: the terminal keeps the
 * lines in a file, the page in the browser's storage.
 */
import {type Action, exclusionReason, type Game, type Played} from '../game/game.js';
import {nameKey} from '../game/players.js';
import {areKnown, dayIn, type Setup, strengthOf} from '../game/setup.js';
import {sharedLine} from '../game/shared-line.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {type Column, columnTotals, type Scorecard, totalOf} from '../rules/scorecard.js';
import {type LoggedGame, parseGame, parseLogged} from './saved-game.js';

/** A class of games whose scores are comparable; each has its own hall of fame. */
export interface Kind {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
}

/** Every kind, in display order. */
export const KINDS: readonly Kind[] = RULE_SETS.flatMap((rules) =>
  COLUMN_NUMBERS.map((columns) => ({rules, columns})),
);

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Null if the line holds no finished game. */
  readonly game: LoggedGame | null;
}

/** The lines of a log that are not blank. */
export type Log = readonly Line[];

export interface Entry {
  readonly name: string;
  readonly score: number;
  readonly game: LoggedGame;
}

/** The best scores of people, best first, without games that `exclusionReason` excludes. */
export type HallOfFame = readonly Entry[];

/** An entry and its place, from 1. */
export type Place = Entry & {readonly place: number};

/** Max entries of a hall of fame (CS106A handout, "Extensions"). */
const PLACES = 10;

/** Start of the moves in a line. No string contains it: JSON escapes quotes. */
const MOVES = ',"actions":[';

export function parseLog(text: string): Log {
  return text
    .split('\n')
    .map((line, index) => lineOf(line, index + 1))
    .filter((line) => line.text.trim() !== '');
}

function lineOf(text: string, number: number): Line {
  try {
    return {number, text, game: parseLogged(withoutMoves(text))};
  } catch {
    return {number, text, game: null};
  }
}

export function gamesIn(log: Log): LoggedGame[] {
  return log.flatMap(({game}) => game ?? []);
}

export function hallOfFame(log: Log, {rules, columns}: Pick<Setup, 'rules' | 'columns'>): HallOfFame {
  return log
    .flatMap((line) =>
      line.game?.setup.rules === rules && line.game.setup.columns === columns ? entriesOf(line) : [],
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, PLACES);
}

export function lastGame(log: Log): LoggedGame | null {
  return log.findLast(({game}) => game !== null)?.game ?? null;
}

export function withoutMoves(text: string): string {
  const cut = text.indexOf(MOVES);
  return cut === -1 ? text : `${text.slice(0, cut)}}`;
}

/**
 * Adds a game that has just ended as the last line, and removes lines of the same game whose end was undone. A day
 * counts once for each person: when it is played again, its dice are known.
 */
export function addToLog(log: Log, {game, actions}: Played, when: Date): Log {
  const isEarlier = earlierEndsOf({game, actions});
  const others = log.filter((line) => !isEarlier(line));
  const text = formatLine(loggedGame(game, when.toISOString()), daysOf(others), actions);
  return [...others, lineOf(text, (others.at(-1)?.number ?? 0) + 1)];
}

export type Merged = ReturnType<typeof mergeLogs>;

/** Merges another log into a log, by date. Games with moves are replayed, so that their totals are right. */
export function mergeLogs(log: Log, other: Log) {
  const known = new Set(gamesIn(log).map(identityOf));
  const days = daysOf(log);
  const replayed = other.map((line) => ({number: line.number, found: replay(line)}));
  const fresh = replayed.flatMap(({found}) => {
    if (found === null || known.has(identityOf(found.game))) return [];
    known.add(identityOf(found.game));
    return {date: found.game.date, text: formatLine(found.game, days, found.actions)};
  });
  const damaged = replayed.flatMap(({number, found}) => (found === null ? number : []));
  const texts = [...log.map(({game, text}) => ({date: game?.date ?? '', text})), ...fresh]
    .sort((one, another) => one.date.localeCompare(another.date))
    .map(({text}) => text);
  return {
    texts,
    /** Number of games added. */
    added: fresh.length,
    /** Number of games that were in the log already. */
    present: other.length - damaged.length - fresh.length,
    /** Numbers of the other log's lines that hold no finished game. */
    damaged,
  };
}

/** Returns the entries of a game in its hall of fame, with their places from 1, if it is the last game of the log. */
export function placesOf(log: Log, {game}: Played): readonly Place[] {
  const last = lastGame(log);
  if (game.phase !== 'over' || last === null) return [];
  if (JSON.stringify(last) !== JSON.stringify(loggedGame(game, last.date))) return [];
  return hallOfFame(log, last.setup)
    .map((entry, index) => ({...entry, place: index + 1}))
    .filter((entry) => entry.game === last);
}

/** Returns the line to share of the first game with the dice of a day; null if it was not played. */
export function lineOfDay(log: Log, day: string): string | null {
  const line = log.find(({game}) => game !== null && dayIn(game.setup) === day);
  if (line === undefined) return null;
  const played = parseGame(line.text);
  const shared = 'problem' in played ? null : sharedLine(played.game);
  return shared ?? `Fivedice ${day}: ${line.game?.totals.join()}`;
}

export interface DayResult {
  readonly total: number;
  /** The dice were not known: the game began on its day, and counts for the streak. */
  readonly isInTime: boolean;
}

/** Returns the first result of each day whose dice were played. */
export function dayResults(log: Log): ReadonlyMap<string, DayResult> {
  const results = new Map<string, DayResult>();
  for (const game of gamesIn(log)) {
    const {setup, totals} = game;
    const day = dayIn(setup);
    if (day === null || results.has(day)) continue;
    results.set(day, {total: totals[0] ?? 0, isInTime: !areKnown(setup)});
  }
  return results;
}

function entriesOf({game}: Line): Entry[] {
  if (game === null || exclusionReason({setup: game.setup, hinted: game.hinted === true}) !== null) return [];
  return game.setup.players
    .map((name, player) => ({name, score: game.totals[player] ?? 0, game}))
    .filter((_, player) => strengthOf(game.setup, player) === null);
}

/** Returns the fields of a finished game's line, in their order. */
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

/** Formats a line. `days` has the `personAndDay` of each game that counts already; the game's is added. */
function formatLine(game: LoggedGame, days: Set<string>, actions?: readonly Action[]): string {
  const {setup} = game;
  const day = personAndDay(game);
  const isAgain = day !== null && days.has(day) && setup.dice !== 'typed';
  if (day !== null) days.add(day);
  const known = isAgain ? {setup: {...setup, dice: {...setup.dice, known: true}}} : {};
  return JSON.stringify({...game, ...known, actions});
}

/** Returns a key of the person and the day; null unless the game counts for a day. */
function personAndDay(game: LoggedGame): string | null {
  const day = dayIn(game.setup);
  return day === null || areKnown(game.setup) ? null : `${day} ${nameKey(game.setup.players[0] ?? '')}`;
}

function daysOf(log: Log): Set<string> {
  return new Set(gamesIn(log).flatMap((game) => personAndDay(game) ?? []));
}

/** Returns a key of the setup. It leaves out `known`, which the log may have set. */
function dealOf({rules, columns, players, computers, dice}: Setup): string {
  return JSON.stringify([rules, columns, players, computers, dice === 'typed' ? dice : dice.seed]);
}

/** Returns the moves of a line as JSON, without brackets; null if it has none. */
function movesIn(line: string): string | null {
  const cut = line.indexOf(MOVES);
  return cut === -1 ? null : line.slice(cut + MOVES.length, -2);
}

/** Returns a test for lines of the same game: with the same moves, or with an end that was undone later. */
function earlierEndsOf({game: {setup}, actions}: Played): (line: Line) => boolean {
  const deal = dealOf(setup);
  const moves = JSON.stringify(actions).slice(1, -1);
  return ({game, text}) => {
    if (game === null || dealOf(game.setup) !== deal || (areKnown(setup) && !areKnown(game.setup)))
      return false;
    const before = movesIn(text);
    return before !== null && (moves === before || moves.startsWith(`${before},{"action":"undo"}`));
  };
}

/** Returns the game of a line, replayed if it has moves; null if the line holds no finished game. */
function replay({
  game,
  text,
}: Line): {readonly game: LoggedGame; readonly actions?: readonly Action[]} | null {
  if (game === null || movesIn(text) === null) return game && {game};
  const played = parseGame(text);
  if ('problem' in played || played.game.phase !== 'over') return null;
  return {game: loggedGame(played.game, game.date), actions: played.actions};
}

function identityOf({date, setup, totals}: LoggedGame): string {
  return JSON.stringify([date, setup.players, totals]);
}
