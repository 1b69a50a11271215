/*
 * Locks against other games: a symbolic link beside the file, named like it with `.lock` behind, that points nowhere and
 * says whose it is. A link is made whole or not at all, and by one process alone, also over NFS; `ls -l` shows its owner.
 * Emacs and Firefox lock in the same way.
 *
 * Of two games that find the same stale lock, the second must not remove the new lock of the first. So whoever removes
 * one holds a lock on that lock meanwhile, and has looked again: what is dead stays dead, and nobody else removes it.
 */
import {lstatSync, readlinkSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {formatOwner, newOwner, type Owner, ownerInWords, parseOwner, whereaboutsOf} from './lock-owner.js';
import {isSystemError, problemWith, UnusableFile} from './unusable-file.js';
import {readIfThere, targetOf} from './whole-file.js';

export interface Lock {
  /** Removes it, if it is still there. */
  readonly release: () => void;
}

/** How long another game may take to enter its scores, and longer: it may be stopped with Ctrl-Z. */
const PATIENCE_MS = 30_000;

/**
 * Locks a file, which need not be there.
 *
 * @param patience how many milliseconds to wait for another game that has locked it
 * @throws UnusableFile if another game has it for longer, or no lock can be made
 */
export async function lock(path: string, patience = PATIENCE_MS): Promise<Lock> {
  const lockPath = `${targetOf(path)}.lock`;
  const since = performance.now();
  for (;;) {
    const got = tryLock(path, lockPath);
    if ('release' in got) return got;
    // Who removes a stale lock is soon ready.
    const limit = got.lockPath === lockPath ? patience : PATIENCE_MS;
    if (performance.now() - since >= limit) throw new UnusableFile(refusal(path, got));
    // Not in step with others that wait.
    await sleep(5 + Math.random() * 45);
  }
}

/** Does something while a file is locked. */
export async function whileLocked<T>(
  path: string,
  work: () => T | Promise<T>,
  patience?: number,
): Promise<T> {
  const {release} = await lock(path, patience);
  try {
    return await work();
  } finally {
    release();
  }
}

/** A lock in the way, and whose it is: null if it does not say. */
interface Obstacle {
  readonly lockPath: string;
  readonly owner: Owner | null;
}

function tryLock(path: string, lockPath: string): Lock | Obstacle {
  const own = formatOwner(newOwner());
  try {
    while (!make(lockPath, own)) {
      const text = textOf(lockPath);
      // It was released just now.
      if (text === null) continue;
      const owner = parseOwner(text);
      if (owner === null || whereaboutsOf(owner) !== 'dead') return {lockPath, owner};
      const turn = tryLock(path, `${lockPath}.stale`);
      if (!('release' in turn)) return turn;
      try {
        remove(lockPath, text);
      } finally {
        turn.release();
      }
    }
    // Whoever removed the lock that was here before, and was killed then, has left this. It protects nothing by now.
    const left = `${lockPath}.stale`;
    if (parseOwner(textOf(left) ?? '') !== null) rmSync(left, {force: true});
    return {release: () => remove(lockPath, own)};
  } catch (error) {
    throw error instanceof UnusableFile ? error : problemWith(`${path} cannot be locked: ${lockPath}`, error);
  }
}

/** Makes a lock; false if there is one. */
function make(lockPath: string, own: string): boolean {
  try {
    symlinkSync(own, lockPath);
    return true;
  } catch (error) {
    // Over NFS the answer may be lost, and the second try then meets what the first has made.
    if (isSystemError(error, 'EEXIST')) return textOf(lockPath) === own;
  }
  // A file system without symbolic links, or Windows, which lets few users make them. What else may be wrong is wrong
  // with a file too.
  try {
    writeFileSync(lockPath, own, {flag: 'wx'});
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes a lock, if it still says this. */
function remove(lockPath: string, text: string): void {
  if (textOf(lockPath) === text) rmSync(lockPath, {force: true});
}

/** What a lock says; empty if it is none of ours, null if it is gone. */
function textOf(lockPath: string): string | null {
  try {
    const stats = lstatSync(lockPath);
    if (stats.isSymbolicLink()) return readlinkSync(lockPath);
    return stats.isFile() ? (readIfThere(lockPath)?.toString() ?? null) : '';
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

function refusal(path: string, {lockPath, owner}: Obstacle): string {
  if (owner === null) {
    return `${path}: it is locked by ${lockPath}, which does not say by whom: if no game is using it, remove that`;
  }
  const whereabouts = whereaboutsOf(owner);
  const advice = whereabouts === 'elsewhere' ? ': if it has ended, remove that' : '';
  return `${path}: another game is using it: ${ownerInWords(owner, whereabouts)} has locked it by ${lockPath}${advice}`;
}
