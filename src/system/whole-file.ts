/* Files that are whole at any moment: a new one is written beside the old one, and takes its name when it is done. */
import {createHash, randomBytes} from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {linksFrom, targetOf} from './paths.js';
import {ifAllowed} from './unusable-file.js';

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
    // After what others write there, as `>>` does.
    writeTo(openSync(path, links.some(isOfSystem) ? 'a' : 'w'), chunks);
    return;
  }
  replaceWhole(target, chunks, old);
}

/**
 * Makes a file, or replaces what is there, be it a link. It appears with all its bytes or not at all.
 *
 * @param old what it replaces: it gets the mode of that, and its owner as far as the system allows; undefined: a new file's
 * @param isLasting whether it is on the disk when this returns, which takes time
 * @throws the system's error
 */
export function replaceWhole(
  path: string,
  chunks: Iterable<string | Buffer>,
  old?: Stats,
  isLasting = false,
): void {
  const next = nameBeside(path);
  try {
    // Until it has the old one's mode, it is nobody else's business. A link that is planted there is not followed.
    const file = openSync(next, 'wx', old === undefined ? 0o666 : 0o600);
    writeTo(file, chunks, () => {
      if (old !== undefined) takeAfter(file, old);
      if (isLasting) fsyncSync(file);
    });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, {force: true});
    throw error;
  }
}

/** A name for what is to take the place of a file: nobody can guess it, and so plant something there. */
export function nameBeside(path: string): string {
  return join(dirname(path), `${startBeside(path)}${randomBytes(8).toString('hex')}`);
}

/** Removes what programs that were killed while they replaced or locked a file have left beside it. */
export function removeLeftovers(path: string): void {
  const target = targetOf(path);
  const folder = dirname(target);
  const start = startBeside(target);
  const isLeft = (name: string): boolean =>
    name.startsWith(start) && /^[\da-f]{16}$/.test(name.slice(start.length));
  // They are in nobody's way: one that cannot be removed, or not even be seen, keeps nobody from playing.
  for (const name of ifAllowed(() => readdirSync(folder)) ?? []) {
    if (isLeft(name)) ifAllowed(() => rmSync(join(folder, name), {recursive: true, force: true}));
  }
}

/** Short, because no name may be longer than 255 bytes. */
function startBeside(path: string): string {
  return `.fivedice-${createHash('sha256').update(basename(path)).digest('hex').slice(0, 8)}-`;
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
function writeTo(file: number, chunks: Iterable<string | Buffer>, last?: () => void): void {
  try {
    for (const chunk of chunks) writeFileSync(file, chunk);
    last?.();
  } finally {
    // A full disk may show only here.
    closeSync(file);
  }
}

/** Gives a file the owner and the mode of another, in this order: a change of the owner may take bits of the mode. */
function takeAfter(file: number, {uid, gid, mode}: Stats): void {
  const own = fstatSync(file);
  // Whoever is not root can still give it to one of their groups.
  if (own.uid !== uid || own.gid !== gid) {
    ifAllowed(() => fchownSync(file, own.uid, gid));
    ifAllowed(() => fchownSync(file, uid, gid));
  }
  fchmodSync(file, mode & 0o777);
}
