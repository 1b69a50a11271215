/*
 * The files of one person: which of them count, and how they are taken into a folder of their own. Regular files only,
 * readable for the user who runs programs, within limits. Names and sizes come from strangers.
 */
import {lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {openToPrograms} from '../../running/shell.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {NotRegular, readRegularFile} from '../../system/regular-file.js';

const MIB = 1024 ** 2;

/** Limits for each person: bytes, unpacked, and files. */
const MOST_BYTES = 64 * MIB;
const MOST_FILES = 2000;

export interface TakenFile {
  /** Names of the folders around it, and its own. */
  readonly path: readonly string[];
  readonly isExecutable: boolean;
  /** Returns its bytes. @throws Refusal, or RangeError if it has more than `most` bytes */
  readonly read: (most: number) => Buffer | Promise<Buffer>;
}

/** Files that cannot be taken, through a fault of the submission. */
export class Refusal extends Error {
  readonly verdict: 'could-not-run' | 'could-not-check' = 'could-not-run';
  /** Help for the marker; null: there is none. */
  readonly remedy: string | null = null;
}

/** More than one person's files may be. */
export class TooMuch extends Refusal {}

/** Files that cannot be taken, which costs nobody a point. */
export class Unchecked extends Refusal {
  override readonly verdict = 'could-not-check';
  override readonly remedy: string | null;

  constructor(message: string, remedy: string | null) {
    super(message);
    this.remedy = remedy;
  }
}

/** Returns the refusal for an error of somebody's files. @throws the error itself if it is another */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof NotRegular) return new Refusal(`it is ${error.message}`);
  if (isSystemError(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'))
    return new Unchecked(`it cannot be read: ${error.message}`, null);
  throw error;
}

/** Names that systems and tools leave in folders, and that no program needs. */
const LEFT_BY_TOOLS =
  /^(?:\..*|__MACOSX|__pycache__|node_modules|site-packages|venv|Thumbs\.db|desktop\.ini|nohup\.out)$/i;

/** Backups of editors, and the mark that Windows gives to files from the Internet. */
const LEFT_BY_EDITORS = /~$|^#.*#$|^~\$|\.(?:swp|swo|bak|orig)$|:Zone\.Identifier$/i;

export function isIgnored(name: string): boolean {
  return LEFT_BY_TOOLS.test(name) || LEFT_BY_EDITORS.test(name);
}

/** Returns whether a file lies in a folder that builds make: beside sources, nothing there was written by hand. */
export function isBuilt(file: string): boolean {
  return /(?:^|\/)(?:bin|out|build|dist|target|cmake-build-[^/]*)\//i.test(file);
}

/** Returns a name as reports show it, on one line: control characters are `\x0a`. */
export function shownName(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) =>
    Buffer.from(one).toString('hex').replace(/../g, '\\x$&'),
  );
}

/** Max bytes of a name on a disk. */
const LONGEST_NAME = 255;

/** Returns a name that any disk takes: a long one lacks its middle, so that it keeps its start and its ending. */
export function nameOnDisk(name: string): string {
  let shown = shownName(name);
  for (let kept = 120; Buffer.byteLength(shown) > LONGEST_NAME; kept -= 20)
    shown = `${shown.slice(0, kept)}…${shown.slice(-kept)}`;
  return shown;
}

/** System errors that names of files cause. */
const CAUSED_BY_NAMES = ['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL', 'EILSEQ'];

/** Writes the files of one person into a folder. */
export class FolderWriter {
  private readonly folder: string;
  private readonly made: Set<string>;
  private readonly written = {bytes: 0, files: 0};
  /** Counted apart: what a build made is left out where there is too much of it. */
  private readonly built = {bytes: 0, files: 0};

  /** @param made folders that exist, which writers of one folder may share */
  constructor(folder: string, made = new Set<string>()) {
    this.folder = folder;
    this.made = made;
  }

  /**
   * Writes a file. Of two with one name, the last counts.
   *
   * @throws Refusal; or the system's error if the file is not to blame: a full disk, or a file closed to the marker
   */
  async write({path, isExecutable, read}: TakenFile): Promise<void> {
    const counts = isBuilt(path.join('/')) ? this.built : this.written;
    try {
      counts.files += 1;
      if (counts.files > MOST_FILES) throw tooManyFiles();
      const content = await read(MOST_BYTES - counts.bytes);
      counts.bytes += content.length;
      this.makeFolder(path.slice(0, -1));
      const mode = isExecutable ? 0o755 : 0o644;
      withRefusals(path, () => writeFileSync(join(this.folder, ...path), content, {mode}));
    } catch (error) {
      const problem = error instanceof RangeError ? tooManyBytes() : error;
      if (counts !== this.built || !(problem instanceof TooMuch)) throw problem;
    }
  }

  /** @throws Refusal; or the system's error */
  makeFolder(path: readonly string[]): void {
    const place = join(this.folder, ...path);
    if (!this.made.has(place)) withRefusals(path, () => mkdirSync(place, {recursive: true}));
    this.made.add(place);
  }
}

/** Writes something that the user of programs can read. @throws Refusal if its name is to blame */
function withRefusals(path: readonly string[], write: () => void): void {
  try {
    openToPrograms(write);
  } catch (error) {
    if (!isSystemError(error, ...CAUSED_BY_NAMES)) throw error;
    throw new Refusal(`${path.join('/')}: ${reasonOf(error)}`);
  }
}

function tooManyBytes(): TooMuch {
  return new TooMuch(`it has more than ${MOST_BYTES / MIB} MiB`);
}

function tooManyFiles(): TooMuch {
  return new TooMuch(`it has more than ${MOST_FILES} files`);
}

/** Files of a submission, by their paths below its folder. */
export interface Project {
  readonly root: string;
  /** Regular files, and links there to others of them, sorted. */
  readonly files: readonly string[];
  /** Links that lead out of the submission, or nowhere. */
  readonly linksOut: readonly string[];
}

/** Max entries that are looked at. */
const MOST_ENTRIES = 20 * MOST_FILES;

/** Lists the files of a submission. @throws Refusal, or the system's error */
export function projectAt(root: string): Project {
  const real = realpathSync(root);
  const files: string[] = [];
  const linksOut: string[] = [];
  let seen = 0;
  const visit = (below: string): void => {
    const entries = readdirSync(join(root, below), {withFileTypes: true});
    // A virtual environment of Python, whatever its name is.
    if (entries.some(({name}) => name === 'pyvenv.cfg')) return;
    for (const entry of entries) {
      seen += 1;
      if (seen > MOST_ENTRIES) throw new TooMuch(`it has more than ${MOST_ENTRIES} files and folders`);
      const path = join(below, entry.name);
      if (isIgnored(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() || isOwnFile(join(root, path), real)) files.push(path);
      else if (entry.isSymbolicLink()) linksOut.push(path);
    }
  };
  visit('');
  const built = files.filter(isBuilt);
  if (files.length - built.length > MOST_FILES) throw tooManyFiles();
  const kept = built.length > MOST_FILES ? files.filter((file) => !isBuilt(file)) : files;
  return {root, files: kept.sort(), linksOut};
}

/** Returns whether a link leads to a regular file of the same submission. */
function isOwnFile(path: string, real: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.isFile() === true && isBelow(realPathOf(path), real);
}

export function projectOfFile(path: string): Project {
  return {root: dirname(path), files: [basename(path)], linksOut: []};
}

/** Copies files of a submission into a new folder. @throws Refusal, or the system's error */
export async function copyProject({root, files}: Pick<Project, 'root' | 'files'>, to: string): Promise<void> {
  openToPrograms(() => mkdirSync(to, {recursive: true}));
  const writer = new FolderWriter(to);
  for (const file of files) await writer.write(fileAt(join(root, file), file));
}

/** @param path its path among the files that are taken */
export function fileAt(place: string, path: string): TakenFile {
  const isExecutable = (statSync(place).mode & 0o111) !== 0;
  return {path: path.split('/'), isExecutable, read: (most) => readRegularFile(place, most)};
}

export function isFolder(path: string): boolean {
  return lstatSync(path, {throwIfNoEntry: false})?.isDirectory() === true;
}
