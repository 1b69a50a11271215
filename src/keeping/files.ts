/* The files of the game: they are replaced whole, or not at all, and locked while they are. */
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, extname, isAbsolute, join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import type {ColumnNumber} from '../rules/variants.js';

/** A file that cannot be used; the message says which, and why. */
export class GameFileError extends Error {
  override readonly name = 'GameFileError';
}

/** How old a lock is that nobody keeps fresh; who holds one freshens it twice as often. */
const STALE_MS = 10_000;

/** Locks are named by the path as it is given: it is resolved before. */
const OF_PATH = {realpath: false, update: STALE_MS / 2} as const;

/** Longer than a lock stays after the death of who held it. */
const PATIENCE_MS = 30_000;

/** What is in a file; null if there is none, though there could be. */
export function readIfThere(path: string): Buffer | null {
  try {
    // Asked before it is opened: a pipe without a writer would never open.
    if (!statSync(path).isFile()) throw new GameFileError(`${path}: it is not a plain file`);
    return readFileSync(path);
  } catch (error) {
    if (!isMissing(error)) throw fileError(path, error);
    if (!existsSync(dirname(resolve(path))))
      throw new GameFileError(`${path}: there is no folder ${dirname(path)}`);
    return null;
  }
}

/** @throws GameFileError unless a file, there or not, can be replaced: its folder must let files be made */
export function checkReplaceable(path: string): void {
  try {
    accessSync(dirname(targetOf(path)), constants.W_OK);
  } catch (error) {
    throw fileError(path, error);
  }
}

/**
 * Replaces a file that is locked: whatever happens, it holds either what it held or the new text. A disk that is full
 * half-way counts as a failure, so the text is written by a loop until it is all there, and then takes the name.
 */
export function replaceFile(path: string, text: string): void {
  const target = targetOf(path);
  // Always the same name: what a killed game left is written over. Nobody else's file has it.
  const next = `${target}.fivedice-new`;
  try {
    const mode = statSync(target, {throwIfNoEntry: false})?.mode;
    const file = openSync(next, 'w', mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, target);
  } catch (error) {
    rmSync(next, {force: true});
    throw fileError(path, error);
  }
}

/** Adds to the end of a file, and returns when it is on the disk. */
export function appendToFile(path: string, bytes: Uint8Array): void {
  try {
    const file = openSync(path, 'a');
    try {
      appendFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileError(path, error);
  }
}

/**
 * Locks a file, which need not be there, against other games: a folder beside it, whose time is kept fresh.
 *
 * @param lost called if the lock was taken away, because this process slept for too long
 * @returns what unlocks it; null if another game holds it
 */
export async function lock(path: string, lost: () => void): Promise<(() => Promise<void>) | null> {
  const target = targetOf(path);
  try {
    await removeStale(`${target}.lock`);
    return await lockfile.lock(target, {...OF_PATH, stale: Number.POSITIVE_INFINITY, onCompromised: lost});
  } catch (error) {
    if (isSystemError(error) && error.code === 'ELOCKED') return null;
    throw fileError(path, error);
  }
}

/**
 * Removes a lock that nobody keeps fresh. The package can do that too, but of two games that find the same stale lock
 * the second may then remove the new lock of the first: so one at a time, and each looks again.
 */
async function removeStale(lockPath: string): Promise<void> {
  if (!isStale(lockPath)) return;
  const unlock = await lockfile.lock(lockPath, OF_PATH);
  try {
    if (isStale(lockPath)) rmdirSync(lockPath);
  } finally {
    await unlock();
  }
}

/** A time in the future is stale too: the clock was set back since. */
function isStale(lockPath: string): boolean {
  const age = Date.now() - (statSync(lockPath, {throwIfNoEntry: false})?.mtimeMs ?? Date.now());
  return Math.abs(age) > STALE_MS;
}

/** Does something while a file is locked; waits for other games that lock it. */
export async function whileLocked<T>(path: string, work: () => T): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const unlock = await lock(path, () => {});
    if (unlock !== null) {
      try {
        return work();
      } finally {
        await unlock();
      }
    }
    if (performance.now() > until)
      throw new GameFileError(`${path}: another game has locked it (${targetOf(path)}.lock)`);
    // Not in step with others that wait.
    await sleep(5 + Math.random() * 45);
  }
}

/** The file that a path stands for: a link and what it points to are the same, also where nothing is there yet. */
export function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const isLink = lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() ?? false;
  return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : resolve(path);
}

/** Where the hall of fame is by default (XDG Base Directory Specification): its folder is made where it is missing. */
export function defaultScores({XDG_DATA_HOME: given = ''}: NodeJS.ProcessEnv): string {
  let folder = 'the home folder';
  try {
    // "If an implementation encounters a relative path … it should consider the path invalid and ignore it."
    const data = isAbsolute(given) ? given : join(homedir(), '.local/share');
    if (!isAbsolute(data)) throw new GameFileError('there is no home folder');
    folder = join(data, 'fivedice');
    mkdirSync(folder, {recursive: true, mode: 0o700});
    return join(folder, 'scores.txt');
  } catch (error) {
    throw fileError(folder, error);
  }
}

/** Games of several columns have a file of their own, beside that of the others. */
export function scoresOf(path: string, columns: ColumnNumber): string {
  if (columns === 1) return path;
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}-${columns}-columns${ending}`;
}

function fileError(path: string, error: unknown): Error {
  if (error instanceof GameFileError) return error;
  if (!isSystemError(error)) return new Error(`${path}: ${error}`);
  // "EACCES: permission denied, open '…'": what was tried, and on what, is Node's business.
  const words = /^[A-Z\d]+: (.+?)(?:, \w+(?: '.*)?)?$/s.exec(error.message)?.[1] ?? error.message;
  return new GameFileError(`${path}: ${words}`);
}

function isMissing(error: unknown): boolean {
  return isSystemError(error) && error.code === 'ENOENT';
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
