/* The files of one person, written to a folder of their own: regular files, readable for everybody, within limits. */
import {isUtf8} from 'node:buffer';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {basename, dirname, join, relative} from 'node:path';
import type {Word} from '../../running/job.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {readRegularFile} from '../../system/regular-file.js';

const MIB = 1024 ** 2;

/** Limits for each person: bytes, unpacked, and files. */
const MOST_BYTES = 64 * MIB;
const MOST_FILES = 2000;

/** A file that somebody handed in, wherever it lies. */
export interface HandedInFile {
  /** Names of the folders around it, and its own. */
  readonly path: readonly string[];
  readonly isExecutable: boolean;
  /**
   * Returns its bytes.
   *
   * @throws Refusal if it must not be taken, RangeError if it has more bytes than `most`
   */
  readonly read: (most: number) => Buffer | Promise<Buffer>;
  /** Target of a link that stays among the person's files; without it, this is a regular file. */
  readonly link?: string;
}

/** A reason not to take somebody's files. */
export class Refusal extends Error {}

/** System errors that names of files cause. */
const CAUSED_BY_NAMES = ['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL', 'EILSEQ'];

/** Names that systems leave in folders. */
const LEFT_BY_SYSTEMS: readonly string[] = ['__MACOSX', '__pycache__', 'Thumbs.db', 'desktop.ini'];

export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Returns whether a name is neither hidden nor left there by a system. */
export function isHandedIn(name: string): boolean {
  return !isHidden(name) && !LEFT_BY_SYSTEMS.includes(name);
}

/**
 * A name as reports show it, on one line: control characters, and bytes that are not UTF-8, are `\xe9`. No two names are
 * shown alike: a backslash that looks like the start of such a byte is `\x5c`.
 */
export function shownName(name: Buffer | string): string {
  const bytes = Buffer.from(name);
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const unshown = isUtf8(bytes) ? /[\p{Cc}\p{Zl}\p{Zp}]|\\(?=x[\da-f]{2})/gu : /[^ -~]|\\(?=x[\da-f]{2})/g;
  return bytes
    .toString(encoding)
    .replace(unshown, (one) => Buffer.from(one, encoding).toString('hex').replace(/../g, '\\x$&'));
}

/**
 * Writes somebody's files into a folder.
 *
 * @returns why the files are refused; null if they are there
 * @throws the system's error if it is not their fault: a full disk, or a file that the marker may not read
 */
export async function takeFiles(files: Iterable<HandedInFile>, folder: string): Promise<string | null> {
  const [taken, made] = [new Set<string>(), new Set<string>()];
  let bytes = 0;
  makeFolder([]);
  try {
    for (const {path, isExecutable, read, link} of files) {
      const name = path.join('/');
      if (path.includes('..') || name.includes('\0'))
        throw new Refusal(`${shownName(name)} is no path in it`);
      if (taken.has(name)) throw new Refusal(`${shownName(name)} is in it twice`);
      if (taken.size >= MOST_FILES) throw new Refusal(`it has more than ${MOST_FILES} files`);
      taken.add(name);
      for (let depth = 1; depth < path.length; depth += 1) makeFolder(path.slice(0, depth));
      const file = join(folder, ...path);
      if (link !== undefined) {
        symlinkSync(link, file);
        continue;
      }
      const content = await read(MOST_BYTES - bytes);
      bytes += content.length;
      writeFileSync(file, content, {flag: 'wx'});
      // Not by the mode of the call: the marker's mask must not close it.
      chmodSync(file, isExecutable ? 0o755 : 0o644);
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return `it has more than ${MOST_BYTES / MIB} MiB`;
    if (error instanceof Refusal || isSystemError(error, ...CAUSED_BY_NAMES)) return reasonOf(error);
    throw error;
  }

  function makeFolder(path: readonly string[]): void {
    const below = join(folder, ...path);
    if (made.has(below)) return;
    made.add(below);
    mkdirSync(below, {recursive: path.length === 0});
    chmodSync(below, 0o755);
  }
}

/**
 * The regular files on the disk below a folder, and the links that stay there, each with its path; or the file itself,
 * with an empty one.
 */
export function* filesBelow(root: string, below: readonly string[] = []): Generator<HandedInFile> {
  const path = join(root, ...below);
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats?.isDirectory() === true) {
    for (const name of readdirSync(path).sort())
      if (isHandedIn(name)) yield* filesBelow(root, [...below, name]);
  } else if (stats?.isSymbolicLink() === true) {
    const to = realPathOf(path);
    const top = realpathSync(root);
    if (isBelow(to, top))
      yield {
        path: below,
        isExecutable: false,
        read: () => Buffer.alloc(0),
        link: relative(dirname(join(top, ...below)), to),
      };
  } else if (stats?.isFile() === true) {
    const isExecutable = (stats.mode & 0o111) !== 0;
    yield {path: below, isExecutable, read: (most) => readRegularFile(path, most)};
  }
}

/**
 * Copies a submission, with its whole folder if it has one, into a new folder: nothing is found beside it there, and
 * whoever runs it may read it.
 *
 * @returns the submission there, or why it is refused
 * @throws the system's error if the marker may not read it
 */
export async function copyOf({file, folder}: Word & object, to: string): Promise<(Word & object) | string> {
  const isAlone = folder === undefined;
  const path = isAlone ? basename(file) : relative(folder, file);
  const files = isAlone
    ? [...filesBelow(realpathSync(file))].map((one) => ({...one, path: [path]}))
    : filesBelow(realpathSync(folder));
  const problem = await takeFiles(files, to);
  return problem ?? {file: join(to, path), folder: to};
}
