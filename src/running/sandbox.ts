/*
 * The sandbox, made by bubblewrap: a program in it sees a read-only system, its own files, and nothing else: no
 * network, no other processes, no goldens. What it may write to is in memory, of a fixed size, and gone afterwards.
 */
import {lstatSync, readdirSync, readlinkSync, writeFileSync} from 'node:fs';
import {basename, join, sep} from 'node:path';
import type {Limits} from './limits.js';

/** One word of a command: text, or a file that the sandbox has to show, perhaps with the folder it lies in. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface SandboxOptions {
  /** Further files and folders to show, read-only. */
  readonly show: readonly string[];
  /** Folders that no program may see, even if they lie in what is shown: those with the goldens. */
  readonly hide: readonly string[];
}

/** Bytes that a program may write to one file, or in the sandbox to one folder: enough, and no disk full. */
export const LARGEST_FILE = 64 * 1024 ** 2;

/** How long a forgotten child may still write, in milliseconds. */
export const GRACE = 200;

/** What the shell in the sandbox says on its error output: first of all, and when the program left processes. */
export const STARTED = 'started';
export const LEFT_PROCESSES = 'left processes running';

/** Processes of the sandbox itself: bubblewrap and the shell. */
export const SANDBOX_PROCESSES = 2;

/** Where a program in the sandbox finds its scratch folder, and its own files. */
export const SANDBOX_SCRATCH = '/scratch';
const SANDBOX_FILES = '/submission';

/** The script below as the sandbox shows it; so begin the complaints of its shell. */
export const SANDBOX_SCRIPT = '/start';

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

/**
 * The first process in the sandbox, as a file: from `sh -c`, bash in its POSIX mode has no words for signals.
 * Arguments: seconds of processor time, processes, and the command. Descriptor 3 is for error output.
 *
 * The shell stays, because bubblewrap says 128 + n both of an exit status and of a signal, but only for a signal a
 * shell has words. It also sees what the program leaves running, before all of that ends with the sandbox.
 */
const SCRIPT = `echo ${STARTED} >&2
${ulimits('$1')}
ulimit -p "$2" 2>&- || ulimit -u "$2"
shift 2
(exec "$@" 2>&3 3>&-)
status=$?
set -- /proc/[0-9]*
if [ $# -gt 1 ]; then
  sleep ${GRACE / 1000}
  set -- /proc/[0-9]*
  [ $# -le 1 ] || echo ${LEFT_PROCESSES} >&2
fi
exit $status
`;

/** What is the same for all runs: worked out once. */
export class Sandbox {
  private readonly options: readonly string[];

  /** @param folder to keep files in while the sandbox is used */
  constructor(folder: string, {show, hide}: SandboxOptions) {
    const script = join(folder, 'start');
    writeFileSync(script, SCRIPT);
    const size = ['--size', String(LARGEST_FILE)];
    this.options = [
      'bwrap',
      ...['--unshare-all', '--unshare-user', '--die-with-parent'],
      // The shell is the first process in there, which the others cannot kill; and a program that signals its own
      // process group must not reach bubblewrap outside.
      ...['--as-pid-1', '--new-session'],
      ...['--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
      ...SYSTEM.flatMap(showSystem),
      ...secrets().flatMap((path) => ['--ro-bind', '/dev/null', path]),
      // Some of /proc/sys belongs to the user 0 outside, whatever the capabilities.
      ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
      ...['--dev', '/dev', ...size, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
      ...[...size, '--tmpfs', '/tmp'],
      ...['--ro-bind', script, SANDBOX_SCRIPT],
      ...show.flatMap((path) => ['--ro-bind', path, path]),
      ...hide
        .filter((path) => isBelow(path, [...SYSTEM, ...show]))
        .flatMap((path) => [...size, '--tmpfs', path, '--remount-ro', path]),
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
    ];
  }

  /** @param scratch a folder to work in that is kept; null: an empty one in memory */
  command(words: readonly Word[], limits: Limits, scratch: string | null): string[] {
    const shown = words.map((word, index) => (typeof word === 'string' ? null : inside(word, index)));
    return [
      ...this.options,
      ...(scratch === null
        ? ['--size', String(LARGEST_FILE), '--tmpfs', SANDBOX_SCRATCH]
        : ['--bind', scratch, SANDBOX_SCRATCH]),
      ...shown.flatMap((one) => (one === null ? [] : ['--ro-bind', one.from, one.to])),
      ...['--remount-ro', '/', '--chdir', SANDBOX_SCRATCH],
      ...['/bin/sh', SANDBOX_SCRIPT, String(Math.ceil(limits.cpu)), String(4 * limits.processes)],
      ...words.map((word, index) => (typeof word === 'string' ? word : (shown[index]?.path ?? word.file))),
    ];
  }
}

/** Limits that the system itself holds a program to, for a shell. `cpu` in whole seconds, or how the shell has it. */
export function ulimits(cpu: string): string {
  // The hard limit a second later: at the soft one the program gets SIGXCPU, by which the reason is known.
  return `ulimit -c 0; ulimit -St ${cpu} 2>&-; ulimit -Ht $((${cpu} + 1)) 2>&-; ulimit -f ${LARGEST_FILE / 512} 2>&-`;
}

/** Where a file, or the folder it lies in, is shown; and where then the file is. */
function inside({file, folder}: Word & object, index: number): {from: string; to: string; path: string} {
  const place = `${SANDBOX_FILES}/${index}`;
  if (folder !== undefined) return {from: folder, to: place, path: join(place, file.slice(folder.length))};
  const path = join(place, basename(file));
  return {from: file, to: path, path};
}

/** What only the superuser may read of `/etc`, if that is who we are: it is nobody's business in there. */
function secrets(): string[] {
  if (process.getuid?.() !== 0) return [];
  const entries = readdirSync('/etc', {recursive: true, withFileTypes: true});
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => ((lstatSync(path, {throwIfNoEntry: false})?.mode ?? 0o444) & 0o004) === 0);
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder + sep));
}

function showSystem(path: string): string[] {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}
