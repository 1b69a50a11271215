/* The meaning of a program's exit status, as a shell reports it. */
import {constants} from 'node:os';
import type {End, NoObservation} from './job.js';
import type {Limit} from './limits.js';

/** Real-time signals have no names of their own; the C library counts them from these. */
const [SIGRTMIN, SIGRTMAX] = [34, 64];

/** The exit statuses of a shell that cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** Signals by which the kernel itself enforces a limit. */
const LIMIT_SIGNALS: Readonly<Record<string, Limit>> = {SIGXCPU: 'cpu', SIGXFSZ: 'disk'};

/** Returns how a program ended. As every shell has it, 128 + n stands for signal n. */
export function endOf(status: number): End {
  const signal = signalNumbered(status - 128);
  return signal === null ? {exited: status} : {signalled: signal};
}

/** Returns the limit for which the kernel ended a program; null if it did not. */
export function limitOf(end: End): Limit | null {
  return ('signalled' in end ? LIMIT_SIGNALS[end.signalled] : undefined) ?? null;
}

/**
 * Returns why a shell could not start a command; null if it did.
 *
 * @param shell the shell's name: its message begins with its path, and a line number
 */
export function whyNotStarted(status: number, stderr: string, shell: string): NoObservation | null {
  const at = stderr.indexOf(`/${shell}: `);
  // The shell prints nothing before.
  if (!SHELL_FAILURES.includes(status) || at === -1 || stderr.slice(0, at).includes('\n')) return null;
  const reason = stderr
    .slice(at + shell.length + 3)
    .trim()
    .replace(/^(?:line )?\d+: (?:exec: )?/, '');
  return {could: 'not-run', reason};
}

function signalNumbered(number: number): string | null {
  if (number >= SIGRTMIN && number <= SIGRTMAX) return `SIGRTMIN+${number - SIGRTMIN}`;
  if (number < 1) return null;
  return Object.entries(constants.signals).find((entry) => entry[1] === number)?.[0] ?? null;
}
