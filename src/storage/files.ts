/* The files of a user, the log and the autosave, in one folder (XDG Base Directory Specification). */
import {appendFileSync, mkdirSync, rmSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, isAbsolute, join} from 'node:path';
import {isSystemError, problemWith, UnusableFile} from '../system/file-errors.js';
import {NotRegular, readRegularFile} from '../system/regular-file.js';
import {writeWhole} from '../system/whole-file.js';
import {addToLog, parseLog} from './log.js';
import {formatGame, parseGame, type SavedGame} from './saved-game.js';

/** The file of the game that is not over yet. */
export interface Autosave {
  /** The game that was in the file; null if there was no file. */
  readonly found: SavedGame | null;
  /** @throws UnusableFile if the file cannot be written; it is as it was before */
  readonly write: (game: SavedGame) => void;
  readonly remove: () => void;
}

/** @throws UnusableFile if the file cannot be read or holds no game */
export function openAutosave(path = dataFile('game.json')): Autosave {
  return {
    found: readGame(path),
    write: (game) => inFolderOf(path, () => writeWhole(path, [`${formatGame(game)}\n`])),
    remove: () => inFolderOf(path, () => rmSync(path, {force: true})),
  };
}

/**
 * Returns the game in a file; null if there is no file.
 *
 * @throws UnusableFile if the file cannot be read or holds no game
 */
export function readGame(path: string): SavedGame | null {
  const text = readIfThere(path);
  if (text === null) return null;
  const game = parseGame(text);
  if ('problem' in game) throw new UnusableFile(`${path} holds no game: ${game.problem}`);
  return game;
}

/**
 * Returns the finished games, and a sentence if some lines are damaged.
 *
 * @throws UnusableFile if the log cannot be read
 */
export function readLog(): {readonly games: readonly SavedGame[]; readonly problem: string | null} {
  const path = dataFile('games.jsonl');
  const {games, damaged} = parseLog(readIfThere(path) ?? '');
  const problem =
    damaged.length === 0 ? null : `${path}: skipped lines that hold no finished game: ${damaged.join(', ')}`;
  return {games, problem};
}

/** @throws UnusableFile if the log cannot be read or written */
export function appendToLog(game: SavedGame, when = new Date()): void {
  const path = dataFile('games.jsonl');
  const text = readIfThere(path) ?? '';
  inFolderOf(path, () => appendFileSync(path, addToLog(text, game, when)));
}

function dataFile(name: string): string {
  const {XDG_DATA_HOME: given = ''} = process.env;
  // "If an implementation encounters a relative path … it should consider the path invalid and ignore it."
  const folder = isAbsolute(given) ? given : join(homedir(), '.local/share');
  if (!isAbsolute(folder)) throw new UnusableFile('the home folder: there is none');
  return join(folder, 'fivedice', name);
}

function readIfThere(path: string): string | null {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    if (error instanceof NotRegular) throw new UnusableFile(`${path} is ${error.message}`);
    throw problemWith(path, error);
  }
}

/** Makes the folder of a file, unless it is there, and does something with the file. */
function inFolderOf(path: string, work: () => void): void {
  try {
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    work();
  } catch (error) {
    throw problemWith(path, error);
  }
}
