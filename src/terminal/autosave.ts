/* Saves a game after each action, before the action is shown, and adds a game that is over to the log. */
import {complain} from '../command-line/user-error.js';
import type {Played} from '../game/game.js';
import {type Autosave, appendToLog, openAutosave} from '../storage/files.js';
import type {Log} from '../storage/log.js';
import {ifAllowed, UnusableFile} from '../system/file-errors.js';
import {GOES_ON_ELSEWHERE, IS_KEPT, isSaved} from './messages.js';
import {isAtTerminal} from './settings.js';

export interface Keeper {
  /** The game in the file; null if there is none. */
  readonly found: Played | null;
  /** Problem with the default file, without which the game goes on. */
  readonly problem: string | null;
  /** Writes what has changed. Returns a problem of the file once; null if it was written or the player knows. */
  readonly save: (played: Played) => string | null;
  /** Tests if the game could be continued later. */
  readonly isSafe: () => boolean;
  /** Says where the game can be continued; null if it would be lost or has not begun. */
  readonly remains: (played: Played) => string | null;
  /** Returns the log with the finished game as its last; null if the game was not added. */
  readonly logged: () => Log | null;
  /** Another window plays the game in the file. */
  readonly isElsewhere: boolean;
  /** Takes the game in the file for this window, as it is now; other windows write no more. */
  readonly takeOver: () => Played | null;
  /** Leaves the game to other windows. */
  readonly close: () => void;
}

/** Opens the file of `--save`; on a terminal, without that, the autosave. A pipe alone has no file. */
export function openKeeper(savedIn: string | null): Keeper {
  const {file, problem} = openFile(savedIn);
  /** The game as the files hold it. */
  let saved: Played | null = file?.found ?? null;
  let log: Log | null = null;
  let failure: string | null = null;

  const write = (played: Played): void => {
    log = null;
    if (played.game.phase !== 'over') {
      if (!isWorthless(played)) file?.write(played);
      return;
    }
    log = appendToLog(played);
    file?.remove();
  };
  /** Without `--save`, a game is kept from its first action on. */
  const isWorthless = ({actions}: Played): boolean => savedIn === null && actions.length === 0;
  const isSafe = (): boolean => file !== null && (failure === null || failure === GOES_ON_ELSEWHERE);
  const isElsewhere = file?.lock.isElsewhere() ?? false;
  if (isElsewhere && !isAtTerminal()) throw new UnusableFile(`${savedIn} is open in another window`);

  return {
    found: file?.found ?? null,
    problem,
    save: (played) => {
      if (played.actions === saved?.actions) return null;
      const before = failure;
      failure = file?.lock.isLost() ? GOES_ON_ELSEWHERE : problemIn(() => write(played));
      if (failure === null || log !== null) saved = played;
      if (failure === null || failure === before) return null;
      if (failure === GOES_ON_ELSEWHERE) return failure;
      const isOver = played.game.phase === 'over';
      return `${failure}: ${log !== null ? 'the game stays there' : isOver ? 'the log lacks this game' : 'the game goes on, but is not saved'}`;
    },
    isSafe,
    remains: (played) => {
      if (!isSafe() || isWorthless(played)) return null;
      return failure ?? (savedIn === null ? IS_KEPT : isSaved(savedIn));
    },
    logged: () => log,
    isElsewhere,
    takeOver: () => {
      if (file === null || file.found === null) return null;
      ifAllowed(() => file.lock.hold(true));
      saved = file.read() ?? file.found;
      return saved;
    },
    close: () => file?.lock.release(),
  };
}

function openFile(savedIn: string | null): {readonly file: Autosave | null; readonly problem: string | null} {
  if (savedIn !== null) return {file: openAutosave(savedIn), problem: null};
  let file: Autosave | null = null;
  const failure = isAtTerminal() ? problemIn(() => (file = openAutosave())) : null;
  const problem = failure === null ? null : `this game is not kept: ${failure}`;
  if (problem !== null) complain(problem);
  return {file, problem};
}

/** Returns the problem of a file; null if there is none. */
export function problemIn(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof UnusableFile) return error.message;
    throw error;
  }
}
