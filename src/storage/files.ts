/* The files of a user, the log and the autosave, in one folder (XDG Base Directory Specification). */
import {appendFileSync, existsSync, mkdirSync, rmSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, isAbsolute, join} from 'node:path';
import type {Played} from '../game/game.js';
import {isSystemError, NOT_THERE, problemWith, UnusableFile} from '../system/file-errors.js';
import {NotRegular, readRegularFile} from '../system/regular-file.js';
import {writeWhole} from '../system/whole-file.js';
import {Lock} from './lock.js';
import {addToLog, type Log, type Merged, mergeLogs, parseLog} from './log.js';
import {formatGame, parseGame} from './saved-game.js';

export type GameFile = ReturnType<typeof openGame>;

/**
 * Opens the file of a game that is not over yet, by default the autosave.
 *
 * @throws UnusableFile if the file cannot be read or holds no game
 */
export function openGame(path = dataFile('game.json')) {
  return {path, found: readGame(path), lock: new Lock(path)};
}

/** @throws UnusableFile, and changes nothing, if the file cannot be written or another window owns it */
export function writeGame({path, lock}: GameFile, game: Played): void {
  inFolderOf(path, () => {
    if (!lock.hold()) throw new UnusableFile(`${path} is open in another window`);
    writeWhole(path, [`${formatGame(game)}\n`]);
  });
}

/** Removes the file, unless another window owns it, and gives up the lock. */
export function removeGame({path, lock}: GameFile): void {
  inFolderOf(path, () => {
    if (!lock.isElsewhere()) rmSync(path, {force: true});
    lock.release();
  });
}

/**
 * Returns the game in a file; null if there is no file.
 *
 * @throws UnusableFile if the file cannot be read or holds no game
 */
export function readGame(path: string): Played | null {
  const text = textIn(path);
  if (text === null) return null;
  const game = parseGame(text);
  if ('problem' in game) throw new UnusableFile(`${path} holds no game: ${game.problem}`);
  return game;
}

/**
 * @param complain takes a sentence on damaged lines
 * @throws UnusableFile if the log cannot be read
 */
export function readLog(complain?: (problem: string) => void, path = logFile()): Log {
  const log = parseLog(textIn(path) ?? '');
  const damaged = log.filter(({game}) => game === null).map(({number}) => number);
  if (damaged.length > 0)
    complain?.(`${path}: skipped lines that hold no finished game: ${damaged.join(', ')}`);
  return log;
}

/**
 * Adds a game that has just ended to the log, and returns the log.
 *
 * @throws UnusableFile if the log cannot be read or written
 */
export function appendToLog(played: Played): Log {
  const path = logFile();
  const before = textIn(path) ?? '';
  const old = parseLog(before);
  const log = addToLog(old, played, new Date());
  // A last line that was cut off has no newline: rewriting the log gives the game a line of its own.
  const isCutOff = before !== '' && !before.endsWith('\n');
  if (log.length <= old.length || isCutOff) writeLog(log.map(({text}) => text));
  else inFolderOf(path, () => appendFileSync(path, `${log.at(-1)?.text}\n`));
  return log;
}

/**
 * Reads the games of another log into the log.
 *
 * @throws UnusableFile if a file cannot be read or written
 */
export function importLog(path: string): Merged {
  if (!existsSync(path)) throw new UnusableFile(`${path}: ${NOT_THERE}`);
  const merged = mergeLogs(readLog(), readLog(undefined, path));
  if (merged.added > 0) writeLog(merged.texts);
  return merged;
}

/**
 * Removes a line of the log, and returns its text; null if there is no such line.
 *
 * @throws UnusableFile if the log cannot be read or written
 */
export function removeFromLog(number: number): string | null {
  const log = readLog();
  const removed = log.find((line) => line.number === number);
  if (removed === undefined) return null;
  writeLog(log.flatMap((line) => (line === removed ? [] : line.text)));
  return removed.text;
}

function writeLog(texts: readonly string[]): void {
  const path = logFile();
  inFolderOf(path, () => writeWhole(path, [texts.map((text) => `${text}\n`).join('')]));
}

function logFile(): string {
  return dataFile('games.jsonl');
}

function dataFile(name: string): string {
  const {XDG_DATA_HOME: given = ''} = process.env;
  // "If an implementation encounters a relative path … it should consider the path invalid and ignore it."
  const folder = isAbsolute(given) ? given : join(homedir(), '.local/share');
  if (!isAbsolute(folder)) throw new UnusableFile('there is no home folder');
  return join(folder, 'fivedice', name);
}

/** Returns null if there is no such file. */
function textIn(path: string): string | null {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    if (error instanceof NotRegular) throw new UnusableFile(`${path}: ${error.message}`);
    throw problemWith(path, error);
  }
}

/** Makes the folder of a file if it is missing, then does some work with the file. */
function inFolderOf(path: string, work: () => void): void {
  try {
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    work();
  } catch (error) {
    throw problemWith(path, error);
  }
}
