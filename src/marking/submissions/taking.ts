/*
 * The files of one person: which of them count, and how they are taken into a folder of their own. Regular files only,
 * readable for the user who runs programs, within limits. Names and sizes come from strangers.
 */
import {lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {openToPrograms} from '../../running/shell.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {readRegularFile} from '../../system/regular-file.js';
import {LANGUAGES, languageOf} from './languages.js';

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

/** Files that cannot be taken. */
export class Refusal extends Error {
  readonly verdict: 'could-not-run' | 'could-not-check';
  /** Help for the marker; null: there is none. */
  readonly remedy: string | null;

  /** @param verdict `could-not-check` unless the submission is to blame */
  constructor(message: string, verdict: Refusal['verdict'] = 'could-not-run', remedy: string | null = null) {
    super(message);
    [this.verdict, this.remedy] = [verdict, remedy];
  }
}

/** More than one person's files may be. */
export class TooMuch extends Refusal {}

/** Names that systems and tools leave in folders, and that no program needs. */
const LEFT_BY_TOOLS = /^(?:\..*|__MACOSX|__pycache__|node_modules|venv|Thumbs\.db|desktop\.ini|nohup\.out)$/i;

/** Backups of editors, and the mark that Windows gives to files from the Internet. */
const LEFT_BY_EDITORS = /~$|^#.*#$|^~\$|\.(?:swp|swo|bak|orig)$|:Zone\.Identifier$/i;

export function isTaken(name: string): boolean {
  return !LEFT_BY_TOOLS.test(name) && !LEFT_BY_EDITORS.test(name);
}

/** Folders that builds make. Beside sources, they hold nothing that was written by hand. */
const BUILT = /^(?:bin|out|build|dist|target|cmake-build-.*)$/i;

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

/** Takes the files of one person into a folder. */
export class Taking {
  private readonly folder: string;
  private readonly written = {bytes: 0, files: 0};
  /** Counted apart: beside sources, what a build made is left out, however much it is. */
  private readonly built = {bytes: 0, files: 0};

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes an empty folder. @throws Refusal, or the system's error */
  makeFolder(path: readonly string[]): void {
    withRefusals(path, () => openToPrograms(() => mkdirSync(join(this.folder, ...path), {recursive: true})));
  }

  /**
   * Writes a file. Of two with one name, the last counts.
   *
   * @throws Refusal; or the system's error if the file is not to blame: a full disk, or a file closed to the marker
   */
  async take({path, isExecutable, read}: TakenFile): Promise<void> {
    const isOfBuild = path.slice(0, -1).some((name) => BUILT.test(name));
    const counts = isOfBuild ? this.built : this.written;
    try {
      counts.files += 1;
      if (counts.files > MOST_FILES) throw tooManyFiles();
      const content = await read(MOST_BYTES - counts.bytes);
      counts.bytes += content.length;
      const place = join(this.folder, ...path);
      withRefusals(path, () =>
        openToPrograms(() => {
          mkdirSync(dirname(place), {recursive: true});
          writeFileSync(place, content, {mode: isExecutable ? 0o755 : 0o644});
        }),
      );
    } catch (error) {
      const problem = error instanceof RangeError ? tooManyBytes() : error;
      if (problem instanceof TooMuch && isOfBuild && this.written.files > 0) return;
      throw problem;
    }
  }
}

function withRefusals(path: readonly string[], write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isSystemError(error, ...CAUSED_BY_NAMES)) throw error;
    throw new Refusal(`${path.join('/')}: ${reasonOf(error)}`);
  }
}

function tooManyFiles(): TooMuch {
  return new TooMuch(`it has more than ${MOST_FILES} files`);
}

function tooManyBytes(): TooMuch {
  return new TooMuch(`it has more than ${MOST_BYTES / MIB} MiB`);
}

/** Writes files into a new folder. @throws as `Taking.take` does */
export async function takeFiles(files: Iterable<TakenFile>, folder: string): Promise<void> {
  openToPrograms(() => mkdirSync(folder, {recursive: true}));
  const taking = new Taking(folder);
  for (const file of files) await taking.take(file);
}

/** Files of a submission, by their paths below its folder. */
export interface Project {
  readonly root: string;
  /** Regular files, and links there to others of them, sorted. */
  readonly files: readonly string[];
  /** Files in folders of builds that were left out, because there are sources beside them. */
  readonly leftOut: readonly string[];
  /** Links that lead out of the submission, or nowhere. */
  readonly linksOut: readonly string[];
}

/** Max entries that are looked at. */
const MOST_ENTRIES = 20 * MOST_FILES;

/** Lists the files of a submission. @throws Refusal, or the system's error */
export function projectAt(root: string): Project {
  const real = realpathSync(root);
  const all: string[] = [];
  const linksOut: string[] = [];
  let seen = 0;
  const visit = (below: string): void => {
    const entries = readdirSync(join(root, below), {withFileTypes: true});
    // A virtual environment of Python, whatever it is called.
    if (entries.some(({name}) => name === 'pyvenv.cfg')) return;
    for (const entry of entries) {
      seen += 1;
      if (seen > MOST_ENTRIES) throw new TooMuch(`it has more than ${MOST_ENTRIES} files and folders`);
      const path = join(below, entry.name);
      if (!isTaken(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() || isOwnFile(join(root, path), real)) all.push(path);
      else if (entry.isSymbolicLink()) linksOut.push(path);
    }
  };
  visit('');
  const isBuilt = (file: string): boolean =>
    dirname(file)
      .split('/')
      .some((name) => BUILT.test(name));
  const [written, built] = [all.filter((file) => !isBuilt(file)), all.filter(isBuilt)];
  if (written.length > MOST_FILES) throw tooManyFiles();
  const isLeftOut = written.some((file) => languageOf(file, LANGUAGES) !== null);
  return {
    root,
    files: (isLeftOut ? written : all).sort(),
    leftOut: isLeftOut ? built : [],
    linksOut,
  };
}

/** Returns whether a link leads to a regular file of the same submission. */
function isOwnFile(path: string, real: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.isFile() === true && isBelow(realPathOf(path), real);
}

export function fileOf({root}: Pick<Project, 'root'>, file: string): TakenFile {
  const path = join(root, file);
  const isExecutable = (statSync(path).mode & 0o111) !== 0;
  return {path: file.split('/'), isExecutable, read: (most) => readRegularFile(path, most)};
}

/** Returns the one file at a path, as a project. */
export function projectOfFile(path: string): Project {
  return {root: dirname(path), files: [path.slice(dirname(path).length + 1)], leftOut: [], linksOut: []};
}

export function isFolder(path: string): boolean {
  return lstatSync(path, {throwIfNoEntry: false})?.isDirectory() === true;
}
