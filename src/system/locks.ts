/*
 * Locks on files, among programs that keep to them: a folder beside the file, named like it with `.lock` behind, and in
 * it one empty file whose name says which process has the lock. The folder comes by a renaming, which succeeds only where
 * nothing is, or an empty folder; and it is emptied by that name. So one process alone gets a lock, and of two that
 * find it stale, the second cannot remove the new lock of the first.
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
import {targetOf} from './paths.js';
import {isRunning, type ProcessIdentity, thisProcess} from './processes.js';
import {ifAllowed, isSystemError, problemWith, UnusableFile} from './unusable-file.js';
import {nameBeside} from './whole-file.js';

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
  const target = targetOf(path);
  // In seconds. The first use of `performance` loads it, for three milliseconds.
  const since = process.uptime();
  for (;;) {
    const got = tryLock(path, target);
    if (typeof got !== 'string') return got;
    if ((process.uptime() - since) * 1000 >= patience) throw new UnusableFile(`${path}: ${got}`);
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

/** The name of the file in a lock. */
export function formatOwner({pid, start, machine}: ProcessIdentity): string {
  // The digits tell two locks of one process apart.
  return `fivedice-${pid}-${start}-${machine}-${randomBytes(4).toString('hex')}`;
}

/** The process that such a name means; null if it is no such name. */
export function parseOwner(name: string): ProcessIdentity | null {
  const [, pid, start = '', machine = ''] = /^fivedice-([1-9]\d{0,9})-(\d*)-(\w*)-\w+$/.exec(name) ?? [];
  return pid === undefined ? null : {pid: Number(pid), start, machine};
}

/** A lock, or what is in the way. */
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
      // Perhaps another game has it by now, or somebody has removed it.
      ifAllowed(() => rmdirSync(lockPath));
    },
  };
}

/** What a lock says; null if there is none. */
function nameIn(lockPath: string): string | null {
  try {
    return readdirSync(lockPath)[0] ?? null;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    if (isSystemError(error, 'ENOTDIR')) return '';
    throw error;
  }
}

/** Makes a lock; false if another game was faster. */
function make(target: string, lockPath: string, own: string): boolean {
  const next = nameBeside(target);
  mkdirSync(next);
  try {
    // Whoever may replace the file may remove its lock, once it is stale.
    const {mode, gid} = statSync(dirname(target));
    ifAllowed(() => chownSync(next, -1, gid));
    chmodSync(next, mode & 0o777);
    writeFileSync(join(next, own), '');
    renameSync(next, lockPath);
    return true;
  } catch (error) {
    rmSync(next, {recursive: true, force: true});
    // Who has a lock removes what others left, and takes a lock that is being made for that.
    if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return false;
    throw error;
  }
}
