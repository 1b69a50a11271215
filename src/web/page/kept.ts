/* What the browser keeps: the game after every event, the view, and files that are saved and opened. */

import {scoresIn} from '../../game/hall-of-fame.js';
import {parseSetup} from '../../game/setup.js';
import {parseShared} from '../../game/shared-line.js';
import {formatHistory, type History, parseHistory} from '../../keeping/history.js';
import {formatGame, parseGame, type SavedGame} from '../../keeping/saved-game.js';
import {DIE_NUMBERS, type DieNumber} from '../../rules/dice.js';
import {VIEW_NAMES, type ViewName} from '../../table/layouts.js';
import {NOTICES} from '../../table/messages.js';
import type {LastSetup} from './start/setup.js';

export const GAME = 'fivedice.game';
const HELD = 'fivedice.held';
const VIEW = 'fivedice.view';
const DEALT = 'fivedice.dealt';
const SOUND = 'fivedice.sound';
const SETUP = 'fivedice.setup';
const HISTORY = 'fivedice.history';
const LINE = 'fivedice.day';
/** How many games that were dealt are remembered. */
const MOST_DEALT = 200;
/** What a saved game is called when it is downloaded. */
const FILE = 'fivedice-game.json';

/** What the browser does not keep, because it may not or is full: until the page is closed. */
const unkept = new Map<string, string>();

/** The text under a key; null if there is none. */
export function read(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or removes it if it is null. False if the browser does not keep it. */
export function write(key: string, text: string | null): boolean {
  unkept.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== null) unkept.set(key, text);
    return false;
  }
}

/** The game that was played last in this browser; null if there is none. */
export function keptGame(): SavedGame | {readonly problem: string} | null {
  const text = read(GAME);
  return text === null ? null : parseGame(text);
}

export function keepGame(saved: SavedGame | null): boolean {
  if (saved !== null && saved.game.setup.dice !== 'typed' && (diceSeen(saved) ?? Infinity) < diceIn(saved))
    keepSeen(saved.game.setup.dice.seed, diceIn(saved));
  return write(GAME, saved === null ? null : formatGame(saved));
}

/** Whether a game is still good for something: it goes on, or has scores that can be entered. */
export function isOpen({game, mark}: SavedGame): boolean {
  return game.phase !== 'over' || scoresIn(game, mark ?? null).length > 0;
}

/** Remembers how many dice were seen here of a game that was dealt here. */
export function keepSeen(seed: number, dice: number): void {
  const games = [...gamesDealt().set(seed, dice)].slice(-MOST_DEALT);
  write(DEALT, games.map((game) => game.join(' ')).join('\n'));
}

/** How many dice were seen here of a game that was dealt here; null for others. */
export function diceSeen({game: {setup}}: SavedGame): number | null {
  return setup.dice === 'typed' ? null : (gamesDealt().get(setup.dice.seed) ?? null);
}

/** Whether dice were seen here that a game has not rolled yet. */
export function isKnown(saved: SavedGame): boolean {
  return (diceSeen(saved) ?? 0) > diceIn(saved);
}

function gamesDealt(): Map<number, number> {
  const lines = (read(DEALT) ?? '').matchAll(/^(\d+) (\d+)$/gm);
  return new Map([...lines].map(([, seed, dice]) => [Number(seed), Number(dice)]));
}

function diceIn({actions}: SavedGame): number {
  const rolled = {roll: DIE_NUMBERS.length, place: 0, undo: 0, hint: 0};
  return actions.reduce(
    (sum, done) => sum + (done.action === 'reroll' ? done.numbers.length : rolled[done.action]),
    0,
  );
}

/** Why the kept game should not give way to another without a question, as a sentence; null if it may. */
export function lossBy(next: SavedGame): string | null {
  const left = keptGame();
  if (left === null) return null;
  if ('problem' in left) return NOTICES.losesUnreadable;
  if (left.actions.length === 0 || !isOpen(left) || courseOf(next).startsWith(courseOf(left))) return null;
  const players = left.game.setup.players.join(', ');
  return left.game.phase === 'over' ? NOTICES.losesScores(players) : NOTICES.losesGame(players);
}

/** How a game went, as a text: that of a game which goes on from here begins with it. */
function courseOf({game, actions}: SavedGame): string {
  return JSON.stringify([game.setup, ...actions]).slice(0, -1);
}

/** Keeps a game no longer; another one stays. */
export function forgetGame(saved: SavedGame): void {
  if (isKept(saved)) keepGame(null);
}

/** Hears when another window of this browser has changed the kept game, and whether there still is one. */
export function onOtherWindow(hears: (isKept: boolean) => void): void {
  addEventListener('storage', ({key, newValue}) => {
    if (key === GAME) hears(newValue !== null);
  });
}

/** The dice that were held in the game that is kept; null if that is not known. */
export function keptHeld(): readonly DieNumber[] | null {
  const numbers = read(HELD);
  return numbers === null ? null : DIE_NUMBERS.filter((number) => numbers.includes(`${number}`));
}

export function keepHeld(held: readonly DieNumber[] | null): void {
  write(HELD, held === null ? null : held.join(''));
}

export function keptView(): ViewName | undefined {
  const name = read(VIEW);
  return VIEW_NAMES.find((one) => one === name);
}

export function keepView(view: ViewName): void {
  write(VIEW, view);
}

export function keptSound(): boolean {
  return read(SOUND) !== null;
}

export function keepSound(hasSound: boolean): void {
  write(SOUND, hasSound ? 'on' : null);
}

/** Who played last and by which rules; null if that is not known. */
export function keptSetup(): LastSetup | null {
  try {
    const setup = parseSetup({...JSON.parse(read(SETUP) ?? ''), dice: {seed: 0}});
    return 'problem' in setup ? null : setup;
  } catch {
    return null;
  }
}

export function keepSetup({players, computers, rules, columns}: LastSetup): void {
  write(SETUP, JSON.stringify({players, computers, rules, columns}));
}

export function keptHistory(): History {
  return parseHistory(read(HISTORY) ?? '');
}

export function keepHistory(history: History): void {
  write(HISTORY, history.records.length + history.broken.length === 0 ? null : formatHistory(history));
}

/** The line of a day that was played here; null if it was not. */
export function keptLine(day: string): string | null {
  const line = read(LINE);
  return line !== null && parseShared(line)?.day === day ? line : null;
}

export function keepLine(line: string): void {
  write(LINE, line);
}

/** Gives the history out as a file. */
export function downloadHistory(history: History): void {
  downloadText(`${JSON.stringify(history.records, null, 1)}\n`, 'fivedice-history.json');
}

/** Whether a game is the one that is kept. */
export function isKept(saved: SavedGame): boolean {
  const left = keptGame();
  return left !== null && !('problem' in left) && formatGame(left) === formatGame(saved);
}

/** Gives the game to whoever plays, as the file that `fivedice play --save` takes. */
export function download(saved: SavedGame): void {
  downloadText(formatGame(saved));
}

/** Gives out what is kept, whether or not it can be read. */
export function downloadKept(): void {
  downloadText(read(GAME) ?? '');
}

function downloadText(text: string, name = FILE): void {
  const address = URL.createObjectURL(new Blob([text], {type: 'application/json'}));
  const link = document.createElement('a');
  Object.assign(link, {href: address, download: name});
  link.click();
  // The download has its bytes once the click is over.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** The game in a file, or why it holds none: a sentence that names the file. */
export async function gameIn(file: File): Promise<SavedGame | {readonly problem: string}> {
  const why = (problem: string) => ({problem: NOTICES.noGame(file.name, problem)});
  try {
    const saved = parseGame(new TextDecoder('utf-8', {fatal: true}).decode(await file.arrayBuffer()));
    return 'problem' in saved ? why(saved.problem) : saved;
  } catch (error) {
    return why(error instanceof TypeError ? 'it is not UTF-8' : `it cannot be read: ${error}`);
  }
}
