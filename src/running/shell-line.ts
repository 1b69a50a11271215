/*
 * The line of shell that runs a program, and the shell's report of its end. Starting the program from Node would take
 * twice as long, because Node is expensive to fork.
 */
import {existsSync} from 'node:fs';
import {constants} from 'node:os';
import type {End, NoObservation} from './job.js';
import type {Limits} from './limits.js';
import {TOKEN_NAME} from './processes.js';
import {quote, systemTool} from './shell.js';

export interface Launch {
  readonly words: readonly string[];
  /** Work folder, folder for temporary files, and input file, as the shell sees them. */
  readonly work: string;
  readonly temporary: string;
  readonly input: string;
  /** A folder with the files that it finds where it works; null if it finds none. */
  readonly files: string | null;
  readonly limits: Limits;
  readonly environment: Readonly<Record<string, string>>;
  readonly isMerged: boolean;
  /** Tells the program's processes from others; null in the sandbox, where there are no others. */
  readonly token: string | null;
  /** Marks the shell's own report; the program does not know it. */
  readonly secret: string;
}

/** Signals that a program may send to its process group, in which its shell is too. */
const SURVIVED = 'HUP INT QUIT ALRM TERM USR1 USR2';

/** `CLOSING_SHELL` may have set a variable. */
export const FIRST_LINE = `trap : ${SURVIVED}; unset SHLVL; cd /`;

/** Places of the library that `stdbuf` loads into a program. */
const STDBUF = ['/usr/libexec/coreutils/libstdbuf.so', '/usr/lib/coreutils/libstdbuf.so'];

/**
 * Returns variables for a program whose standard error goes where its output goes: it prints line by line, as on a terminal. Not
 * by `stdbuf` itself, which would hide why a program does not start; the sanitizer of addresses allows it only if told.
 */
function byLine(): Readonly<Record<string, string>> {
  const library = STDBUF.find((path) => existsSync(path));
  if (library === undefined) return {PYTHONUNBUFFERED: '1'};
  const forC = {LD_PRELOAD: library, _STDBUF_O: 'L', ASAN_OPTIONS: 'verify_asan_link_order=0'};
  return {PYTHONUNBUFFERED: '1', ...forC};
}

/** Factor by which the kernel's limit on processes in the sandbox exceeds ours. */
const SPARE_PROCESSES = 4;

export function lineOf(launch: Launch): string {
  const {words, work, temporary, input, files, limits, environment, isMerged, token, secret} = launch;
  const given = {
    HOME: work,
    TMPDIR: temporary,
    ...(token === null ? {} : {[TOKEN_NAME]: token}),
    ...(isMerged ? byLine() : {}),
    ...environment,
  };
  const exports = Object.entries(given).map(([name, value]) => `export ${name}=${quote(value)}`);
  const errors = isMerged ? '2>&1' : '2>/proc/self/fd/4';
  const redirects = `<${quote(input)} >/proc/self/fd/3 ${errors} 3>&- 4>&-`;
  const command = `exec ${words.map(quote).join(' ')} ${redirects}`;
  const copy = files === null ? [] : [`${systemTool('cp') ?? 'cp'} -R ${quote(`${files}/.`)} .`];
  const prepare = [...ulimits(limits, token === null), `cd ${quote(work)}`, 'unset OLDPWD', ...copy];
  const run = [...prepare, ...exports, command];
  return `(${run.join('; ')}); echo "${secret} ends $?" >&2`;
}

export function statusIn(said: string, secret: string): number {
  const report = `${secret} ends `;
  return Number.parseInt(said.slice(said.indexOf(report) + report.length), 10);
}

/**
 * Returns the commands for the limits that the kernel enforces on each process. Our own limit on processor time is exact
 * and counts all processes; the kernel's, by a coarse clock, only catches what gets past it.
 */
function ulimits({cpu, disk, processes}: Limits, isSandboxed: boolean): string[] {
  const most = SPARE_PROCESSES * processes;
  return [
    'ulimit -c 0',
    `ulimit -t ${Math.ceil(cpu) + 1} 2>&-`,
    // A page more, so that a file can exceed our own limit.
    `ulimit -f ${disk * 2048 + 8} 2>&-`,
    // Elsewhere, all processes of a user count.
    ...(isSandboxed ? [`ulimit -p ${most} 2>&- || ulimit -u ${most}`] : []),
  ];
}

export const RESERVED: readonly string[] = ['PATH', 'HOME', 'TMPDIR', 'PWD', 'OLDPWD', TOKEN_NAME];

/** The exit statuses of a shell that cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** Real-time signals have no names. */
const LAST_SIGNAL = 64;

/** Returns how a program ended. As every shell has it, 128 + n stands for signal n. */
export function endOf(status: number): End {
  const signal = signalNumbered(status - 128);
  return signal === null ? {exited: status} : {signalled: signal};
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
  if (number < 1 || number > LAST_SIGNAL) return null;
  return Object.entries(constants.signals).find((entry) => entry[1] === number)?.[0] ?? `signal ${number}`;
}
