/* Writes files whole: a new file is written beside the old one and renamed to it, so no reader sees half of a file. */
import {randomBytes} from 'node:crypto';
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
import {dirname, join, resolve} from 'node:path';
import {ifAllowed} from './file-errors.js';
import {realPathOf} from './paths.js';

/** Paths of streams that are open already, such as `/dev/stdout`. Replacing the file behind one would lose its output. */
const OPEN_STREAM = /^\/(?:dev\/(?:std|fd\/)|proc\/)/;

/**
 * Replaces a file, or the target of a link, and keeps its mode. After an error, the old file is as it was. Appends to
 * streams, pipes and devices.
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
 * Replaces a file; of a link, the link itself.
 *
 * @param old stats of the file whose mode the new one gets, and its owner if the system allows
 * @throws the system's error
 */
export function replaceWhole(path: string, chunks: Iterable<string | Buffer>, old?: Stats): void {
  // Nobody can guess the name and plant something there.
  const next = join(dirname(path), `.fivedice-${randomBytes(8).toString('hex')}`);
  try {
    // Private until it has the old mode.
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

function writeAndClose(file: number, chunks: Iterable<string | Buffer>, beforeClose?: () => void): void {
  try {
    for (const chunk of chunks) writeFileSync(file, chunk);
    beforeClose?.();
  } finally {
    // A full disk may be noticed only here.
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
