/*
 * Writes files whole: a new file is written beside the old one and renamed to it, so no reader sees half of
 * it.
 */
import {createHash, randomBytes} from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {ifAllowed} from './file-errors.js';
import {realPathOf} from './paths.js';

/**
 * Paths of streams that are open already, such as `/dev/stdout`: replacing the file behind one would lose
 * its output.
 */
const OPEN_STREAM = /^\/(?:dev\/(?:std|fd\/)|proc\/)/;

/**
 * Replaces a file, or the target of a link, and keeps its mode; after an error the old file is as it was.
 * Streams, pipes and devices are appended to.
 *
 * @throws the system's error
 */
export function writeWhole(path: string, chunks: Iterable<string>): void {
  if (isStream(path)) writeAndClose(openSync(path, 'a'), chunks);
  else replaceWhole(realPathOf(path), chunks, statSync(path, {throwIfNoEntry: false}));
}

/** Returns true for a stream, pipe or device, which `writeWhole` appends to. */
export function isStream(path: string): boolean {
  return OPEN_STREAM.test(resolve(path)) || statSync(path, {throwIfNoEntry: false})?.isFile() === false;
}

/**
 * Replaces a file. A link is replaced itself.
 *
 * @param old the file whose mode the new one gets, and its owner as far as the system allows
 * @throws the system's error
 */
export function replaceWhole(path: string, chunks: Iterable<string | Buffer>, old?: Stats): void {
  const next = nameBeside(path);
  try {
    // Private until it has the old mode. A link planted under this name is not followed.
    const file = openSync(next, 'wx', old === undefined ? 0o666 : 0o600);
    writeAndClose(file, chunks, () => {
      if (old !== undefined) inherit(file, old);
    });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, {force: true});
    throw error;
  }
}

/** Returns a path that nobody can guess, so nobody can plant something there. */
function nameBeside(path: string): string {
  return join(dirname(path), `${prefixFor(path)}${randomBytes(8).toString('hex')}`);
}

/** A digest, because a name has at most 255 bytes. */
function prefixFor(path: string): string {
  return `.fivedice-${createHash('sha256').update(basename(path)).digest('hex').slice(0, 8)}-`;
}

function writeAndClose(file: number, chunks: Iterable<string | Buffer>, beforeClose?: () => void): void {
  try {
    for (const chunk of chunks) writeFileSync(file, chunk);
    beforeClose?.();
  } finally {
    // A full disk may show only here.
    closeSync(file);
  }
}

/** Sets the mode last: a change of owner may clear some of its bits. */
function inherit(file: number, {uid, gid, mode}: Stats): void {
  // Only root can give a file away; others can still give it to one of their groups.
  const isRoot = process.getuid?.() === 0;
  ifAllowed(() => fchownSync(file, isRoot ? uid : -1, gid));
  fchmodSync(file, mode & 0o777);
}
