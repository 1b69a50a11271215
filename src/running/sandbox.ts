/*
 * The sandbox, made by bubblewrap. A program in it sees a read-only system and its own files: no network, no
 * other processes, no goldens. It can write only to memory, which is limited in size and gone afterwards.
 */
import {lstatSync, readdirSync, readlinkSync, writeFileSync} from 'node:fs';
import {basename, join, sep} from 'node:path';
import type {Limits} from './limits.js';

/** One word of a command: text, or a file that the sandbox must show, possibly with its whole folder. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface SandboxOptions {
  /** More files and folders to show, read-only. */
  readonly show: readonly string[];
  /** Folders that no program may see, even inside a folder that is shown: those with the goldens. */
  readonly hide: readonly string[];
}

/** Bytes that a program may write to one file, or to one folder in the sandbox: too few to fill a disk. */
export const LARGEST_FILE = 64 * 1024 ** 2;

/** How long a forgotten child may go on writing, in milliseconds. */
export const GRACE = 200;

/** What the shell in the sandbox prints on standard error: at its start, and if processes were left. */
export const STARTED = 'started';
export const LEFT_PROCESSES = 'left processes running';

/** The sandbox's own processes: bubblewrap and the shell. */
export const SANDBOX_PROCESSES = 2;

/** Where a program in the sandbox finds its scratch folder and its own files. */
export const SANDBOX_SCRATCH = '/scratch';
const SANDBOX_FILES = '/submission';

/** The script below, as seen in the sandbox. The error messages of its shell begin with this path. */
export const SANDBOX_SCRIPT = '/start';

/** The system folders that programs need. Those that exist are shown. */
export const SYSTEM: readonly string[] = [
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
 * The first process in the sandbox. It must be a file: under `sh -c`, bash in POSIX mode prints no message
 * for signals. Arguments: seconds of processor time, processes, command. Descriptor 3 is for error output.
 *
 * The shell stays until the end, because bubblewrap reports both an exit status and a signal as 128 + n,
 * while a shell prints a message only for a signal. It also sees what the program leaves running before the
 * sandbox ends and takes all of that with it.
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

/** What all runs have in common, worked out once. */
export class Sandbox {
  private readonly options: readonly string[];

  /** @param folder where to keep files while the sandbox is in use */
  constructor(folder: string, {show, hide}: SandboxOptions) {
    const script = join(folder, 'start');
    writeFileSync(script, SCRIPT);
    const size = ['--size', String(LARGEST_FILE)];
    this.options = [
      'bwrap',
      ...['--unshare-all', '--unshare-user', '--die-with-parent'],
      // As process 1 the shell cannot be killed by the others. In a new session, a program that signals its
      // process group cannot reach bubblewrap outside.
      ...['--as-pid-1', '--new-session'],
      ...['--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
      ...SYSTEM.flatMap(showSystem),
      ...secrets().flatMap((path) => ['--ro-bind', '/dev/null', path]),
      // If the marker runs as root, programs could write to parts of /proc/sys, even without capabilities.
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

  /** @param scratch a folder to work in, which is kept; null: an empty one in memory */
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

/** Shell commands for the limits that the kernel enforces. `cpu` is whole seconds, or a shell variable. */
export function ulimits(cpu: string): string {
  // The hard limit is a second later: at the soft one the program gets SIGXCPU, which tells us the reason.
  return `ulimit -c 0; ulimit -St ${cpu} 2>&-; ulimit -Ht $((${cpu} + 1)) 2>&-; ulimit -f ${LARGEST_FILE / 512} 2>&-`;
}

/** Where a file, or its folder, appears in the sandbox, and the path of the file there. */
function inside({file, folder}: Word & object, index: number): {from: string; to: string; path: string} {
  const place = `${SANDBOX_FILES}/${index}`;
  if (folder !== undefined) return {from: folder, to: place, path: join(place, file.slice(folder.length))};
  const path = join(place, basename(file));
  return {from: file, to: path, path};
}

/** If we are root: the files in `/etc` that only root may read, which the sandbox must hide. */
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
