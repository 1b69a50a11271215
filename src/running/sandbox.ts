/*
 * The sandbox: bubblewrap, made once for each lane and submission. Its first process is the lane's inner shell, which
 * ends all that a case left before the next one. No program sees that shell in `/proc`.
 */
import {lstatSync, readdirSync, readlinkSync, realpathSync} from 'node:fs';
import {basename, join, sep} from 'node:path';
import {SANDBOX_WORK} from './containment.js';
import {foundInPath} from './shell.js';

/** One word of a command: text, or a file that the sandbox must show, possibly with its whole folder. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface SandboxOptions {
  /** More files and folders to show, read-only. */
  readonly show: readonly string[];
  /** Folders that no program may see, even inside one that is shown or its own: those with the goldens. */
  readonly hide: readonly string[];
}

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

/** Where the sandbox shows the folder with the lane's input. */
const LANE = '/lane';

/**
 * Becomes the command after it, with the devices read-only: one can still write to a device then, but not change
 * who may, which would be so for the whole machine if root runs the marker.
 */
const KEEP_DEVICES = 'mount --rbind -o ro /dev /dev && exec "$@"';

/** Each line is one wall: `sandbox-walls.deep.ts` shows that each of them is needed. */
const USER = [
  ['--unshare-user', '--uid', '1000', '--gid', '1000'],
  ['--cap-drop', 'ALL'],
  // A program that signals its process group must not reach what is outside.
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
    [SANDBOX_WORK, 'shm'],
  ].map(([to = '', name = '']) => ['--symlink', to, `/dev/${name}`]),
  // Where the shell sees what a case left in queues.
  ['--mqueue', '/dev/mqueue'],
  ['--remount-ro', '/dev'],
];

/** The rest of what is its own. The first process in it is the shell. */
const NAMESPACES = [['--unshare-all'], ['--disable-userns'], ['--as-pid-1'], ['--die-with-parent']];

/** The processes that it sees, but for the shell; without capabilities, root could still write to parts of it. */
const PROCESSES = [
  ['--proc', '/proc'],
  ['--tmpfs', '/proc/1'],
  ['--remount-ro', '/proc/1'],
  ['--remount-ro', '/proc'],
];

export class Sandbox {
  private readonly system: readonly string[];
  private readonly shows: readonly string[];
  private readonly hide: readonly string[];
  private readonly bubblewrap: string;

  constructor({show, hide}: SandboxOptions) {
    // Whoever starts one that is missing says so.
    const bubblewrap = foundInPath('bwrap');
    this.bubblewrap = bubblewrap === null ? 'bwrap' : realpathSync(bubblewrap);
    this.hide = hide;
    this.system = [...SYSTEM.flatMap(showSystem), ...secrets(), ...DEVICES.flat()];
    this.shows = [
      ...show.flatMap((path) => ['--ro-bind', path, path]),
      ...hide.filter((path) => isBelow(path, [...SYSTEM, ...show])).flatMap(coverOf),
    ];
  }

  /**
   * The command of the sandbox; what comes after it runs inside, as the first process.
   *
   * @param input the folder with the lane's input
   * @param bytes the size of the work folder
   */
  around(words: readonly Word[], input: string, bytes: number): readonly string[] {
    const isRoot = process.getuid?.() === 0;
    return [
      ...(isRoot ? ['unshare', '--mount', 'sh', '-c', KEEP_DEVICES, 'sh'] : []),
      ...[this.bubblewrap, ...USER.flat(), ...NAMESPACES.flat(), '--hostname', 'sandbox'],
      ...[
        ...this.system,
        '--size',
        String(bytes),
        '--tmpfs',
        SANDBOX_WORK,
        ...this.shows,
        ...this.files(words),
      ],
      ...['--ro-bind', input, LANE, ...PROCESSES.flat(), '--remount-ro', '/'],
    ];
  }

  /** The words of a command as they are inside. */
  inside(words: readonly Word[]): string[] {
    return words.map((word, index) => (typeof word === 'string' ? word : placeOf(word, index).path));
  }

  /** A file of the lane's input folder, as it is inside. */
  laneFile(file: string): string {
    return join(LANE, file);
  }

  private files(words: readonly Word[]): string[] {
    return words.flatMap((word, index) => {
      if (typeof word === 'string') return [];
      const {from, to} = placeOf(word, index);
      const real = realpathSync(from);
      const within = this.hide.filter((path) => path.startsWith(real + sep));
      return ['--ro-bind', from, to, ...within.flatMap((path) => coverOf(to + path.slice(real.length)))];
    });
  }
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
