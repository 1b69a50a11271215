/*
 * The files of one person, and how they are taken into a folder: regular files only, within limits, readable for the user of
 * programs. Names and declared sizes are hostile.
 */
import {lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {openToPrograms} from '../../running/shell.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {NotRegular, readRegularFile} from '../../system/regular-file.js';

const MIB = 1024 ** 2;

const MOST_BYTES = 64 * MIB;
const MOST_FILES = 2000;

export interface TakenFile {
  readonly path: readonly string[];
  readonly isExecutable: boolean;
  /** Returns its bytes. @throws Refusal, or RangeError if it has more than `most` bytes */
  readonly read: (most: number) => Buffer | Promise<Buffer>;
}

/** A fault of the submission: its files cannot be taken. */
export class Refusal extends Error {
  readonly verdict: 'could-not-run' | 'could-not-check' = 'could-not-run';
  /** Help for the marker; null: there is none. */
  readonly remedy: string | null = null;
}

/** More than the limits for a person. */
export class TooMuch extends Refusal {}

/** Files that cannot be taken, which costs no points. */
export class Unchecked extends Refusal {
  override readonly verdict = 'could-not-check';
  override readonly remedy: string | null;

  constructor(message: string, remedy: string | null) {
    super(message);
    this.remedy = remedy;
  }
}

/** @throws the error itself if the files are not to blame */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof NotRegular) return new Refusal(error.message);
  if (isSystemError(error, 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'))
    return new Unchecked(`it cannot be read: ${error.message}`, null);
  throw error;
}

/** Names that systems and tools leave in folders. */
const LEFT_BY_TOOLS =
  /^(?:\..*|__MACOSX|__pycache__|node_modules|site-packages|venv|Thumbs\.db|desktop\.ini|nohup\.out)$/i;

/** Backups of editors, and Windows's mark of files from the Internet. */
const LEFT_BY_EDITORS = /~$|^#.*#$|^~\$|\.(?:swp|swo|bak|orig)$|:Zone\.Identifier$/i;

export function isIgnored(name: string): boolean {
  return LEFT_BY_TOOLS.test(name) || LEFT_BY_EDITORS.test(name);
}

export function isBuilt(file: string): boolean {
  return /(?:^|\/)(?:bin|out|build|dist|target|cmake-build-[^/]*)\//i.test(file);
}

/** Returns a name for reports: a control character becomes its code, `\x0a`. */
export function shownName(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) =>
    Buffer.from(one).toString('hex').replace(/../g, '\\x$&'),
  );
}

const LONGEST_NAME = 255;

/** Returns a name that any disk takes: a long one lacks its middle. */
export function nameOnDisk(name: string): string {
  let shown = shownName(name);
  for (let kept = 120; Buffer.byteLength(shown) > LONGEST_NAME; kept -= 20)
    shown = `${shown.slice(0, kept)}…${shown.slice(-kept)}`;
  return shown;
}

/** Errors that names of files cause. */
const CAUSED_BY_NAMES = ['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL', 'EILSEQ'];

export class FolderWriter {
  private readonly folder: string;
  private readonly made: Set<string>;
  private readonly written = {bytes: 0, files: 0};
  /** Counted apart: too many files that a build made are left out. */
  private readonly built = {bytes: 0, files: 0};

  /** @param made folders that exist, which writers of one folder may share */
  constructor(folder: string, made = new Set<string>()) {
    this.folder = folder;
    this.made = made;
  }

  /** Of two files with one name, the last counts. @throws Refusal; or the system's error if the file is not to blame */
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

/** @throws Refusal if a name is to blame */
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

export interface Project {
  readonly root: string;
  /** Paths of regular files, and of links to them, sorted. */
  readonly files: readonly string[];
  /** Links that lead out, or nowhere. */
  readonly linksOut: readonly string[];
}

const MOST_ENTRIES = 20 * MOST_FILES;

/** @throws Refusal, or the system's error */
export function projectAt(root: string): Project {
  const real = realpathSync(root);
  const files: string[] = [];
  const linksOut: string[] = [];
  let seen = 0;
  const visit = (below: string): void => {
    const entries = readdirSync(join(root, below), {withFileTypes: true});
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

function isOwnFile(path: string, real: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.isFile() === true && isBelow(realPathOf(path), real);
}

export function projectOfFile(path: string): Project {
  return {root: dirname(path), files: [basename(path)], linksOut: []};
}

/** Copies files into a new folder. @throws Refusal, or the system's error */
export async function copyProject({root, files}: Pick<Project, 'root' | 'files'>, to: string): Promise<void> {
  openToPrograms(() => mkdirSync(to, {recursive: true}));
  const writer = new FolderWriter(to);
  for (const file of files) await writer.write(fileAt(join(root, file), file));
}

export function fileAt(place: string, path: string): TakenFile {
  const isExecutable = (statSync(place).mode & 0o111) !== 0;
  return {path: path.split('/'), isExecutable, read: (most) => readRegularFile(place, most)};
}

export function isFolder(path: string): boolean {
  return lstatSync(path, {throwIfNoEntry: false})?.isDirectory() === true;
}
