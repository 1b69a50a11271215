/*
 * Identities of processes. A number alone is ambiguous, because the system reuses it: on Linux the start
 * time and the machine go with it.
 */
import {closeSync, readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {isSystemError} from './file-errors.js';

export interface ProcessIdentity {
  readonly pid: number;
  /** In ticks since the boot. Empty outside Linux, like `machine`. */
  readonly start: string;
  readonly machine: string;
}

export function thisProcess(): ProcessIdentity {
  return {pid: process.pid, start: startOf(process.pid) ?? '', machine: machine()};
}

/** Returns false for a process of another machine, or from before the last boot. */
export function isRunning({pid, start, machine: where}: ProcessIdentity): boolean {
  if (where !== machine()) return false;
  if (start !== '') return startOf(pid) === start;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, for another user.
    return !isSystemError(error, 'ESRCH');
  }
}

/**
 * Returns the start time in ticks since the boot, or null if the process has ended, even if it is still a
 * zombie.
 */
export function startOf(pid: number): string | null {
  const text = contentOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name in brackets may contain anything. Field 3 is the state, field 22 the start time.
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(state) ? null : (fields[18] ?? null);
}

/**
 * Identifies this boot of this machine and, since containers number their processes anew, the PID
 * namespace.
 */
export function machine(): string {
  const boot = contentOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')).slice(0, 8);
  const namespace = /\d+/.exec(contentOf(() => readlinkSync('/proc/self/ns/pid')))?.[0];
  return namespace === undefined ? boot : boot + Number(namespace).toString(16);
}

/** Returns '' if the file cannot be read. */
function contentOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** `O_CLOEXEC`, as `/proc` shows it. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes every inherited descriptor except the standard streams: a program under test would inherit them
 * too, and an open folder would let it escape the sandbox. Node's own descriptors are close-on-exec.
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
      // The descriptor that listed the folder is closed already.
    }
  }
}
