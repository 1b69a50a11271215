/*
 * Only regular files are read: a FIFO would be waited for, `/dev/zero` never ends, and opening a device may do
 * something.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';

/** Something that is no regular file. The message says what it is: `a FIFO, not a regular file`. */
export class NotRegular extends Error {}

/**
 * All bytes of a regular file, or of what a link to one points to.
 *
 * @param most of its bytes
 * @throws NotRegular if it is anything else, RangeError if it has more bytes, or the system's error
 */
export function readRegularFile(path: string, most = Number.POSITIVE_INFINITY): Buffer {
  return withRegularFile(path, (descriptor, {size}) => {
    if (size > most) throw new RangeError(`larger than ${most} bytes`);
    return readFileSync(descriptor);
  });
}

/** The first bytes of a regular file, at most `most` of them. Also shows that the file can be read. */
export function startOfRegularFile(path: string, most: number): Buffer {
  return withRegularFile(path, (descriptor) => {
    const start = Buffer.alloc(most);
    return start.subarray(0, readSync(descriptor, start));
  });
}

/** @throws NotRegular unless these are the facts of a regular file */
export function checkRegular(stats: Stats): void {
  if (!stats.isFile()) throw new NotRegular(`${kindOf(stats)}, not a regular file`);
}

/** Why a path is no folder; null if it is one. */
export function whyNoFolder(path: string): string | null {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return 'no such file or folder';
  return stats.isDirectory() ? null : 'it is a file, and a folder is needed';
}

function withRegularFile<T>(path: string, use: (descriptor: number, stats: Stats) => T): T {
  checkRegular(statSync(path));
  // Asked again when it is open, since it may have become something else. Without O_NONBLOCK, a FIFO would block here.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    checkRegular(stats);
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  return stats.isSocket() ? 'a socket' : 'a device';
}
