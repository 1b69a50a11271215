/*
 * The files that a program finds where it works, and those that it should write there. What it wrote is read as
 * something hostile: it may be a link to another's file, a FIFO, or larger than the memory.
 */
import {closeSync, constants, fstatSync, openSync, readSync, type Stats, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** A file that a program finds where it works, and may change. */
export interface GivenFile {
  /** Without a slash. */
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** What was found of a file: its bytes, or what is there instead of a regular file that can be read. */
export type WrittenFile = {readonly content: Buffer} | {readonly instead: Instead};
export type Instead = 'nothing' | 'a link' | 'a folder' | 'a FIFO' | 'a socket' | 'a device' | 'closed';

/** @throws the system's error, as when the disk is full */
export function putFiles(folder: string, files: readonly GivenFile[]): void {
  for (const {name, content, isExecutable} of files) {
    writeFileSync(join(folder, name), content, {flag: 'wx', mode: isExecutable ? 0o755 : 0o644});
  }
}

/**
 * Reads a file that a program may have written.
 *
 * @param name its path below the folder
 * @param most of its bytes: no more are read
 * @throws the system's error, if the program is not to blame
 */
export function writtenFile(folder: string, name: string, most: number): WrittenFile {
  const names = name.split('/');
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    // Folder by folder, each from the one before: none of them may be a link either.
    let place = open(folder, constants.O_DIRECTORY);
    for (const [index, inner] of names.entries()) {
      if (isClosed(fstatSync(place), 0o500)) return {instead: 'closed'};
      const flags = index < names.length - 1 ? constants.O_DIRECTORY : constants.O_RDONLY;
      place = open(`/proc/self/fd/${place}/${inner}`, flags);
    }
    const stats = fstatSync(place);
    const instead = insteadOf(stats);
    return instead === null ? {content: startOf(place, Math.min(stats.size, most))} : {instead};
  } catch (error) {
    const instead = WHY_NOT[codeOf(error)];
    // Of anything else, such as too many open files, the program is not to blame.
    if (instead === undefined) throw error;
    return {instead};
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Why a file could not be opened. */
const WHY_NOT: Readonly<Record<string, Instead>> = {
  ENOENT: 'nothing',
  ENOTDIR: 'nothing',
  ELOOP: 'a link',
  ENXIO: 'a socket',
  ENODEV: 'a device',
  EACCES: 'closed',
  EPERM: 'closed',
};

function insteadOf(stats: Stats): Instead | null {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  if (!stats.isFile()) return 'a device';
  return isClosed(stats, 0o400) ? 'closed' : null;
}

/** Root could open it all the same, and would then judge otherwise than others. */
function isClosed({mode}: Stats, rights: number): boolean {
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
