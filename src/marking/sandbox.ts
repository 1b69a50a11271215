/*
 * How a program is started: plainly, or in a sandbox made by bubblewrap in which it sees a read-only system, its
 * own files, and nothing else: no network, no other processes, no goldens.
 */
import {lstatSync, readlinkSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Limits} from './limits.js';
import {TOKEN_NAME} from './processes.js';
import {quote} from './shell.js';

/** One word of a command: text, or a file that the sandbox has to show, perhaps with the folder it lies in. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface Start {
  readonly command: readonly Word[];
  /** Folder to work in, the only one that may be written. */
  readonly scratch: string;
  readonly limits: Limits;
  /** For the environment of the program, by which all its processes are known. */
  readonly token: string;
  /** Stands before what the shell itself complains of. */
  readonly name: string;
}

export interface SandboxOptions {
  /** Further files and folders to show, read-only. */
  readonly show: readonly string[];
}

/** Bytes that a program may write to one file: more than any exercise needs, less than fills a disk. */
export const LARGEST_FILE = 64 * 1024 ** 2;

/** Where a program in the sandbox finds its scratch folder, and its own files. */
const SANDBOX_SCRATCH = '/scratch';
const SANDBOX_FILES = '/submission';

/** Processes of the sandbox itself: bubblewrap and the shell. */
export const SANDBOX_PROCESSES = 2;

/** Said by the shell in the sandbox when the program left processes running. */
export const LEFT_PROCESSES = 'left processes running';

/** How long a forgotten child may still write, in milliseconds. */
export const GRACE = 100;

/** The folders of a system that programs need, where they exist. */
const SYSTEM: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/etc',
];

/** Files that hold a system's secrets are left out of its `/etc`. */
const SECRETS: readonly string[] = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/ssh',
  '/etc/ssl/private',
];

/**
 * The command that starts a program with its limits. Descriptor 3 must be where its error output goes: the shell
 * keeps 2 to itself, so that its own words are told from the program's.
 *
 * Processor time is limited here as well as by the marker: it holds even if the marker is killed.
 */
export function plainCommand({command, limits, name}: Start): string[] {
  const script = `${ulimits(limits)}; exec "$@" 2>&3 3>&-`;
  return ['/bin/sh', '-c', script, name, ...command.map(pathOf)];
}

/**
 * The same as a line for a shell that lives on, with descriptor 3 for output and 4 for error output. The shell says
 * on its own error output how the program ended, behind the token.
 */
export function shellLine({command, limits, scratch, token}: Start, inputFile: string): string {
  const files = `<${quote(inputFile)} >/proc/self/fd/3 2>/proc/self/fd/4 3>&- 4>&-`;
  const words = command.map(pathOf).map(quote).join(' ');
  return `(${ulimits(limits)}; cd ${quote(scratch)}; export ${TOKEN_NAME}=${token}; exec ${words} ${files}); echo "${token} $?" >&2`;
}

/**
 * The same in a sandbox. The shell stays, because bubblewrap says 128 + n both of an exit status and of a signal:
 * but only for a signal the shell has words. It also sees what the program leaves running, before all of that ends
 * with the sandbox.
 */
export function sandboxedCommand({command, scratch, limits, name}: Start, {show}: SandboxOptions): string[] {
  const shown: string[] = [];
  const words = command.map((word, index) => {
    if (typeof word === 'string') return word;
    const inside = `${SANDBOX_FILES}/${index}`;
    const folder = word.folder ?? null;
    shown.push(
      '--ro-bind',
      folder ?? word.file,
      folder === null ? join(inside, basename(word.file)) : inside,
    );
    return folder === null ? join(inside, basename(word.file)) : join(inside, word.file.slice(folder.length));
  });
  const script = [
    ulimits(limits),
    `ulimit -p ${4 * limits.processes} 2>&- || ulimit -u ${4 * limits.processes}`,
    // In a subshell, so that the shell's words for a signal go to its own error output.
    '("$@" 2>&3 3>&-)',
    'status=$?',
    'set -- /proc/[0-9]*',
    `[ $# -le 1 ] || { sleep ${GRACE / 1000}; set -- /proc/[0-9]*; [ $# -le 1 ] || echo '${LEFT_PROCESSES}' >&2; }`,
    'exit $status',
  ].join('\n');
  return [
    'bwrap',
    '--unshare-all',
    '--unshare-user',
    '--die-with-parent',
    // The shell is the first process in there: that one cannot be killed by the others.
    '--as-pid-1',
    ...['--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
    ...SYSTEM.flatMap(showSystem),
    ...SECRETS.filter((path) => kindOf(path) !== null).flatMap((path) =>
      kindOf(path) === 'folder' ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
    ),
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(LARGEST_FILE), '--tmpfs', '/tmp'],
    ...['--bind', scratch, SANDBOX_SCRATCH],
    ...shown,
    ...show.flatMap((path) => ['--ro-bind', path, path]),
    ...['--remount-ro', '/', '--chdir', SANDBOX_SCRATCH],
    ...[
      '--setenv',
      'HOME',
      SANDBOX_SCRATCH,
      '--setenv',
      'TMPDIR',
      '/tmp',
      '--setenv',
      'PWD',
      SANDBOX_SCRATCH,
    ],
    ...['/bin/sh', '-c', script, name, ...words],
  ];
}

/** The scratch folder as the program sees it. */
export function scratchFor(scratch: string, sandboxed: boolean): string {
  return sandboxed ? SANDBOX_SCRATCH : scratch;
}

function pathOf(word: Word): string {
  return typeof word === 'string' ? word : word.file;
}

function ulimits({cpu}: Limits): string {
  // The hard limit a second later: at the soft one the program gets SIGXCPU, by which the reason is known.
  const soft = Math.ceil(cpu);
  return `ulimit -c 0; ulimit -Ht ${soft + 1} 2>&-; ulimit -St ${soft} 2>&-; ulimit -f ${LARGEST_FILE / 512} 2>&-`;
}

function showSystem(path: string): string[] {
  const kind = kindOf(path);
  if (kind === null) return [];
  return kind === 'link' ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

function kindOf(path: string): 'link' | 'folder' | 'file' | null {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return null;
  return stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'folder' : 'file';
}
