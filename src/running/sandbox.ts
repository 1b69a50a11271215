/* A sandbox of bubblewrap for each lane, submission and audience. Its processes end with the first one, the shell. */
import {type ChildProcess, spawn} from 'node:child_process';
import {lstatSync, readlinkSync, realpathSync} from 'node:fs';
import {basename, sep} from 'node:path';
import {Writable} from 'node:stream';
import {isBelow} from '../system/paths.js';
import type {Word} from './job.js';
import {filterFor} from './seccomp.js';
import {asProgramUser, isOpenToPrograms, systemTool} from './shell.js';

export interface SandboxOptions {
  readonly show: readonly string[];
  /** Goldens, reports and other submissions, wherever they lie. */
  readonly hide: readonly string[];
}

/** Folders of the system, shown if they exist. */
export const SYSTEM = '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /etc /nix'.split(' ');

export const SANDBOX_WORK = '/work';

/** The only writable folders, in memory. Each has the size of the limit on disk; they count together. */
export const WRITABLE: readonly string[] = [SANDBOX_WORK, '/tmp', '/dev/shm'];

const PAGE = 4096;

const SUBMISSION = '/submission';

/** The lane's folder, with the input. */
export const LANE = '/lane';

/** Options for namespaces of its own. A program cannot make more, in which it would be root. */
// biome-ignore format: options with their values
const NAMESPACES = [
  '--unshare-all',
  '--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000',
  '--cap-drop', 'ALL',
  // A program that signals its process group must not reach the outside.
  '--new-session', '--as-pid-1', '--die-with-parent',
  '--hostname', 'sandbox',
];

/** The filter of system calls; null on an unknown processor. */
export const FILTER = filterFor(process.arch);

/** Descriptor of the filter, after those of the outputs. */
const FILTER_DESCRIPTOR = 5;

/** Options of a sandbox for programs, and its `stdio` after standard error. */
export const FILTERED = FILTER === null ? [] : ['--seccomp', String(FILTER_DESCRIPTOR)];
export const FILTER_PIPE = FILTER === null ? [] : (['ignore', 'ignore', 'pipe'] as const);

/** Gives the filter to a process that is a sandbox or becomes one. */
export function giveFilter({stdio}: ChildProcess): void {
  const pipe = stdio.at(FILTER_DESCRIPTOR);
  if (!(pipe instanceof Writable)) return;
  // The process has ended, which the caller sees.
  pipe.on('error', () => {});
  pipe.end(FILTER);
}

export class Sandbox {
  private readonly system: readonly string[];
  private readonly show: readonly string[];
  private readonly hide: readonly string[];

  constructor({show, hide}: SandboxOptions) {
    this.system = SYSTEM.flatMap(showSystem);
    this.show = show;
    this.hide = hide;
  }

  /**
   * Returns the command of the sandbox; words after it run inside, as the first process.
   *
   * @param toolchain more folders to show
   * @param bytes the size of each writable folder
   */
  around(
    words: readonly Word[],
    toolchain: readonly string[],
    lane: string,
    bytes: number,
  ): readonly string[] {
    // biome-ignore format: options with their values
    return [
      systemTool('bwrap') ?? 'bwrap', ...NAMESPACES, ...this.system,
      '--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev',
      ...WRITABLE.flatMap((path) => ['--size', String(bytes), '--tmpfs', path]),
      '--dir', '/var', '--symlink', '/tmp', '/var/tmp',
      ...this.layers([...this.show, ...toolchain]),
      ...this.files(words),
      '--ro-bind', lane, LANE, '--remount-ro', '/proc', '--remount-ro', '/',
    ];
  }

  inside(words: readonly Word[]): string[] {
    return words.map((word) => (typeof word === 'string' ? word : inSandbox(word, words).file));
  }

  /** Shows and hides folders, outer ones first. Hiding wins. */
  private layers(shown: readonly string[]): string[] {
    const hidden = this.hide.filter((path) => [...SYSTEM, ...shown].some((one) => isBelow(path, one)));
    const layers = [
      ...shown.map((path) => ({path, layer: ['--ro-bind', path, path]})),
      ...hidden.map((path) => ({path, layer: coverOf(path)})),
    ];
    return layers.sort((a, b) => a.path.length - b.path.length).flatMap(({layer}) => layer);
  }

  /** Shows the files of a command, and covers hidden paths in their folders. */
  private files(words: readonly Word[]): string[] {
    const own = words.flatMap((word) => (typeof word === 'string' ? [] : [realpathSync(word.file)]));
    return [...placesOf(words)].flatMap(([from, to]) => {
      const real = realpathSync(from);
      const within = this.hide.filter((path) => path.startsWith(real + sep) && !own.includes(path));
      const covers = within.flatMap((path) => coverOf(path, to + path.slice(real.length)));
      return ['--ro-bind', from, to, ...covers];
    });
  }
}

let trial: Promise<string | null> | null = null;

/** Tries the sandbox once. Returns why it does not work; null if it does. */
export function trySandbox(): Promise<string | null> {
  trial ??= whyNoSandbox();
  return trial;
}

/** Returns words that run a program of the system in an empty sandbox, where that works. */
export async function inEmptySandbox(words: readonly string[]): Promise<readonly string[]> {
  return (await trySandbox()) === null ? [...emptySandbox(), ...words] : asProgramUser(words);
}

function emptySandbox(): readonly string[] {
  return asProgramUser(new Sandbox({show: [], hide: []}).around([], [], '/usr', PAGE));
}

async function whyNoSandbox(): Promise<string | null> {
  if (systemTool('bwrap') === null) return 'bubblewrap is not installed';
  const [file = '', ...args] = emptySandbox();
  const child = spawn(file, [...args, ...FILTERED, '/bin/true'], {
    stdio: ['ignore', 'ignore', 'pipe', ...FILTER_PIPE],
  });
  giveFilter(child);
  let message = '';
  child.stderr?.on('data', (chunk) => {
    message += chunk;
  });
  const status = await new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
  return status === 0 ? null : `not allowed here (${message.trim().replace(/^bwrap: /, '') || status})`;
}

/** Translates a file of a command to its paths in the sandbox. */
export function inSandbox({file, folder}: Word & object, words: readonly Word[]): Word & object {
  const place = placesOf(words).get(folder ?? file) ?? '';
  return folder === undefined ? {file: place} : {file: place + file.slice(folder.length), folder: place};
}

/**
 * Returns the places of a command's files and folders: a numbered folder for each, so that all commands with the same folder
 * find it at the same place.
 */
export function placesOf(words: readonly Word[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const word of words) {
    if (typeof word === 'string') continue;
    const {file, folder = file} = word;
    const place = `${SUBMISSION}/${places.size + 1}`;
    if (!places.has(folder)) places.set(folder, folder === file ? `${place}/${basename(file)}` : place);
  }
  return places;
}

/** Covers a folder with an empty one, and a file with an empty file, unless it is closed to programs. */
function coverOf(path: string, at = path): string[] {
  const stats = isOpenToPrograms(path, 0) ? lstatSync(path, {throwIfNoEntry: false}) : undefined;
  if (stats === undefined) return [];
  return stats.isDirectory() ? ['--perms', '0555', '--tmpfs', at] : ['--ro-bind', '/dev/null', at];
}

function showSystem(path: string): string[] {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}
