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

/** Not a regular file. The message is a noun: `a folder, not a regular file`. */
export class NotRegular extends Error {}

const NEWLINE = 10;
/** Bytes that are read at once, at least. */
const PIECE = 2 ** 18;

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
  return withRegularFile(path, (descriptor, {size}) => {
    const start = Buffer.alloc(Math.min(size, most));
    return start.subarray(0, readSync(descriptor, start));
  });
}

/**
 * Takes a line: its bytes are those of the buffer from `from` to `end`, until the next line. `place` is that of its first
 * byte in the file.
 */
export type UseLine = (buffer: Buffer, from: number, end: number, place: number) => void;

/**
 * Gives the lines of a regular file to `use`, without their newlines. All are read into one buffer: new memory for a long
 * file takes longer than to read it.
 *
 * @throws NotRegular, or the system's error
 */
export function eachLine(path: string, use: UseLine): void {
  withRegularFile(path, (descriptor) => {
    let buffer = Buffer.allocUnsafe(PIECE);
    let filled = 0;
    let before = 0;
    for (let count = -1; count !== 0; ) {
      if (filled === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(filled)]);
      count = readSync(descriptor, buffer, filled, buffer.length - filled, null);
      filled += count;
      const read = buffer.subarray(0, filled);
      let from = 0;
      for (let end = read.indexOf(NEWLINE); end !== -1; end = read.indexOf(NEWLINE, from)) {
        use(read, from, end, before + from);
        from = end + 1;
      }
      if (count === 0 && from < filled) use(read, from, filled, before + from);
      buffer.copyWithin(0, from, filled);
      filled -= from;
      before += from;
    }
  });
}

/** @throws NotRegular, or the system's error */
export function partOfRegularFile(path: string, start: number, length: number): Buffer {
  return withRegularFile(path, (descriptor) => {
    const part = Buffer.alloc(length);
    return part.subarray(0, readSync(descriptor, part, 0, length, start));
  });
}

/** @throws NotRegular unless the stats are a regular file's */
export function checkRegular(stats: Stats): void {
  if (stats.isFile()) return;
  throw new NotRegular(`${stats.isDirectory() ? 'a folder, ' : ''}not a regular file`);
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
