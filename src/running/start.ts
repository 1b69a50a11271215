/*
 * Starts a program through its lane's shell, in the sandbox if there is one, and reports how it ended. Starting it
 * from Node would take twice as long, because Node is expensive to fork.
 */
import {constants} from 'node:os';
import type {Capture} from './capture.js';
import type {Lane} from './lanes/lane.js';
import type {End} from './observation.js';
import {DEFAULT_PATH} from './path.js';
import type {Sandbox, Word} from './sandbox.js';
import {quote} from './shell.js';
import {TOKEN_NAME} from './usage/processes.js';

export interface Start {
  readonly lane: Lane;
  readonly capture: Capture;
  readonly command: readonly Word[];
  /** A folder to work in, which is kept; null: the lane's own. */
  readonly scratch: string | null;
  readonly environment: Readonly<Record<string, string>>;
  /** Goes into the program's environment, so that all its processes can be recognised. */
  readonly token: string;
  /** Marks the shell's own report; the program does not know it. */
  readonly secret: string;
  readonly sandbox: Sandbox | null;
  /** Whether to run it under a command that tells an exit status from a signal: see `endOf`. */
  readonly exactly: boolean;
}

/** What the shell reports, or that it died before it could. */
export type ShellReport =
  | {
      readonly status: number;
      /** What it printed while the program ran. */
      readonly words: string;
      /** The number of the program's first process; 0 in the sandbox, which has numbers of its own. */
      readonly pid: number;
      /** Seconds of processor time of all the children for which it has waited so far. */
      readonly seconds: number;
    }
  | 'died';

/** Signals for which a shell prints no message, so that they look like exit status 128 + n. */
const SILENT_SIGNALS: readonly string[] = ['SIGINT', 'SIGPIPE'];

/** Real-time signals have no names of their own; the C library counts them from these. */
const [SIGRTMIN, SIGRTMAX] = [34, 64];

/** Exits as the program does, or with the bare number of the signal that ended it (util-linux). */
const EXACTLY = ['setsid', '--fork', '--wait'];

/** Starts a program, and waits for its end. */
export function run(start: Start): Promise<ShellReport> {
  const {lane, capture, secret} = start;
  return new Promise((resolve) => {
    capture.onWords(() => {
      const said = capture.text('words');
      const end = said.indexOf(`${secret} ends `);
      if (end !== -1 && said.endsWith('\n')) resolve(reportFrom(said.slice(0, end), said.slice(end), secret));
    });
    // A control group knows the times better.
    const times = lane.group === null ? 'times >&2; ' : '';
    lane.tell(`(${lineOf(start)}); status=$?; ${times}echo "${secret} ends $status" >&2`, () =>
      resolve('died'),
    );
  });
}

/**
 * @param said what the shell said before the program's end: possibly which process it is, possibly the times
 * @param end how it said that the program ended
 */
function reportFrom(said: string, end: string, secret: string): ShellReport {
  const starts = `${secret} starts /proc/`;
  const at = said.indexOf(starts);
  const after = said.indexOf('\n', at) + 1;
  const words = at === -1 ? said : said.slice(0, at) + said.slice(after);
  const [times = ''] = TIMES.exec(words) ?? [];
  return {
    status: Number(end.slice(end.lastIndexOf(' '))),
    words: words.slice(0, words.length - times.length),
    pid: at === -1 ? 0 : Number(said.slice(at + starts.length, after)),
    seconds: times === '' ? 0 : secondsIn(times),
  };
}

/** The line of shell that becomes the program. */
function lineOf(start: Start): string {
  const {lane, capture, command, scratch, token, secret, sandbox, exactly} = start;
  const {limits} = capture;
  const before = exactly ? EXACTLY : [];
  const output = '>/proc/self/fd/3 2>/proc/self/fd/4 3>&- 4>&-';
  const prepare = `${ulimits(limits.cpu, limits.disk)}; export ${TOKEN_NAME}=${token}`;
  if (sandbox === null) {
    const folder = quote(scratch ?? lane.scratch);
    const kept = scratch === null ? '' : `; export HOME=${folder} TMPDIR=${folder}`;
    const paths = command.map((word) => (typeof word === 'string' ? word : word.file));
    const words = [...before, ...paths].map(quote).join(' ');
    // Which process it is says who made what it leaves; a link in `/proc` is the quickest way to know.
    const say = `cd -P /proc/self; echo "${secret} starts $PWD" >&2`;
    const own = Object.entries(start.environment).map(([name, value]) => `export ${name}=${quote(value)}; `);
    return `${prepare}${kept}; ${say}; cd ${folder}; unset OLDPWD; ${own.join('')}exec ${words} <${quote(lane.inputFile)} ${output}`;
  }
  const files = `<${quote(lane.shownInput(sandbox))} ${sandbox.redirects} ${output}`;
  const words = [...before, ...sandbox.inside(command)].map(quote).join(' ');
  // The kernel counts what the user has in the namespace of whoever sets it: in one layer, the user's whole desktop.
  const wall = sandbox.layers
    ? `ulimit -p ${4 * limits.processes} 2>&- || ulimit -u ${4 * limits.processes}; `
    : '';
  return `${prepare}; ${wall}exec ${sandbox.entry(command, limits, scratch, start.environment)} ${words} ${files}`;
}

/** A program's environment: what it needs to find its tools, and nothing else of the marker's own. */
export function environment(scratch: string): NodeJS.ProcessEnv {
  const {PATH: path = DEFAULT_PATH} = process.env;
  return {PATH: path, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8'};
}

/**
 * How a program ended. A status of 128 + n can be an exit status or a signal. A shell prints a message for most
 * signals, but bubblewrap, which is what the shell of a sandbox sees, never does.
 *
 * @returns null if it cannot be determined
 */
export function endOf(status: number, words: string, isSandboxed: boolean): End | null {
  const signal = signalNumbered(status - 128);
  if (signal === null) return {exited: status};
  if (isSandboxed) return null;
  if (words.trim() !== '') return {signalled: signal};
  return SILENT_SIGNALS.includes(signal) ? null : {exited: status};
}

/**
 * How a program ended that could have done either, once it has been run again `exactly`.
 *
 * @param again the status of the second run; null if that says nothing
 */
export function endOnceMore(status: number, again: number | null): End {
  // If it ended in yet another way, a signal is far more likely than a program that chose such a status.
  return again === status ? {exited: status} : {signalled: signalNumbered(status - 128) ?? String(status)};
}

function signalNumbered(number: number): string | null {
  if (number >= SIGRTMIN && number <= SIGRTMAX) return `SIGRTMIN+${number - SIGRTMIN}`;
  if (number < 1) return null;
  return Object.entries(constants.signals).find((entry) => entry[1] === number)?.[0] ?? null;
}

/**
 * Shell commands for the limits that the kernel enforces on each process. Ours on processor time is exact and
 * counts them all; the kernel's, which it checks by its coarse clock, only catches what gets past it.
 */
function ulimits(cpu: number, disk: number): string {
  const seconds = Math.ceil(cpu) + 1;
  const blocks = disk * 2048;
  // The hard limit is a second later: at the soft one the program gets SIGXCPU, which tells us the reason.
  return `ulimit -c 0; ulimit -St ${seconds} 2>&-; ulimit -Ht ${seconds + 1} 2>&-; ulimit -f ${blocks} 2>&-`;
}

/** What `times` prints last: the times of the shell, and those of its children. */
const TIMES = /(?<=^|\n)(?:\d+m[\d.]+s \d+m[\d.]+s\n){2}$/;

/** The times of the children: those in `0m0.00s 0m0.00s\n0m1.50s 0m0.25s\n` are 1.75. */
function secondsIn(times: string): number {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
