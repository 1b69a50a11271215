/*
 * The sandbox, made by bubblewrap. A program in it sees a read-only system and its own files: no network, no
 * other processes, no goldens. It can write only to memory, which is limited in size and gone afterwards.
 *
 * It has two layers. The outer one is made once per lane and submission: the system as it is seen inside, and a
 * network of its own, which take longest to make. In it a shell, which the program never sees, makes the inner
 * one anew for each case: users, processes, shared memory, `/proc` and `/tmp`. So nothing that a program does
 * lasts longer than its case, and nothing reaches the shell that says how it ended. Where a system forbids a
 * sandbox in a sandbox, both layers are made at once for each case, which takes twice as long.
 */
import {lstatSync, readdirSync, readlinkSync, realpathSync, writeFileSync} from 'node:fs';
import {basename, join, sep} from 'node:path';
import type {Limits} from './limits.js';
import {foundInPath} from './path.js';
import {refusedCalls} from './refused-calls.js';
import {quote} from './shell.js';

/** One word of a command: text, or a file that the sandbox must show, possibly with its whole folder. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface SandboxOptions {
  /** More files and folders to show, read-only. */
  readonly show: readonly string[];
  /** Folders that no program may see, even inside one that is shown or its own: those with the goldens. */
  readonly hide: readonly string[];
}

/** The sandbox's own processes in each case: bubblewrap twice, outside and as the first process inside. */
export const SANDBOX_PROCESSES = 2;

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

/** Where a program in the sandbox finds its own files. */
const SANDBOX_FILES = '/submission';

/** Where it works: in memory. It can write nowhere else, so that one limit holds for all. */
const SCRATCH = '/tmp';

/** Where it works if what it writes is kept. */
const KEPT_SCRATCH = '/scratch';

/** Where the outer layer shows the folder with the lane's input, which is the program's own. */
const LANE = '/lane';

/** The descriptor on which bubblewrap says whether the program was started. */
const STATUS = 5;

/** The descriptor from which it reads which system calls it must refuse. */
const FILTER = 6;

/**
 * Becomes the command after it, with the devices read-only: one can still write to a device then, but not change
 * who may, which would be so for the whole machine if root runs the marker.
 */
const KEEP_DEVICES = 'mount --rbind -o ro /dev /dev && exec "$@"';

/** Each line is one wall; `npm run mutants -- sandbox` shows that each of them is needed. */
const USER = [
  ['--unshare-user', '--uid', '1000', '--gid', '1000'],
  ['--cap-drop', 'ALL'],
  // A program that signals its process group must not reach the shell.
  ['--new-session'],
];

/** The devices that programs may open. What they write to `/dev/shm` goes where everything else does. */
const DEVICES = [
  ['--tmpfs', '/dev'],
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => [
    '--dev-bind',
    `/dev/${name}`,
    `/dev/${name}`,
  ]),
  ...[
    ['/proc/self/fd', 'fd'],
    ['/proc/self/fd/0', 'stdin'],
    ['/proc/self/fd/1', 'stdout'],
    ['/proc/self/fd/2', 'stderr'],
    [SCRATCH, 'shm'],
  ].map(([to = '', name = '']) => ['--symlink', to, `/dev/${name}`]),
  ['--remount-ro', '/dev'],
];

/** What is made anew for every case. */
const PROCESSES = [['--unshare-pid'], ['--unshare-ipc'], ['--disable-userns']];

/** What surrounds them, once per lane. */
const SURROUNDINGS = ['--pid', '--net', '--cgroup'];

export class Sandbox {
  /** Whether there are two layers. */
  layers = true;
  private readonly system: readonly string[];
  private readonly shown: readonly string[];
  private readonly shows: readonly string[];
  private readonly hide: readonly string[];
  private readonly bubblewrap: string;
  private readonly filter: string;

  /** @param filter a path for a new file */
  constructor({show, hide}: SandboxOptions, filter: string) {
    // Whoever starts one that is missing says so.
    const bubblewrap = foundInPath('bwrap');
    this.bubblewrap = bubblewrap === null ? 'bwrap' : realpathSync(bubblewrap);
    this.filter = filter;
    this.hide = hide;
    writeFileSync(filter, refusedCalls());
    this.shown = show.filter((path) => path !== SCRATCH && isBelow(path, [SCRATCH]));
    this.system = [...SYSTEM.flatMap(showSystem), ...secrets(), ...DEVICES.flat()];
    this.shows = [
      ...show.flatMap((path) => ['--ro-bind', path, path]),
      ...hide.filter((path) => isBelow(path, [...SYSTEM, ...show])).flatMap(coverOf),
    ];
  }

  /**
   * The command of the outer layer, for a lane; what comes after it runs inside.
   *
   * @param lane the folder with the lane's input
   * @param scratch a folder to work in, which is kept; null: an empty one in memory
   */
  around(words: readonly Word[], lane: string, scratch: string | null): readonly string[] {
    return [
      // If the marker dies, so does all of this.
      ...['setpriv', '--pdeathsig', 'KILL'],
      ...['unshare', '--user', '--map-root-user', ...SURROUNDINGS],
      ...['--fork', '--kill-child=KILL', '--mount-proc'],
      ...['sh', '-c', `${KEEP_DEVICES} ${FILTER}<"$0"`, this.filter],
      ...[this.bubblewrap, ...USER.flat(), '--unshare-uts', '--hostname', 'sandbox'],
      ...['--seccomp', String(FILTER)],
      ...[...this.system, '--tmpfs', SCRATCH, ...this.shows, ...this.files(words, scratch)],
      // The inner layer may mount its own only where it sees a whole one.
      ...['--bind', '/proc', '/proc', '--ro-bind', lane, LANE, '--remount-ro', '/'],
    ];
  }

  /** The shell words that start a program for one case, before those of its command. */
  entry(
    words: readonly Word[],
    limits: Limits,
    scratch: string | null,
    environment: Readonly<Record<string, string>>,
  ): string {
    const memory = ['--size', String(limits.disk * 1024 ** 2), '--tmpfs', SCRATCH];
    const view = this.layers
      ? ['--dev-bind', '/', '/', ...memory, ...this.shown.flatMap((path) => ['--ro-bind', path, path])]
      : [
          ...['--unshare-all', '--hostname', 'sandbox', '--seccomp', String(FILTER)],
          ...[...this.system, ...memory, ...this.shows, ...this.files(words, scratch)],
        ];
    const place = scratch === null ? SCRATCH : KEPT_SCRATCH;
    const own = [
      ...['--json-status-fd', String(STATUS)],
      // Without capabilities, root could still write to parts of it.
      ...['--proc', '/proc', '--remount-ro', '/proc'],
      ...(this.layers ? [] : ['--remount-ro', '/']),
      ...['--chdir', place, '--setenv', 'HOME', place, '--setenv', 'TMPDIR', SCRATCH],
      ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ];
    const before =
      !this.layers && process.getuid?.() === 0 ? ['unshare', '--mount', 'sh', '-c', KEEP_DEVICES, 'sh'] : [];
    return [...before, this.bubblewrap, ...USER.flat(), ...PROCESSES.flat(), ...view, ...own]
      .map(quote)
      .join(' ');
  }

  /** What the shell opens for bubblewrap: the channel for its own words, and what it must refuse. */
  get redirects(): string {
    return `${STATUS}>&2${this.layers ? '' : ` ${FILTER}<${quote(this.filter)}`}`;
  }

  /** The words of a command as they are inside. */
  inside(words: readonly Word[]): string[] {
    return words.map((word, index) => (typeof word === 'string' ? word : placeOf(word, index).path));
  }

  /** The lane's input file, as the lane's shell sees it. */
  laneFile(lane: string, file: string): string {
    return join(this.layers ? LANE : lane, file);
  }

  private files(words: readonly Word[], scratch: string | null): string[] {
    return [
      ...words.flatMap((word, index) => {
        if (typeof word === 'string') return [];
        const {from, to} = placeOf(word, index);
        const real = realpathSync(from);
        const within = this.hide.filter((path) => path.startsWith(real + sep));
        return ['--ro-bind', from, to, ...within.flatMap((path) => coverOf(to + path.slice(real.length)))];
      }),
      ...(scratch === null ? [] : ['--bind', scratch, KEPT_SCRATCH]),
    ];
  }
}

/** Takes from the words of a lane's shell what bubblewrap said: whether the program was started at all. */
export function startedIn(words: string): boolean {
  return /^\{ "exit-code": \d+ \}$/m.test(words);
}

/**
 * Why bubblewrap did not start the program. It prints that where the program would have printed.
 *
 * @returns `not-run` if the program is to blame, `not-check` if the sandbox is
 */
export function refusalIn(stderr: string): {
  readonly could: 'not-run' | 'not-check';
  readonly reason: string;
} {
  const reason = stderr.trim().replace(/^bwrap: /, '');
  const exec = /^execvp (.*)$/s.exec(reason)?.[1];
  // It names a script, of which only the interpreter is missing, and means the same as a shell would.
  if (exec !== undefined) {
    return {could: 'not-run', reason: exec.replace(/: No such file or directory$/, ': not found')};
  }
  return {could: 'not-check', reason: reason === '' ? 'the sandbox did not start' : `the sandbox: ${reason}`};
}

/** The path in the sandbox of a file that is a word of a command, of that number. */
export function pathInSandbox(word: Word & object, index: number): string {
  return placeOf(word, index).path;
}

/** Where a file, or its folder, appears in the sandbox, and the path of the file there. */
function placeOf({file, folder}: Word & object, index: number): {from: string; to: string; path: string} {
  const place = `${SANDBOX_FILES}/${index}`;
  if (folder !== undefined) return {from: folder, to: place, path: join(place, file.slice(folder.length))};
  const path = join(place, basename(file));
  return {from: file, to: path, path};
}

/**
 * If we are root: what only root may read in `/etc`, hidden. A file is hidden by itself, a folder as a whole:
 * one that belongs to another user is closed even to the sandbox that would hide a file in it.
 */
function secrets(): string[] {
  if (process.getuid?.() !== 0) return [];
  const hidden: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, {withFileTypes: true})) {
      const isFolder = entry.isDirectory();
      // Most of what is there are links.
      if (!isFolder && !entry.isFile()) continue;
      const path = join(folder, entry.name);
      const mode = lstatSync(path, {throwIfNoEntry: false})?.mode;
      if (mode === undefined) continue;
      const isClosed = (mode & (isFolder ? 0o005 : 0o004)) === 0;
      if (isFolder && isClosed) hidden.push(...coverOf(path));
      else if (isFolder) visit(path);
      else if (isClosed) hidden.push('--ro-bind', '/dev/null', path);
    }
  };
  visit('/etc');
  return hidden;
}

/** Lays an empty folder over another. */
function coverOf(path: string): string[] {
  return ['--tmpfs', path, '--remount-ro', path];
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder + sep));
}

function showSystem(path: string): string[] {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}
