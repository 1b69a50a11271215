/*
 * The questions before a game, line by line before either front end: whether to go on with a kept game, how many play,
 * and their names. A refused answer leaves its question standing; nothing that was answered before is lost.
 */
import {newGame, type Played, type Refusal} from '../game/game.js';
import {checkedNames, computerName, MAX_PLAYERS, problemOfName, sameName, tidyName} from '../game/players.js';
import {areKnown, dayIn, type Setup, type Strength} from '../game/setup.js';
import {hallOfFame, type Log, lastGame} from '../storage/log.js';
import {hasControls} from './dialogue/answers.js';
import * as messages from './messages.js';
import {REFUSALS} from './messages.js';

/** A game as the flags describe it. */
export interface Settings {
  /** Null players are asked for. */
  readonly setup: Omit<Setup, 'players'> & {readonly players: readonly string[] | null};
  /** The players, rules and columns of the last game are offered again. */
  readonly offersLast: boolean;
  /** Computers that play in a new game, after the people. */
  readonly computers: readonly Strength[];
  /** File of the game as the player named it; null without `--save`. */
  readonly savedIn: string | null;
}

/** Contents of the player's files. */
export interface Found {
  readonly kept: Played | null;
  /** Another window plays the kept game. */
  readonly isElsewhere: boolean;
  /** Reads the log; a game on the full screen starts without it. */
  readonly log: () => Log;
}

/** A game to play; line by line, `said` and `note` are printed above it. */
export interface Begun {
  readonly played: Played;
  readonly said: () => string;
  readonly note: string | null;
}

/** Yields questions up to the prompt, takes a typed line for each, and returns null if the player quits. */
export type Asking<T> = Generator<string, T | null, string>;

export function* setUp(settings: Settings, {kept, isElsewhere, log}: Found): Asking<Begun> {
  const isOffered = kept !== null && (settings.savedIn === null || isElsewhere);
  const answer = isOffered
    ? yield* ask('', messages.askGoOn(kept.game, isElsewhere), messages.HELP_GO_ON, parseGoOn)
    : {goesOn: kept !== null};
  if (answer === null) return null;
  const {setup} = answer.goesOn && kept !== null ? kept.game : settings;
  const said = (): string =>
    [
      `${isOffered ? '\n' : ''}${messages.welcome(setup.rules, setup.columns)}`,
      ...(setup.dice === 'typed'
        ? [messages.CHEAT_MODE]
        : dayIn(setup) !== null && areKnown(setup)
          ? [messages.KNOWN_DAY]
          : []),
      `\n${messages.hallOfFameInWords(hallOfFame(log(), setup), setup.columns)}`,
    ].join('\n');
  if (answer.goesOn && kept !== null) return {played: kept, said, note: messages.goesOn(settings.savedIn)};
  const {players} = settings.setup;
  return players === null
    ? yield* askPlayers(settings, settings.offersLast ? (lastGame(log())?.setup ?? null) : null, said())
    : begin(settings, players, said);
}

function* askPlayers(settings: Settings, last: Setup | null, greeting: string): Asking<Begun> {
  const {setup, computers} = settings;
  const most = dayIn(setup) !== null ? 1 : MAX_PLAYERS - computers.length;
  for (let said = greeting; ; said = '') {
    const answer =
      most === 1
        ? {count: 1, cheat: false}
        : yield* ask(
            `${said}\n`,
            messages.askPlayers(most, last?.players ?? null),
            messages.helpPlayers(most, last !== null),
            (text) => (text === '' && last !== null ? last : parsePlayers(text, most)),
          );
    if (answer === null) return null;
    if ('players' in answer) {
      const again = {...settings, setup: {...answer, dice: setup.dice}, computers: []};
      return begin(again, answer.players, () => `\n${messages.rulesInWords(answer.rules)}\n`);
    }
    const {count, cheat} = answer;
    const names = yield* askNames(count, most === 1 ? said : cheat ? `\n${messages.CHEAT_MODE}\n` : '');
    if (names === null) return null;
    if (names !== 'back')
      return begin({...settings, setup: {...setup, dice: cheat ? 'typed' : setup.dice}}, names, () => '');
  }
}

function* askNames(count: number, cheatMode: string): Asking<readonly string[] | 'back'> {
  const names: string[] = [];
  let said = cheatMode;
  while (names.length < count) {
    const question = messages.askName(names.length + 1);
    const answer = yield* ask(`${said}\n`, question, messages.HELP_NAME, (text) =>
      text.toLowerCase() === 'back' ? {name: null} : parseName(text, names),
    );
    said = '';
    if (answer === null) return null;
    if (answer.name !== null) names.push(answer.name);
    else if (names.pop() === undefined) return 'back';
  }
  return names;
}

/** Asks until the answer can be parsed; `help` and `quit` work at each question. */
function* ask<T extends object>(
  said: string,
  question: string,
  help: string,
  read: (text: string) => T | Refusal,
): Asking<Exclude<T, Refusal>> {
  let output = `${said}${question}\n> `;
  for (;;) {
    const text = (yield output).trim();
    const word = text.toLowerCase();
    if (word === 'quit') return null;
    const answer = hasControls(text)
      ? {refusal: REFUSALS.keys()}
      : word === '?' || word === 'help'
        ? {refusal: help}
        : read(text);
    if (!('refusal' in answer)) return answer as Exclude<T, Refusal>;
    output = `\n${answer.refusal}\n${question}\n> `;
  }
}

/** Makes a new game with the computers after the people; each computer gets a name that nobody else has. */
function begin(settings: Settings, persons: readonly string[], said: Begun['said']): Begun {
  const {setup, computers} = settings;
  const players = [...persons];
  for (const strength of computers) players.push(computerName(strength, players));
  const seats = computers.length === 0 ? {} : {computers: [...persons.map(() => null), ...computers]};
  return {
    played: {game: newGame({...setup, players: checkedNames(players), ...seats}), actions: []},
    said,
    note: null,
  };
}

/** Asks for another game. */
export function askAgain(): Asking<{readonly goesOn: boolean}> {
  return ask('\n', messages.AGAIN, messages.HELP_AGAIN, (text) =>
    text.toLowerCase() === 'q' ? {goesOn: false} : parseGoOn(text),
  );
}

/** Parses the answer to an offer; Enter is yes. */
function parseGoOn(text: string): {readonly goesOn: boolean} | Refusal {
  const word = text.toLowerCase();
  if (['', 'y', 'yes'].includes(word)) return {goesOn: true};
  return ['n', 'no'].includes(word) ? {goesOn: false} : {refusal: REFUSALS.notGoOn(text)};
}

/** Parses the number of people; `-99` is one person in cheat mode (the student's extensions), without computers. */
function parsePlayers(text: string, most: number) {
  if (text === '-99' && most === MAX_PLAYERS) return {count: 1, cheat: true};
  const count = /^\d$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return {count, cheat: false};
  return {refusal: REFUSALS.notPlayers(text, most)};
}

export function parseName(text: string, taken: readonly string[]): {readonly name: string} | Refusal {
  const name = tidyName(text);
  const problem = problemOfName(name);
  if (problem !== null) return {refusal: REFUSALS.name(problem)};
  const same = sameName(name, taken);
  return same === undefined ? {name} : {refusal: REFUSALS.sameName(same)};
}
