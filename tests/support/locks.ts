/* Locks as others leave them. */
import {symlinkSync} from 'node:fs';
import {formatOwner, newOwner, type Owner} from '../../src/keeping/lock-owner.js';

/** A process that no system has: it is known to have ended. */
export const NO_PROCESS = 9_999_999;

/** Makes a lock for a process that has ended, or for any other owner. */
export function plantLock(lockPath: string, owner: Partial<Owner> = {pid: NO_PROCESS}): void {
  symlinkSync(formatOwner({...newOwner(), ...owner}), lockPath);
}
