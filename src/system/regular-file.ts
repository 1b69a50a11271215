/* Reads regular files only: a FIFO blocks, `/dev/zero` never ends, and opening a device may have an effect. */
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
import {NOT_THERE} from './file-errors.js';

/** Not a regular file. The message says so: `it is a folder, not a regular file`. */
export class NotRegular extends Error {}

/**
 * Reads a regular file, or the one that a link points to.
 *
 * @throws NotRegular, RangeError if the file has more than `most` bytes, or the system's error
 */
export function readRegularFile(path: string, most = Number.POSITIVE_INFINITY): Buffer {
  return withRegularFile(path, (descriptor, {size}) => {
    if (size > most) throw new RangeError(`larger than ${most} bytes`);
    return readFileSync(descriptor);
  });
}

export function startOfRegularFile(path: string, most: number): Buffer {
  return withRegularFile(path, (descriptor, {size}) => startOf(descriptor, size, most));
}

export function startOf(descriptor: number, size: number, most: number): Buffer {
  const start = Buffer.alloc(Math.min(size, most));
  let end = 0;
  // One call may read less than is there.
  for (let read = -1; end < start.length && read !== 0; end += read)
    read = readSync(descriptor, start, end, start.length - end, null);
  return start.subarray(0, end);
}

/** @throws NotRegular unless the stats are a regular file's */
export function checkRegular(stats: Stats): void {
  if (stats.isFile()) return;
  throw new NotRegular(`it is ${stats.isDirectory() ? 'a folder, ' : ''}not a regular file`);
}

/** Returns null if the path is a folder. */
export function whyNoFolder(path: string): string | null {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return NOT_THERE;
  return stats.isDirectory() ? null : 'it is a file, not a folder';
}

function withRegularFile<T>(path: string, use: (descriptor: number, stats: Stats) => T): T {
  checkRegular(statSync(path));
  // Checked again once open, because it may have been replaced. Without O_NONBLOCK, opening a FIFO would block.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    checkRegular(stats);
    return use(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}
