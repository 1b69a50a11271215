/* The environment of a program: which of its variables a job cannot set. */
import {TOKEN_NAME} from '../usage/processes.js';

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
