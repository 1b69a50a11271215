/* Saves a game after each action, before the action is shown, and adds a game that is over to the log. */
import type {Played} from '../game/game.js';
import {type Autosave, appendToLog} from '../storage/files.js';
import {UnusableFile} from '../system/file-errors.js';
import {IS_KEPT, isSaved} from './messages.js';

export interface Keeper {
  /** Writes what has changed. Returns a problem of the file once; null if it was written or the player knows. */
  readonly save: (played: Played) => string | null;
  /** A game that is left can be gone on with. */
  readonly isSafe: () => boolean;
  /** Tells where a game that is left can be gone on with; null if it is lost or has not begun. */
  readonly remains: (played: Played) => string | null;
  /** The game is over and was added to the log. */
  readonly isLogged: () => boolean;
}

/** @param file null if the game is not saved; without `--save`, where `savedIn` is null, it is kept by itself */
export function keeperOf(file: Autosave | null, savedIn: string | null): Keeper {
  /** Contents of the files. A game that was over when it was opened is in the log. */
  let saved: Played | null = file?.found ?? null;
  let isLogged = false;
  let problem: string | null = null;

  /** Returns the problem of the file; null if it was written. */
  const attempt = (work: () => void, lost: string): string | null => {
    try {
      work();
      return null;
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      return `${error.message}: ${lost}`;
    }
  };
  const write = (played: Played): string | null => {
    if (played.game.phase === 'over') {
      const failed = attempt(() => appendToLog(played), 'the log lacks this game');
      isLogged = failed === null;
      return isLogged && file !== null ? attempt(file.remove, 'the game stays there') : failed;
    }
    isLogged = false;
    if (file === null || isWorthless(played)) return null;
    return attempt(() => file.write(played), 'the game goes on, but is not saved');
  };
  /** A game that is kept by itself begins with its first action. */
  const isWorthless = ({actions}: Played): boolean => savedIn === null && actions.length === 0;
  const isSafe = (): boolean => file !== null && problem === null;

  return {
    save: (played) => {
      if (played.actions === saved?.actions) return null;
      const failed = write(played);
      if (failed === null || isLogged) saved = played;
      const isNew = failed !== problem;
      problem = failed;
      return isNew ? failed : null;
    },
    isSafe,
    remains: (played) =>
      !isSafe() || isWorthless(played) ? null : savedIn === null ? IS_KEPT : isSaved(savedIn),
    isLogged: () => isLogged,
  };
}
