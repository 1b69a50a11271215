/* What the end of a run means: how the program ended, or that the run says nothing about it. */

import {constants} from 'node:os';
import type {WrittenFile} from './lanes/work-files.js';
import type {Limit} from './limits.js';

/** Real-time signals have no names of their own; the C library counts them from these. */
const [SIGRTMIN, SIGRTMAX] = [34, 64];

/** The exit statuses of a shell that cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** The limits that the system itself enforces, by the signal that it sends. */
const LIMIT_SIGNALS: Readonly<Record<string, Limit>> = {SIGXCPU: 'cpu', SIGXFSZ: 'disk'};

/** The limit that a program exceeded if the system itself ended it for one; null if it did not. */
export function limitOf(end: End, near: readonly Limit[]): Limit | null {
  const limit = 'signalled' in end ? LIMIT_SIGNALS[end.signalled] : undefined;
  return near.find((one) => one === limit) ?? null;
}

/** Returns how a program ended. As every shell has it, 128 + n stands for signal n. */
export function endOf(status: number): End {
  const signal = signalNumbered(status - 128);
  return signal === null ? {exited: status} : {signalled: signal};
}

/** Why a shell could not start a command; null if it did. After its name, it prints a line number and a builtin. */
export function whyNotStarted(status: number, stderr: string, shell: string): NoObservation | null {
  const at = stderr.indexOf(`/${shell}: `);
  // The shell names itself by its path, and prints nothing before.
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

/** How a program ended: a normal exit, or a signal by its name. */
export type End = {readonly exited: number} | {readonly signalled: string};

/** What was observed in one run. */
export interface Observation {
  readonly end: End;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /**
   * What was found of the files that it should write, in the order in which they were asked for: of each at most one
   * byte more than the limit on output. Then of what is kept none of its bytes, or what is there instead.
   */
  readonly written: readonly WrittenFile[];
  /** The limit that the program exceeded, for which it was killed. */
  readonly exceeded: Limit | null;
  readonly leftProcesses: boolean;
  /** Seconds on the clock. */
  readonly seconds: number;
}

/** A run that says nothing about the program: it could not be started, or the marker itself failed. */
export interface NoObservation {
  readonly could: 'not-run' | 'not-check';
  readonly reason: string;
}
