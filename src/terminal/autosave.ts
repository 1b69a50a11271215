/* Saves a game after each action, before the action is shown, and adds a game that is over to the log. */
import {complain} from '../command-line/user-error.js';
import type {Played} from '../game/game.js';
import {appendToLog, type GameFile, openGame, readGame, removeGame, writeGame} from '../storage/files.js';
import type {Log} from '../storage/log.js';
import {ifAllowed, UnusableFile} from '../system/file-errors.js';
import {GOES_ON_ELSEWHERE, IS_KEPT, savedGame} from './messages.js';
import {isAtTerminal} from './settings.js';

export type Keeper = ReturnType<typeof openKeeper>;

/** Opens the file of `--save`; without `--save` the autosave on a terminal, and no file on a pipe. */
export function openKeeper(savedIn: string | null) {
  const {file, problem} = openFile(savedIn);
  /** The game in the file; null if there is none. */
  const found = file?.found ?? null;
  const isElsewhere = file?.lock.isElsewhere() ?? false;
  if (isElsewhere && !isAtTerminal()) throw new UnusableFile(`${savedIn} is open in another window`);
  /** The game as the files hold it. */
  let saved = found;
  let log: Log | null = null;
  let failure: string | null = null;

  const write = (played: Played): void => {
    log = null;
    if (played.game.phase === 'over') {
      log = appendToLog(played);
      if (file !== null) removeGame(file);
    } else if (file !== null && !isWorthless(played)) writeGame(file, played);
  };
  /** Without `--save`, a game is kept from its first action on. */
  const isWorthless = ({actions}: Played): boolean => savedIn === null && actions.length === 0;
  /** Tests if the game could be continued later. */
  const isSafe = (): boolean => file !== null && (failure === null || failure === GOES_ON_ELSEWHERE);

  return {
    found,
    /** Another window plays the game in the file. */
    isElsewhere,
    /** Problem with the autosave; the game goes on without it. */
    problem,
    isSafe,
    /** Writes a changed game. Returns a problem of the file once; null if there is none, or the player knows it. */
    save: (played: Played): string | null => {
      if (played.actions === saved?.actions) return null;
      const before = failure;
      failure = file?.lock.isLost() ? GOES_ON_ELSEWHERE : problemIn(() => write(played));
      if (failure === null || log !== null) saved = played;
      if (failure === null || failure === before) return null;
      if (failure === GOES_ON_ELSEWHERE) return failure;
      const isOver = played.game.phase === 'over';
      return `${failure}: ${log !== null ? 'the game stays there' : isOver ? 'the log lacks this game' : 'the game goes on, but is not saved'}`;
    },
    /** Says where the game can be continued; null if it would be lost or has not begun. */
    remains: (played: Played): string | null => {
      if (!isSafe() || isWorthless(played)) return null;
      return failure ?? (savedIn === null ? IS_KEPT : savedGame(savedIn));
    },
    /** Returns the log with the finished game as its last line; null if the game was not added. */
    logged: (): Log | null => log,
    /** Takes the game in the file for this window, as it is now; other windows write no more. */
    takeOver: (): Played | null => {
      if (file === null || found === null) return null;
      ifAllowed(() => file.lock.hold(true));
      saved = readGame(file.path) ?? found;
      return saved;
    },
    /** Leaves the game to other windows. */
    close: (): void => file?.lock.release(),
  };
}

function openFile(savedIn: string | null): {readonly file: GameFile | null; readonly problem: string | null} {
  if (savedIn !== null) return {file: openGame(savedIn), problem: null};
  let file: GameFile | null = null;
  const failure = isAtTerminal() ? problemIn(() => (file = openGame())) : null;
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
