/*
 * Which process is meant, and whether it is still there. Its number alone does not tell, because numbers are given again:
 * on Linux the time when it started goes with it, and the machine on which that counts.
 */
import {closeSync, readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {isSystemError} from './unusable-file.js';

export interface ProcessIdentity {
  readonly pid: number;
  /** In ticks since the boot; empty where that is not known, which is everywhere but on Linux. */
  readonly start: string;
  /** Empty likewise. */
  readonly machine: string;
}

export function thisProcess(): ProcessIdentity {
  return {pid: process.pid, start: startOf(process.pid) ?? '', machine: machine()};
}

/** Whether a process runs on this machine. One of another machine, or from before the last boot, does not. */
export function isRunning({pid, start, machine: where}: ProcessIdentity): boolean {
  if (where !== machine()) return false;
  if (start !== '') return startOf(pid) === start;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // What is refused is there, but another user's.
    return !isSystemError(error, 'ESRCH');
  }
}

/** When a process started, in ticks since the boot; null if it has ended, also if its parent did not look yet. */
export function startOf(pid: number): string | null {
  const text = contentOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name in brackets may hold anything. The state is field 3, the start is field 22.
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(state) ? null : (fields[18] ?? null);
}

/** This boot of this machine, as seen by this process: a container numbers its processes anew. */
export function machine(): string {
  const boot = contentOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')).slice(0, 8);
  const namespace = /\d+/.exec(contentOf(() => readlinkSync('/proc/self/ns/pid')))?.[0];
  return namespace === undefined ? boot : boot + Number(namespace).toString(16);
}

/** What is there; empty if it cannot be read. */
function contentOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** `O_CLOEXEC`, as shown in `/proc`. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes every inherited descriptor except the three standard streams. A program under test would inherit
 * them too, and an open folder would let it escape the sandbox. Those that Node opens itself are closed in
 * its children anyway.
 */
export function closeInheritedDescriptors(): void {
  for (const fd of readdirSync('/proc/self/fd')
    .map(Number)
    .filter((one) => one > 2)) {
    try {
      const flags = Number.parseInt(
        /flags:\s+(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '',
        8,
      );
      if ((flags & CLOSE_ON_EXEC) === 0) closeSync(fd);
    } catch {
      // This is the descriptor that listed the folder; it is closed already.
    }
  }
}
