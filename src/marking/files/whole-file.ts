/* Files that are whole at any moment: a new one is written beside the old one, and takes its name when it is done. */
import {randomBytes} from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {linksFrom} from './paths.js';

/**
 * Writes a file. It is replaced as a whole or, after an error, not at all; a link still leads to it, and it keeps its
 * mode. Only what cannot be replaced is written in place: pipes, devices, what `/dev` and `/proc` lead to, such as
 * `/dev/stdout`, and a file whose folder takes nothing new.
 *
 * @throws the system's error
 */
export function writeWhole(path: string, chunks: Iterable<string>): void {
  const links = linksFrom(path);
  const target = links.at(-1) ?? path;
  const old = statSync(target, {throwIfNoEntry: false});
  if (links.some(isOfSystem) || !canBeReplaced(target, old)) {
    // Behind what others write there, as `>>` does.
    writeTo(openSync(path, links.some(isOfSystem) ? 'a' : 'w'), chunks);
    return;
  }
  replaceWhole(target, chunks, old);
}

/**
 * Makes a file, or replaces what is there, be it a link. It appears with all its bytes or not at all.
 *
 * @param old what it replaces and whose mode it gets; undefined: a new file's
 * @throws the system's error
 */
export function replaceWhole(path: string, chunks: Iterable<string | Buffer>, old?: Stats): void {
  // A name that nobody can guess, and so plant something there; and no longer than any name may be.
  const next = join(dirname(path), `.fivedice-${randomBytes(8).toString('hex')}`);
  try {
    // Until it has the old one's mode, it is nobody else's business.
    writeTo(openSync(next, 'wx', old === undefined ? 0o666 : 0o600), chunks, old);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, {force: true});
    throw error;
  }
}

function isOfSystem(link: string): boolean {
  return /^\/(?:dev|proc)\//.test(link);
}

function canBeReplaced(target: string, old: Stats | undefined): boolean {
  if (old === undefined) return true;
  try {
    accessSync(dirname(target), constants.W_OK | constants.X_OK);
    return old.isFile();
  } catch {
    return false;
  }
}

/** Writes to an open file, and closes it. */
function writeTo(descriptor: number, chunks: Iterable<string | Buffer>, old?: Stats): void {
  try {
    for (const chunk of chunks) writeFileSync(descriptor, chunk);
    if (old === undefined) return;
    // In this order: a change of the owner may take bits of the mode. Only root can give a file away.
    if (process.getuid?.() === 0) fchownSync(descriptor, old.uid, old.gid);
    fchmodSync(descriptor, old.mode & 0o7777);
  } finally {
    // A full disk may show only here.
    closeSync(descriptor);
  }
}
