/* A saved game as a file: gives back what is there, and replaces it after each answer. */

import {printable} from '../game/format.js';
import {UnusableFile} from '../system/file-errors.js';
import {lock} from '../system/locks.js';
import {removeLeftovers} from '../system/whole-file.js';
import {checkReplaceable, makeFolderOf, readIfThere, removeFile, replaceFile, setAside} from './game-file.js';
import {formatGame, parseGame, type SavedGame} from './saved-game.js';
import {userFile} from './user-files.js';

export interface SavedGameFile {
  /** The game that was in the file; null if there was no file. */
  readonly found: SavedGame | null;
  /** @throws UnusableFile if it cannot be written; the file is as it was before */
  readonly save: (game: SavedGame) => void;
  /** Removes the file: its game is over. */
  readonly remove: () => void;
  /**
   * Moves the game that was found to a file of its own beside it, and gives the path of that: this file is free then.
   *
   * @throws UnusableFile if it cannot be moved; it stays then
   */
  readonly setAside: () => string;
  /** Unlocks the file. */
  readonly close: () => void;
}

/**
 * Opens a file, and locks it until it is closed: two games in one file would lose each other's turns.
 *
 * @throws UnusableFile if it holds no game, cannot be read or written, or another game has it
 */
export async function openSavedGame(path: string): Promise<SavedGameFile> {
  // Asked before it is locked too: a lock beside what is no file, or in no folder, says nothing useful.
  readIfThere(path);
  checkReplaceable(path);
  const {release} = await lock(path, 0);
  try {
    removeLeftovers(path);
    return {...gameIn(path), close: release};
  } catch (error) {
    release();
    throw error;
  }
}

function gameIn(path: string): Omit<SavedGameFile, 'close'> {
  /** What this game read or wrote last: anything else is another game's, if somebody has removed the lock. */
  let known = readIfThere(path)?.toString() ?? null;
  const found = known === null ? null : parseGame(known);
  if (found !== null && 'problem' in found) {
    throw new UnusableFile(`${path} is no saved game: ${printable(found.problem, 200)}`);
  }
  const isChanged = (): boolean => {
    const there = readIfThere(path)?.toString() ?? null;
    return there !== null && there !== known;
  };
  const checkUnchanged = (): void => {
    if (isChanged()) throw new UnusableFile(`${path}: another game has changed it`);
  };
  return {
    found,
    save: (game) => {
      checkUnchanged();
      const text = formatGame(game);
      replaceFile(path, text);
      known = text;
    },
    remove: () => {
      if (!isChanged()) removeFile(path);
    },
    setAside: () => {
      checkUnchanged();
      const aside = setAside(path);
      known = null;
      return aside;
    },
  };
}

/**
 * Opens the file of the kept game, and locks it until it is closed.
 *
 * @throws UnusableFile if its folder cannot be made or used, it holds no game, or another game is kept there now
 */
export async function openKeptGame(): Promise<SavedGameFile> {
  const path = userFile('state', 'game.json');
  makeFolderOf(path);
  return openSavedGame(path);
}

/** Where the last game is that was over. */
export function lastGamePath(): string {
  return userFile('state', 'last-game.json');
}

/**
 * Keeps a game that is over, in place of the last one.
 *
 * @throws UnusableFile if it cannot be written
 */
export function keepLastGame(game: SavedGame): void {
  const path = lastGamePath();
  makeFolderOf(path);
  replaceFile(path, formatGame(game));
}
