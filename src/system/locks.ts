/*
 * Advisory locks: a folder `FILE.lock` that holds one empty file, named after the process that owns the
 * lock. The folder is made elsewhere and renamed, which fails unless its new name is free or an empty
 * folder, so only one process gets the lock. A stale lock is emptied by the owner's name: of two processes
 * that find it stale, the second cannot remove the new lock of the first.
 */
import {randomBytes} from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {ifAllowed, isSystemError, problemWith, UnusableFile} from './file-errors.js';
import {targetOf} from './paths.js';
import {isRunning, type ProcessIdentity, thisProcess} from './processes.js';
import {nameBeside} from './whole-file.js';

export interface Lock {
  readonly release: () => void;
}

/** Far longer than a game takes to enter its scores: it may be stopped with Ctrl-Z. */
const PATIENCE_MS = 30_000;

/**
 * Locks a file, which need not exist.
 *
 * @param patience milliseconds to wait for another game to release it
 * @throws UnusableFile if another game keeps it for longer, or no lock can be made
 */
export async function lock(path: string, patience = PATIENCE_MS): Promise<Lock> {
  const target = targetOf(path);
  // Not `performance`: its first use takes three milliseconds to load it.
  const since = process.uptime();
  for (;;) {
    const got = tryLock(path, target);
    if (typeof got !== 'string') return got;
    if ((process.uptime() - since) * 1000 >= patience) throw new UnusableFile(`${path}: ${got}`);
    // Random, so that waiting games do not stay in step.
    await sleep(5 + Math.random() * 45);
  }
}

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

/** Formats the name of the file in a lock. */
export function formatOwner({pid, start, machine}: ProcessIdentity): string {
  // The digits tell two locks of one process apart.
  return `fivedice-${pid}-${start}-${machine}-${randomBytes(4).toString('hex')}`;
}

/** Returns null if the name is not one that `formatOwner` makes. */
export function parseOwner(name: string): ProcessIdentity | null {
  const [, pid, start = '', machine = ''] = /^fivedice-([1-9]\d{0,9})-(\d*)-(\w*)-\w+$/.exec(name) ?? [];
  return pid === undefined ? null : {pid: Number(pid), start, machine};
}

/** Returns the lock, or why there is none. */
function tryLock(path: string, target: string): Lock | string {
  const lockPath = `${target}.lock`;
  const own = formatOwner(thisProcess());
  try {
    for (;;) {
      const name = nameIn(lockPath);
      const owner = name === null ? null : parseOwner(name);
      if (name !== null && owner === null)
        return `it is locked by ${lockPath}, which does not say by whom: if no game is using it, remove that`;
      if (owner !== null && isRunning(owner))
        return `another game is using it: process ${owner.pid} has locked it by ${lockPath}`;
      if (name !== null) rmSync(join(lockPath, name), {force: true});
      if (make(target, lockPath, own)) break;
    }
  } catch (error) {
    throw problemWith(`${path} cannot be locked: ${lockPath}`, error);
  }
  return {
    release: () => {
      rmSync(join(lockPath, own), {force: true});
      // Another game may own it by now, or somebody has removed it.
      ifAllowed(() => rmdirSync(lockPath));
    },
  };
}

/** Returns the name of the file in a lock, or null if there is no lock. */
function nameIn(lockPath: string): string | null {
  try {
    return readdirSync(lockPath)[0] ?? null;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    if (isSystemError(error, 'ENOTDIR')) return '';
    throw error;
  }
}

/** Returns false if another game was faster. */
function make(target: string, lockPath: string, own: string): boolean {
  const next = nameBeside(target);
  mkdirSync(next);
  try {
    // Same rights as the folder: whoever may replace the file may remove its stale lock.
    const {mode, gid} = statSync(dirname(target));
    ifAllowed(() => chownSync(next, -1, gid));
    chmodSync(next, mode & 0o777);
    writeFileSync(join(next, own), '');
    renameSync(next, lockPath);
    return true;
  } catch (error) {
    rmSync(next, {recursive: true, force: true});
    // ENOENT: the owner of the lock took `next` for a leftover and removed it.
    if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return false;
    throw error;
  }
}
