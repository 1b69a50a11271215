/* Keeps a game in a file: gives back what is there, and replaces it after each answer. */
import {rmSync} from 'node:fs';
import type {Played} from '../game/game.js';
import {printable} from '../game/shown.js';
import {checkReplaceable, GameFileError, lock, readIfThere, replaceFile, targetOf} from './files.js';
import {formatGame, parseGame} from './saved-game.js';

export interface Keeper {
  /** The game that was in the file; null if there was no file. */
  readonly kept: Played | null;
  /** @throws GameFileError if it cannot be written; the file is as it was before */
  readonly keep: (played: Played) => void;
  /** Removes the file: its game is over. */
  readonly remove: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Opens a file, and locks it until it is closed: two games in one file would lose each other's turns.
 *
 * @throws GameFileError if it holds no game, cannot be read, or another game has it
 */
export async function keeperOf(path: string): Promise<Keeper> {
  // Read before it is locked too: a lock beside what is no file, or in no folder, says nothing useful.
  readIfThere(path);
  checkReplaceable(path);
  let isOurs = true;
  const unlock = await lock(path, () => {
    isOurs = false;
  });
  if (unlock === null) {
    throw new GameFileError(
      `${path}: another game is using it; if that was killed, it is free in ten seconds`,
    );
  }
  /** What this game read or wrote last: anything else is another game's, whatever the lock says. */
  let known = readIfThere(path)?.toString() ?? null;
  const played = known === null ? null : parseGame(known);
  if (played !== null && 'problem' in played) {
    await unlock();
    throw new GameFileError(`${path} is no saved game: ${printable(played.problem, 200)}`);
  }
  const isChanged = (): boolean => {
    const there = readIfThere(path)?.toString() ?? null;
    return there !== null && there !== known;
  };
  return {
    kept: played,
    keep: (next) => {
      if (isChanged()) throw new GameFileError(`${path}: another game has changed it`);
      const text = formatGame(next);
      replaceFile(path, text);
      known = text;
    },
    remove: () => {
      if (!isChanged()) rmSync(targetOf(path), {force: true});
    },
    close: async () => {
      if (isOurs) await unlock();
    },
  };
}
