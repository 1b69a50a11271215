/* Files in the work folder, given or written. Written ones are hostile: links, FIFOs, or larger than the memory. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {join} from 'node:path';

export interface GivenFile {
  /** Without a slash. */
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** Bytes of a file, or why it cannot be read. */
export type WrittenFile = {readonly content: Buffer} | {readonly instead: Instead};
export type Instead = 'nothing' | 'no regular file' | 'closed';

export function putFiles(folder: string, files: readonly GivenFile[]): void {
  for (const {name, content, isExecutable} of files) {
    writeFileSync(join(folder, name), content, {flag: 'wx', mode: isExecutable ? 0o755 : 0o644});
  }
}

/** Reads the first bytes of a file below a folder. @throws the system's error if the program is not to blame */
export function writtenFile(folder: string, name: string, most: number): WrittenFile {
  return fromFile(folder, name, (file, {size}) => ({content: startOf(file, Math.min(size, most))}));
}

/** Copies a file, and returns no bytes. @throws the system's error if the program is not to blame */
export function keepFile(folder: string, name: string, to: string): WrittenFile {
  return fromFile(folder, name, (file, {mode, size}) => {
    const copy = openSync(to, 'wx', mode & 0o777);
    try {
      const part = Buffer.alloc(Math.min(size, PART));
      for (let length = readSync(file, part); length > 0; length = readSync(file, part)) {
        for (let at = 0; at < length; ) at += writeSync(copy, part, at, length - at);
      }
    } finally {
      closeSync(copy);
    }
    return {content: Buffer.alloc(0)};
  });
}

/** Returns whether a folder holds a larger file; false if it is nested deeper than a path can be long. */
export function hasLarger(folder: string, bytes: number): boolean {
  try {
    // Without types, Node would follow links to folders.
    const entries = readdirSync(folder, {recursive: true, withFileTypes: true});
    return entries.some(({parentPath, name}) => lstatSync(join(parentPath, name)).size > bytes);
  } catch {
    return false;
  }
}

const PART = 1024 ** 2;

function fromFile(
  folder: string,
  name: string,
  use: (file: number, stats: Stats) => WrittenFile,
): WrittenFile {
  const names = name.split('/');
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    opened.push(descriptor);
    return descriptor;
  };
  const find = (): {readonly file: number; readonly stats: Stats} | {readonly instead: Instead} => {
    // Folder by folder, none of which may be a link.
    let place = open(folder, constants.O_DIRECTORY);
    for (const [index, inner] of names.entries()) {
      if (hasNoPermission(fstatSync(place), 0o500)) return {instead: 'closed'};
      const flags = index < names.length - 1 ? constants.O_DIRECTORY : constants.O_RDONLY;
      place = open(`/proc/self/fd/${place}/${inner}`, flags);
    }
    const stats = fstatSync(place);
    const instead = insteadOf(stats);
    return instead === null ? {file: place, stats} : {instead};
  };
  try {
    const found = ifProgramIsToBlame(find);
    return 'instead' in found ? found : use(found.file, found.stats);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** @throws an error for which the program is not to blame, such as too many open files */
function ifProgramIsToBlame<T>(find: () => T): T | {readonly instead: Instead} {
  try {
    return find();
  } catch (error) {
    const instead = WHY_NOT[codeOf(error)];
    if (instead === undefined) throw error;
    return {instead};
  }
}

const WHY_NOT: Readonly<Record<string, Instead>> = {
  ENOENT: 'nothing',
  ENOTDIR: 'nothing',
  ELOOP: 'no regular file',
  ENXIO: 'no regular file',
  ENODEV: 'no regular file',
  EACCES: 'closed',
  EPERM: 'closed',
};

function insteadOf(stats: Stats): Instead | null {
  if (!stats.isFile()) return 'no regular file';
  return hasNoPermission(stats, 0o400) ? 'closed' : null;
}

/** Root could open such a file, but must judge like others. */
function hasNoPermission({mode}: Stats, rights: number): boolean {
  return (mode & rights) !== rights;
}

function startOf(descriptor: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (let read = -1; at < length && read !== 0; at += read)
    read = readSync(descriptor, bytes, at, length - at, null);
  return bytes.subarray(0, at);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
