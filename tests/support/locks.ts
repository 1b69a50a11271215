/* Locks as others leave them. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {formatOwner} from '../../src/system/locks.js';
import {type ProcessIdentity, thisProcess} from '../../src/system/processes.js';

/** A process that no system has: it is known to have ended. */
export const NO_PROCESS = 9_999_999;

/** Makes a lock for a process that has ended, or for any other owner. */
export function plantLock(lockPath: string, owner: Partial<ProcessIdentity> = {pid: NO_PROCESS}): void {
  mkdirSync(lockPath);
  writeFileSync(join(lockPath, formatOwner({...thisProcess(), ...owner})), '');
}
