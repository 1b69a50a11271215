/* The flags of `fivedice play`, and the settings that follow from them. */

import {AVERAGES, SHARK} from '../analysis/averages.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {isCapable} from '../command-line/terminal.js';
import {usageError} from '../command-line/user-error.js';
import {dayOf} from '../game/daily.js';
import {MAX_PLAYERS} from '../game/players.js';
import {randomSeed} from '../game/random.js';
import {type Setup, STRENGTHS, type Strength, setupOfDay} from '../game/setup.js';
import {COLUMN_NUMBERS, RULE_SETS, RULES, summaryOf} from '../rules/rule-sets.js';
import type {Table} from '../table/state.js';
import {parseName, type Settings} from './setup.js';

const POINTS = 'points on average by the official rules';

const COMPUTERS: Readonly<Record<Strength, string>> = {
  beginner: `rolls for as many of a kind as it can; ${AVERAGES.beginner} ${POINTS}`,
  casual: `keeps runs and pairs by rules of thumb; ${AVERAGES.casual} ${POINTS}`,
  expert: `makes the best choice for points every time; ${AVERAGES.expert} ${POINTS}`,
  shark: `plays to win, as soon as that can be worked out; wins ${SHARK.wins} ± ${SHARK.error} of 100 games against an expert`,
};

export const COMMAND: Command = {
  name: 'play',
  usage: '',
  about: `Plays the whole game: on a full screen where the terminal has one, and line by line on a pipe. Asks for the
    players unless they are named. ? lists the keys, or what can be typed. On a terminal, a game without --save is kept
    until it is over, and offered again at the next start.`,
  flags: [
    {
      name: 'players',
      takes: 'NAMES',
      help: 'one to four names, with commas between them: Eric,Julie',
    },
    {
      name: 'computer',
      takes: 'STRENGTH',
      many: true,
      help: [
        'adds a computer player after the people; repeat it for more, up to four players in all',
        ...STRENGTHS.map((one) => `${one}: ${COMPUTERS[one]}`),
      ],
    },
    {
      name: 'rules',
      takes: 'RULES',
      help: ['one of (official)', ...RULE_SETS.map((name) => `${name}: ${summaryOf(RULES[name])}`)],
    },
    {
      name: 'columns',
      takes: 'N',
      help: '1, 2 or 3 columns on each card, worth x1, x2 and x3 (1)',
    },
    {
      name: 'seed',
      takes: 'N',
      help: 'a whole number: the same number rolls the same dice; does not enter the hall of fame',
    },
    {
      name: 'cheat',
      help: 'type the dice instead of rolling them, as the seed -99 does in CS106A; does not enter the hall of fame',
    },
    {
      name: 'save',
      takes: 'FILE',
      help: 'keep the game in FILE, or continue the game that is there; FILE is removed at the end',
    },
    {
      name: 'daily',
      help: 'the dice of the day, the same for everybody: one person, official rules, one column; prints a line to share',
    },
    {name: 'lines', help: 'ask line by line, on a terminal too'},
    {name: 'no-motion', help: 'on the full screen, show each roll at once'},
  ],
  exitStatus: `0 the game is over, saved or kept; 1 it was left before its end and not kept; 2 the command line or a file was
    wrong; 3 a file or a stream failed; 130 Ctrl-C, 131 Ctrl-\\, 129 the terminal was closed, 143 it was terminated.`,
};

/**
 * Returns the settings that the flags ask for.
 *
 * @throws UserError for a flag that no game can be played with
 */
export function settingsOf(given: ParsedFlags): Settings {
  for (const [flag, others] of CONFLICTING_FLAGS) {
    const other = given.has(flag) && others.find((one) => given.has(one));
    if (other) throw usageError(`--${flag} and --${other} do not go together: leave one of them out`);
  }
  const players = namesOf(given);
  return {
    setup: {
      players,
      rules: given.choice('rules', RULE_SETS) ?? 'official',
      columns: given.choice('columns', COLUMN_NUMBERS) ?? 1,
      dice: diceIn(given),
    },
    offersLast: players === null && isAtTerminal() && !OF_ANOTHER_GAME.some((flag) => given.has(flag)),
    computers: computersOf(given, players?.length ?? 1),
    savedIn: given.text('save'),
  };
}

/** Flags that ask for another game than the last one. */
const OF_ANOTHER_GAME = ['computer', 'cheat', 'daily', 'rules', 'columns'];

/** Typed dice are not rolled; the dice of the day are for one person, the official rules and one column. */
const CONFLICTING_FLAGS: readonly (readonly [flag: string, others: readonly string[]])[] = [
  ['cheat', ['seed', 'computer']],
  ['daily', ['seed', 'cheat', 'computer', 'rules', 'columns']],
];

function diceIn(given: ParsedFlags): Setup['dice'] {
  if (given.has('cheat')) return 'typed';
  const today = given.has('daily') ? setupOfDay(dayOf(new Date()), 'any') : null;
  const seed = given.count('seed', 0);
  return today?.dice ?? (seed === null ? {seed: randomSeed()} : {seed, known: true});
}

/** Tests if a person types the input and sees the output. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Returns the setup of the full screen; null if the game is played line by line. */
export function seatOf(given: ParsedFlags): Pick<Table, 'motion'> | null {
  if (given.has('lines') || !isCapable(process.env) || !isAtTerminal()) return null;
  return {motion: !given.has('no-motion')};
}

function namesOf(given: ParsedFlags): readonly string[] | null {
  const text = given.text('players');
  if (text === null) return null;
  if (/^[-+]?\d+$/.test(text))
    throw usageError(`--players takes one to ${MAX_PLAYERS} names, as in Eric,Julie, not the number ${text}`);
  const names: string[] = [];
  for (const part of text.split(',')) {
    const parsed = parseName(part, names);
    if ('refusal' in parsed) throw usageError(`--players: ${parsed.refusal}`);
    names.push(parsed.name);
  }
  const most = given.has('daily') ? 1 : MAX_PLAYERS;
  if (names.length > most)
    throw usageError(
      `--players takes ${most === 1 ? 'one name with --daily' : `one to ${most} names`}, not ${names.length}`,
    );
  return names;
}

function computersOf(given: ParsedFlags, persons: number): readonly Strength[] {
  const computers = given.choices('computer', STRENGTHS);
  if (persons + computers.length > MAX_PLAYERS) {
    const who = `${computers.length} by --computer, and ${persons} by name`;
    throw usageError(`at most ${MAX_PLAYERS} can play, not ${persons + computers.length}: ${who}`);
  }
  return computers;
}
