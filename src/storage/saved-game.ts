/*
 * A game as one line of JSON: its setup, its actions and, in the log, the result. Reading replays the actions, so a
 * parsed game is always valid. Pure.
 */
import {actionOf, countsIn, isTrue, recordOf, refuse, setupOf} from '../game/door.js';
import {printable} from '../game/format.js';
import {type Played, replay} from '../game/game.js';
import type {Setup} from '../game/setup.js';

export interface Problem {
  readonly problem: string;
}

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

/** Max characters of a problem. */
const LONGEST_PROBLEM = 200;

const LOGGED_KEYS = ['totals', 'setup', 'yahtzees', 'bonuses', 'hinted', 'date'] as const;

/** Formats a game as JSON on one line, without a newline. */
export function formatGame({game, actions}: Played): string {
  return JSON.stringify({setup: game.setup, actions});
}

/** Parses a game, or says why the text holds none. A line of the log is a game, too. */
export function parseGame(text: string): Played | Problem {
  try {
    const {setup, actions, date} = recordOf('game', JSON.parse(text), [...LOGGED_KEYS, 'actions']);
    if (date !== undefined) dateIn(date);
    if (!Array.isArray(actions)) return {problem: 'actions must be a list'};
    const checked = actions.map((one, index) => actionOf(one, `actions.${index}`));
    const game = replay(setupOf(setup), checked);
    return 'refusal' in game
      ? {problem: `action ${game.at}: ${game.refusal.replace(/\.$/, '')}`}
      : {game, actions: checked};
  } catch (error) {
    if (error instanceof SyntaxError) return {problem: 'not JSON'};
    if (error instanceof RangeError) return {problem: printable(error.message, LONGEST_PROBLEM)};
    throw error;
  }
}

/** Parses a line of the log without its moves. @throws SyntaxError or RangeError unless it is a finished game */
export function parseLogged(text: string): LoggedGame {
  const json = recordOf('game', JSON.parse(text), LOGGED_KEYS);
  const setup = setupOf(json.setup);
  const ofEach = (name: 'totals' | 'yahtzees' | 'bonuses'): number[] => {
    const counts = countsIn(name, json[name]);
    return counts.length === setup.players.length ? counts : refuse(name, 'a number for each player', counts);
  };
  const [totals, yahtzees, bonuses] = [ofEach('totals'), ofEach('yahtzees'), ofEach('bonuses')];
  return {
    totals,
    setup,
    yahtzees,
    bonuses,
    ...(isTrue('hinted', json.hinted) && {hinted: true}),
    date: dateIn(json.date),
  };
}

/** Returns an ISO date and time, which sorts as text. @throws RangeError if it is anything else */
function dateIn(json: unknown): string {
  const isDate = typeof json === 'string' && !Number.isNaN(Date.parse(json));
  return isDate && new Date(json).toISOString() === json
    ? json
    : refuse('date', 'an ISO date and time', json);
}
