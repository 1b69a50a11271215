/*
 * The log: a line of JSON for each finished game, as `saved-game.ts` writes it. The hall of fame, the game before, the
 * line of a day and the statistics are read off it. Pure: the terminal has the lines in a file, the page in the
 * browser's storage.
 */
import {type Action, exclusionReason, type Game} from '../game/game.js';
import {type Setup, strengthOf} from '../game/setup.js';
import {sharedLine} from '../game/shared-line.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/rule-sets.js';
import {totalOf} from '../rules/scorecard.js';
import {formatGame, parseGame, type SavedGame} from './saved-game.js';

/** A class of games whose scores are comparable; each has its own hall of fame. */
export interface Kind {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
}

/** Every kind, in display order. */
export const KINDS: readonly Kind[] = RULE_SETS.flatMap((rules) =>
  COLUMN_NUMBERS.map((columns) => ({rules, columns})),
);

export interface Log {
  /** Finished games, oldest first. */
  readonly games: readonly SavedGame[];
  /** Numbers of the lines that hold no finished game, from 1. */
  readonly damaged: readonly number[];
}

export interface Entry {
  readonly name: string;
  readonly score: number;
  readonly game: Game;
}

/** Best first; ties keep the order in which they were played. */
export type HallOfFame = readonly Entry[];

/** Max entries of a hall of fame (CS106A handout, "Extensions"). */
const PLACES = 10;

/** Parses a log. A game that was undone at its end and ended again counts once, with its last end. */
export function parseLog(text: string): Log {
  const games = new Map<number, SavedGame>();
  const damaged: number[] = [];
  const courses = new Map<string, number>();
  // Numbers each course of a game by the course before it and what followed: whole courses would take quadratic time.
  const courseAfter = (before: number, next: Setup | readonly Action[]): number => {
    const key = `${before} ${JSON.stringify(next)}`;
    const course = courses.get(key) ?? courses.size + 1;
    courses.set(key, course);
    return course;
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const saved = parseGame(line);
    if ('problem' in saved || saved.game.phase !== 'over') {
      damaged.push(index + 1);
      continue;
    }
    const {game, actions} = saved;
    let course = courseAfter(0, game.setup);
    let done = 0;
    for (const [index, {action}] of actions.entries()) {
      if (action !== 'undo') continue;
      course = courseAfter(course, actions.slice(done, index));
      done = index;
      // The game may have been over, and logged, before this was taken back.
      games.delete(course);
    }
    course = courseAfter(course, actions.slice(done));
    games.delete(course);
    games.set(course, saved);
  }
  return {games: [...games.values()], damaged};
}

/** Returns the log's text with one more game. A line that was cut off stays a line of its own. */
export function addToLog(text: string, saved: SavedGame, when: Date): string {
  const line = formatGame({...saved, date: when.toISOString()});
  return `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** Returns the best scores of people in games of a kind, without games that `exclusionReason` excludes. */
export function hallOfFame(
  games: readonly SavedGame[],
  {rules, columns}: Pick<Setup, 'rules' | 'columns'>,
): HallOfFame {
  const isKind = ({setup}: Game): boolean => setup.rules === rules && setup.columns === columns;
  return games
    .flatMap(({game}) => (isKind(game) ? entriesOf(game) : []))
    .sort((one, other) => other.score - one.score)
    .slice(0, PLACES);
}

/** Returns the entries of a game in a hall of fame, with their places from 1. */
export function placesOf(hall: HallOfFame, game: Game): readonly (Entry & {readonly place: number})[] {
  return hall.map((entry, index) => ({...entry, place: index + 1})).filter((entry) => entry.game === game);
}

/** Returns the line to share of the game with the dice of a day; null if it was not played. */
export function lineOfDay(games: readonly SavedGame[], day: string): string | null {
  const played = games.find(({game: {setup}}) => setup.dice !== 'typed' && setup.dice.day === day);
  return played === undefined ? null : sharedLine(played.game);
}

function entriesOf(game: Game): Entry[] {
  if (exclusionReason(game) !== null) return [];
  return game.setup.players
    .map((name, player) => ({name, score: totalOf(game.cards[player] ?? []), game}))
    .filter((_, player) => strengthOf(game.setup, player) === null);
}
