/*
 * The line of shell that runs a program, and what the shell says of its end. Starting it from Node would take twice as
 * long, because Node is expensive to fork.
 */
import type {Containment} from './containment.js';
import type {Limits} from './limits.js';
import {quote} from './shell.js';
import {TOKEN_NAME} from './usage/processes.js';

export interface Launch {
  readonly containment: Containment;
  readonly words: readonly string[];
  /** Where it works, and the file with its input, both as the shell sees them. */
  readonly work: string;
  readonly input: string;
  readonly limits: Limits;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether its standard error goes where its output does. */
  readonly isMerged: boolean;
  /** Goes into the environment where there are no namespaces, so that the program's processes can be recognised. */
  readonly token: string;
  /** Marks the shell's own report; the program does not know it. */
  readonly secret: string;
}

/** What the shell reports. */
export interface ShellReport {
  readonly status: number;
  /** Whether the program left processes that still run. */
  readonly held: boolean;
  /** Whether it left memory, semaphores or queues that processes share. */
  readonly leftShared: boolean;
}

/** How many times more processes than the limit the kernel starts in the sandbox. */
const SPARE_PROCESSES = 4;

/** The line of shell that runs a program, and reports its end. */
export function lineOf(launch: Launch): string {
  const {containment, words, work, input, limits, environment, isMerged, token, secret} = launch;
  const own = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}; `);
  const command = words.map(quote).join(' ');
  const isGroup = containment === 'process-groups';
  const wall = SPARE_PROCESSES * limits.processes;
  const before = isGroup
    ? `export ${TOKEN_NAME}=${token}; echo "${secret} starts" >&2; `
    : containment === 'sandbox'
      ? `ulimit -p ${wall} 2>&- || ulimit -u ${wall}; `
      : '';
  const errors = isMerged ? '2>&1' : '2>/proc/self/fd/4';
  const redirects = `<${quote(input)} >/proc/self/fd/3 ${errors} 3>&- 4>&-`;
  const run = `(${ulimits(limits)}; ${before}cd ${quote(work)}; unset OLDPWD; ${own.join('')}exec ${command} ${redirects})`;
  const after = isGroup ? 'h= i=' : 'held; left';
  return `${run}; s=$?; ${after}; echo "${secret} ends $s $h $i" >&2`;
}

/** The line that looks again whether processes still run. */
export function lookAgain(secret: string): string {
  return `held; echo "${secret} again $h" >&2`;
}

/** @param said all that the shell said, to the end of its report */
export function reportFrom(said: string, secret: string): ShellReport {
  const at = said.indexOf(`${secret} ends `);
  const [, , status = '', ...left] = said.slice(at).trim().split(' ');
  return {
    status: Number(status),
    held: left.includes('held'),
    leftShared: left.includes('left'),
  };
}

/**
 * Shell commands for the limits that the kernel enforces on each process. Ours on processor time is exact and
 * counts them all; the kernel's, which it checks by its coarse clock, only catches what gets past it.
 */
function ulimits({cpu, disk}: Limits): string {
  const seconds = Math.ceil(cpu) + 1;
  const blocks = disk * 2048;
  // The hard limit is a second later: at the soft one the program gets SIGXCPU, which tells us the reason.
  return `ulimit -c 0; ulimit -St ${seconds} 2>&-; ulimit -Ht ${seconds + 1} 2>&-; ulimit -f ${blocks} 2>&-`;
}

/** In bash, which is `sh` on some systems, the last of these cannot be set, or change by themselves. */
const OF_THE_SHELL =
  '_ IFS LINENO OPTIND PPID SHLVL BASHOPTS BASHPID BASH_VERSINFO DIRSTACK EUID FUNCNAME GROUPS HISTCMD RANDOM SECONDS SHELLOPTS UID';

const REASONS: readonly (readonly [names: string, reason: string])[] = [
  ['PATH', 'by which programs are found'],
  ['HOME TMPDIR PWD OLDPWD', 'which says where a program works'],
  [TOKEN_NAME, 'by which the processes of a program are found'],
  [OF_THE_SHELL, 'which the shell that starts programs keeps for itself'],
];

/** The variables that a job cannot set, and of each what it is: `by which programs are found`. */
export const RESERVED: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([names, reason]) => names.split(' ').map((name) => [name, reason] as const)),
);
