/*
 * The line of shell that runs a program, and the shell's report of its end. A subshell sets the kernel's limits and the
 * variables, and becomes the program. The shell then reports the exit status behind a secret, which no program can know.
 */
import {existsSync} from 'node:fs';
import {constants} from 'node:os';
import type {End, NoObservation} from './job.js';
import type {Limits} from './limits.js';
import {TOKEN_NAME} from './processes.js';
import {quote, systemTool} from './shell.js';

export interface ProgramLine {
  readonly words: readonly string[];
  /** Folders and input file, as the shell sees them. */
  readonly work: string;
  readonly temporary: string;
  readonly input: string;
  /** Folder with the given files; null without any. */
  readonly files: string | null;
  readonly limits: Limits;
  readonly environment: Readonly<Record<string, string>>;
  readonly isMerged: boolean;
  /** Marks the program's processes; null in the sandbox, which has no others. */
  readonly token: string | null;
  /** Marks the shell's report. */
  readonly secret: string;
}

/** Signals to a process group that the shell, which is in it, survives. */
const SURVIVED = 'HUP INT QUIT ALRM TERM USR1 USR2';

/** First line of a shell. If `CLOSING_SHELL` is bash, it has set `SHLVL`. */
export const PROLOGUE = `trap : ${SURVIVED}; unset SHLVL; cd /`;

/** Places of `stdbuf`'s library. */
const STDBUF = ['/usr/libexec/coreutils/libstdbuf.so', '/usr/lib/coreutils/libstdbuf.so'];

/**
 * Returns variables that make a program with merged outputs print line by line, as on a terminal. `stdbuf` itself would
 * hide why a program does not start, so only its library is loaded; AddressSanitizer must be told to allow that.
 */
function byLine(): Readonly<Record<string, string>> {
  const library = STDBUF.find((path) => existsSync(path));
  if (library === undefined) return {PYTHONUNBUFFERED: '1'};
  const forC = {LD_PRELOAD: library, _STDBUF_O: 'L', ASAN_OPTIONS: 'verify_asan_link_order=0'};
  return {PYTHONUNBUFFERED: '1', ...forC};
}

/** The kernel's limit on processes in the sandbox, as a multiple of ours. */
const SPARE_PROCESSES = 4;

export function lineOf(line: ProgramLine): string {
  const {words, work, temporary, input, files, limits, environment, isMerged, token, secret} = line;
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

export function statusIn(reply: string, secret: string): number {
  const report = `${secret} ends `;
  return Number.parseInt(reply.slice(reply.indexOf(report) + report.length), 10);
}

/** Returns the commands for the kernel's limits on each process. Its coarse limit on time only backs up our exact one. */
function ulimits({cpu, disk, processes}: Limits, isSandboxed: boolean): string[] {
  const most = SPARE_PROCESSES * processes;
  return [
    'ulimit -c 0',
    `ulimit -t ${Math.ceil(cpu) + 1} 2>&-`,
    // A page more, so that a file can exceed our limit.
    `ulimit -f ${disk * 2048 + 8} 2>&-`,
    // Outside of the sandbox, the kernel would count all processes of the user.
    ...(isSandboxed ? [`ulimit -p ${most} 2>&- || ulimit -u ${most}`] : []),
  ];
}

export const RESERVED: readonly string[] = ['PATH', 'HOME', 'TMPDIR', 'PWD', 'OLDPWD', TOKEN_NAME];

/** Exit statuses of a shell that cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** Real-time signals have no names. */
const LAST_SIGNAL = 64;

/** As in every shell, 128 + n stands for signal n. */
export function endOf(status: number): End {
  const signal = signalNumbered(status - 128);
  return signal === null ? {exited: status} : {signalled: signal};
}

/** Returns why a shell could not start a command; null if it did. A message begins with the shell's path and a line. */
export function whyNotStarted(status: number, stderr: string, shell: string): NoObservation | null {
  const at = stderr.indexOf(`/${shell}: `);
  // The shell's message is the first line.
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
