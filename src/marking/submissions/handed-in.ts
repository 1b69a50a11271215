/*
 * The files of one person, from the disk or a zip file, written to a folder of their own: regular files, readable for
 * whoever runs them, within limits. Names, links and sizes in zip files of strangers are distrusted.
 */
import {isUtf8} from 'node:buffer';
import {lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative} from 'node:path';
import yauzl, {type Entry, type ZipFile} from 'yauzl';
import {messageOf} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {openToPrograms} from '../../running/shell.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {readRegularFile} from '../../system/regular-file.js';

const MIB = 1024 ** 2;

/** Limits for each person: bytes, unpacked, and files. */
const MOST_BYTES = 64 * MIB;
const MOST_FILES = 2000;

/** Max entries of a zip file: a whole class has fewer. */
const MOST_ENTRIES = 200_000;

export interface HandedInFile {
  /** Names of the folders around it, and its own; in a zip file perhaps `..`. */
  readonly path: readonly string[];
  readonly isExecutable: boolean;
  /**
   * Returns its bytes.
   *
   * @throws Refusal if it must not be taken, RangeError if it has more bytes than `most`
   */
  readonly read: (most: number) => Buffer | Promise<Buffer>;
}

export interface ZipEntry extends HandedInFile {
  readonly isFolder: boolean;
}

export class Refusal extends Error {}

/** More than one person's files may be. */
export class TooMuch extends Refusal {}

/** System errors that names of files cause. */
const CAUSED_BY_NAMES = ['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL', 'EILSEQ'];

/** Names that systems leave in folders. */
const LEFT_BY_SYSTEMS: readonly string[] = ['__MACOSX', '__pycache__', 'Thumbs.db', 'desktop.ini'];

export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

export function isHandedIn(name: string): boolean {
  return !isHidden(name) && !LEFT_BY_SYSTEMS.includes(name);
}

/** Returns a name as reports show it, on one line: control characters are `\x0a`. */
export function shownName(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) =>
    Buffer.from(one).toString('hex').replace(/../g, '\\x$&'),
  );
}

/**
 * Writes somebody's files into a folder.
 *
 * @throws Refusal; or the system's error if the files are not to blame: a full disk, or a file closed to the marker
 */
export async function takeFiles(files: Iterable<HandedInFile>, folder: string): Promise<void> {
  let [bytes, count] = [0, 0];
  openToPrograms(() => mkdirSync(folder, {recursive: true}));
  for (const {path, isExecutable, read} of files) {
    const name = shownName(path.join('/'));
    try {
      if (path.includes('..') || path.join().includes('\0'))
        throw new Refusal(`${name} is not a path inside it`);
      count += 1;
      if (count > MOST_FILES) throw new TooMuch(`it has more than ${MOST_FILES} files`);
      const content = await read(MOST_BYTES - bytes);
      bytes += content.length;
      const file = join(folder, ...path);
      openToPrograms(() => {
        mkdirSync(dirname(file), {recursive: true});
        writeFileSync(file, content, {flag: 'wx', mode: isExecutable ? 0o755 : 0o644});
      });
    } catch (error) {
      if (error instanceof RangeError) throw new TooMuch(`it has more than ${MOST_BYTES / MIB} MiB`);
      if (isSystemError(error, ...CAUSED_BY_NAMES)) throw new Refusal(`${name}: ${reasonOf(error)}`);
      throw error;
    }
  }
}

/**
 * The regular files on the disk below a folder, and links there to others of them, each with its path; or the file
 * itself, with an empty one.
 */
export function* filesBelow(root: string, below: readonly string[] = []): Generator<HandedInFile> {
  const path = join(root, ...below);
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort())
      if (isHandedIn(name)) yield* filesBelow(root, [...below, name]);
    return;
  }
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats?.isFile() !== true || !isBelow(realPathOf(path), realpathSync(root))) return;
  const isExecutable = (stats.mode & 0o111) !== 0;
  yield {path: below, isExecutable, read: (most) => readRegularFile(path, most)};
}

/**
 * Copies a submission, with its whole folder if it has one, into a new folder: nothing is found beside it there.
 *
 * @throws Refusal, or the system's error
 */
export async function copyOf({file, folder}: Word & object, to: string): Promise<Word & object> {
  const root = realpathSync(folder ?? file);
  const path = folder === undefined ? basename(file) : relative(folder, file);
  const files = [...filesBelow(root)].map((one) => (folder === undefined ? {...one, path: [path]} : one));
  await takeFiles(files, to);
  return {file: join(to, path), folder: to};
}

/** Flag of an entry that says its name is UTF-8. */
const UTF8 = 0x800;

/** Kinds of entries, as Unix has them; 0 where another system made the file. */
const [UNKNOWN, FOLDER, REGULAR] = [0, 0o4, 0o10];

/** Opens a zip file, and closes it in the end. @throws Refusal that says what is wrong with it */
export async function withEntries<T>(
  path: string,
  use: (entries: readonly ZipEntry[]) => Promise<T>,
): Promise<T> {
  let zip: ZipFile;
  try {
    // Names are checked here, one by one: a bad one must not spoil the whole class.
    zip = await yauzl.openPromise(path, {lazyEntries: true, autoClose: false, decodeStrings: false});
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new Refusal('it is not a zip file, or only part of one');
  }
  try {
    if (zip.entryCount > MOST_ENTRIES) throw new Refusal(`it has more than ${MOST_ENTRIES} entries`);
    return await use(await entriesIn(zip));
  } finally {
    zip.close();
  }
}

async function entriesIn(zip: ZipFile): Promise<ZipEntry[]> {
  try {
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entryOf(zip, entry));
    return entries;
  } catch (error) {
    throw new Refusal(messageOf(error));
  }
}

function entryOf(zip: ZipFile, entry: Entry): ZipEntry {
  // Finder writes UTF-8 without saying so.
  const {fileNameRaw, extraFields, generalPurposeBitFlag, externalFileAttributes} = entry;
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8 : generalPurposeBitFlag;
  const name = yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  const mode = externalFileAttributes >>> 16;
  const kind = mode >>> 12;
  const path = name.split('/').filter((part) => part !== '' && part !== '.');
  // An absolute path leads out, too.
  const isAbsolute = name.startsWith('/') || /^[A-Za-z]:/.test(name);
  return {
    path: isAbsolute ? ['..', ...path] : path,
    isFolder: name.endsWith('/') || kind === FOLDER,
    isExecutable: (mode & 0o100) !== 0,
    read: async (most) => {
      if (kind !== UNKNOWN && kind !== REGULAR) throw new Refusal(`${shownName(name)} is not a regular file`);
      // Zip bombs: the declared size is checked; yauzl stops at more.
      if (entry.uncompressedSize > most) throw new RangeError('too large');
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
        return Buffer.concat(chunks);
      } catch (error) {
        throw new Refusal(`${shownName(name)}: ${messageOf(error)}`);
      }
    },
  };
}
