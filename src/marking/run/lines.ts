/* Files of lines of JSON: appended to line by line, and read back, whole or at places. */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import {inputError, messageOf} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';

/** The version of the lines. It changes when a key is renamed or removed, not when one is added. */
export const JOURNAL_VERSION = 2;

/** What the first line of each such file begins with. */
export const HEAD = {journal: JOURNAL_VERSION} as const;

/** Where a line is in its file, in bytes. */
export interface Place {
  readonly offset: number;
  /** Without its newline. */
  readonly length: number;
}

/** A file that lines are appended to. */
export interface LineWriter {
  /** Null if it could not be written, now or before. */
  readonly write: (value: object) => Place | null;
  readonly close: () => void;
}

/**
 * @param descriptor an open file, which `close` closes
 * @param failed called once if nothing can be written any more
 */
export function lineWriter(descriptor: number, failed: (reason: string) => void): LineWriter {
  const stats = fstatSync(descriptor);
  let offset = stats.isFile() ? stats.size : 0;
  let isWritable = true;
  return {
    write: (value) => {
      if (!isWritable) return null;
      const line = Buffer.from(`${JSON.stringify(value)}\n`);
      try {
        for (let at = 0; at < line.length; ) at += writeSync(descriptor, line, at);
      } catch (error) {
        isWritable = false;
        failed(messageOf(error));
        return null;
      }
      const place = {offset, length: line.length - 1};
      offset += line.length;
      return place;
    },
    close: () => closeSync(descriptor),
  };
}

/** How much to read at once, in bytes. */
const READ_SIZE = 64 * 1024;

/** In bytes. A longer line is damaged: no event needs so much. */
const LONGEST_LINE = 16 * 1024 ** 2;

/**
 * Reads lines at their places; those that follow each other take few system calls. Null: there is no such line.
 *
 * @typeParam Value what whoever gives a place knows to be there; `unknown` if anyone could have written it
 */
export function lineReader<Value>(descriptor: number): (place: Place) => Value | null {
  let [buffer, from] = [Buffer.alloc(0), 0];
  return ({offset, length}) => {
    if (offset < from || offset + length > from + buffer.length) {
      const room = Buffer.allocUnsafe(Math.max(length, READ_SIZE));
      [buffer, from] = [room.subarray(0, readSync(descriptor, room, 0, room.length, offset)), offset];
    }
    return parsed(buffer.subarray(offset - from, offset - from + length));
  };
}

/** A line of a file. */
export interface PlacedLine extends Place {
  /** What it holds; null if that is no JSON. */
  readonly value: unknown;
}

/** The lines of a file that end in a newline: one that was not written to its end is as if it were not there. */
export function* linesIn(descriptor: number): Iterable<PlacedLine> {
  let offset = 0;
  let begun: Buffer[] = [];
  for (let position = 0; ; ) {
    const buffer = Buffer.alloc(READ_SIZE);
    const chunk = buffer.subarray(0, readSync(descriptor, buffer, 0, READ_SIZE, position));
    if (chunk.length === 0) return;
    let start = 0;
    for (let stop = chunk.indexOf('\n'); stop !== -1; stop = chunk.indexOf('\n', start)) {
      const length = position + stop - offset;
      const line = length > LONGEST_LINE ? null : Buffer.concat([...begun, chunk.subarray(start, stop)]);
      start = stop + 1;
      yield {offset, length, value: line === null ? null : parsed(line)};
      offset = position + start;
      begun = [];
    }
    position += chunk.length;
    if (position - offset > LONGEST_LINE) begun = [];
    else begun.push(chunk.subarray(start));
  }
}

function parsed<Value>(line: Buffer): Value | null {
  try {
    const value: Value = JSON.parse(line.toString());
    return value;
  } catch {
    return null;
  }
}

/**
 * Opens a file of such lines, to read it.
 *
 * @returns a descriptor
 * @throws UserError if it is none
 */
export function openLines(path: string, flags = constants.O_RDONLY): number {
  let file: number;
  try {
    // Without O_NONBLOCK, a FIFO would wait for somebody to write.
    file = openSync(path, flags | constants.O_NONBLOCK);
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
  const problem = fstatSync(file).isFile() ? problemOf(file) : 'no journal: it is no regular file';
  if (problem === null) return file;
  closeSync(file);
  throw inputError(`${path}: ${problem}`);
}

/** Whether a file begins as such a file does, in any version. */
export function isJournal(path: string): boolean {
  if (statSync(path, {throwIfNoEntry: false})?.isFile() !== true) return false;
  const file = openSync(path, 'r');
  try {
    return versionIn(file) !== null;
  } finally {
    closeSync(file);
  }
}

/** Why a file is none that can be read, from its start: the rest of it may be anything, and large. */
function problemOf(file: number): string | null {
  // The run ended before its first case.
  if (fstatSync(file).size === 0) return null;
  const version = versionIn(file);
  if (version === String(JOURNAL_VERSION)) return null;
  const what = version === null ? 'no journal' : `a journal of version ${version}`;
  return `${what}; this fivedice goes on with journals of version ${JOURNAL_VERSION}`;
}

function versionIn(file: number): string | null {
  const start = Buffer.alloc(64);
  const length = readSync(file, start, 0, start.length, 0);
  return /^\{"journal": *(\d+)[,}]/.exec(start.toString('latin1', 0, length))?.[1] ?? null;
}

/** Opens a file to write on in it, without a last line that was not written to its end. */
export function reopenLines(path: string): number {
  const file = openLines(path, constants.O_RDWR | constants.O_APPEND);
  let end = 0;
  for (const {offset, length} of linesIn(file)) end = offset + length + 1;
  ftruncateSync(file, end);
  return file;
}

/**
 * Opens a file for new lines. What is no regular file, such as a device or a FIFO that somebody reads, can only be
 * written.
 *
 * @throws UserError if nobody reads the FIFO, or the system's error
 */
export function createLines(path: string): number {
  const flags = constants.O_CREAT | constants.O_APPEND;
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined || stats.isFile()) return openSync(path, constants.O_RDWR | flags);
  const file = openAtOnce(path, constants.O_WRONLY | flags);
  // A reader that is slow must be waited for. It is there, so this does not wait.
  try {
    return openSync(path, constants.O_WRONLY | flags);
  } finally {
    closeSync(file);
  }
}

/** Without O_NONBLOCK, a FIFO would wait for somebody to read it. */
function openAtOnce(path: string, flags: number): number {
  try {
    return openSync(path, flags | constants.O_NONBLOCK);
  } catch (error) {
    const isUnread = error instanceof Error && 'code' in error && error.code === 'ENXIO';
    throw isUnread ? inputError(`${path}: no journal can go to a FIFO that nobody reads`) : error;
  }
}

/** A file without a name: nobody finds it, and it is gone when this process ends, however it ends. */
export function namelessFile(path: string): number {
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}
