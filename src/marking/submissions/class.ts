/* A class: everybody's submission, from a folder or a zip file, with the names by which reports tell people apart. */
import {lstatSync, readdirSync, renameSync} from 'node:fs';
import {extname, join, resolve} from 'node:path';
import {inputError, usageError} from '../../command-line/user-error.js';
import {ifAllowed, isSystemError, reasonOf} from '../../system/file-errors.js';
import {whyNoFolder} from '../../system/regular-file.js';
import {
  filesBelow,
  type HandedInFile,
  isHandedIn,
  isHidden,
  Refusal,
  shownName,
  TooMuch,
  takeFiles,
  withEntries,
  type ZipEntry,
} from './handed-in.js';
import {ENDINGS} from './languages.js';
import {fitsPattern, listOf, noPlan, refuseClass, type TargetOptions} from './launch-plan.js';
import {divided, METADATA, type Person, submittersIn, systemOf, type Top, targetsOf} from './people.js';
import {isArchive, planOrReason, type Submission} from './submissions.js';

export interface Class {
  readonly submissions: readonly Submission[];
  readonly notes: readonly string[];
}

/** An entry at the top of a folder or of a zip file. */
interface ClassTop extends Top {
  readonly place: string | null;
  /** Each with its path below the entry; the file itself has an empty one. */
  readonly files: () => Iterable<HandedInFile>;
}

/** Makes an empty folder, which is removed when the run ends. */
export type NewFolder = () => string;

/** Max bytes of Gradescope's metadata, which holds what all programs printed. */
const LARGEST_METADATA = 256 * 1024 ** 2;

/**
 * Reads the class in a folder or a zip file: one submission for each person.
 *
 * @throws UserError if there is none
 */
export async function classAt(path: string, options: TargetOptions, newFolder: NewFolder): Promise<Class> {
  try {
    if (isArchive(path))
      return await withEntries(path, (entries) => {
        const {tops, notes} = peopleAmong(entries);
        return classOf(path, tops, notes, options, newFolder);
      });
    const why = whyNoFolder(path);
    if (why !== null) throw new Refusal(why);
    return await classOf(path, topsOnDisk(resolve(path)), [], options, newFolder);
  } catch (error) {
    throw withPath(path, error);
  }
}

/** Unpacks the one submission in a zip file. @throws UserError if it is none, or a class */
export async function submissionInZip(
  path: string,
  options: TargetOptions,
  newFolder: NewFolder,
): Promise<Submission> {
  try {
    const folder = await unpacked(path, newFolder);
    const plan = planOrReason(folder, options);
    refuseClass(path, folder, plan, options);
    return {target: path, id: null, plan, args: [], isUnpacked: true};
  } catch (error) {
    if (error instanceof TooMuch) throw usageError(`${path}: ${error.message}: do you mean --all ${path}?`);
    throw withPath(path, error);
  }
}

async function classOf(
  path: string,
  tops: readonly ClassTop[],
  said: readonly string[],
  options: TargetOptions,
  newFolder: NewFolder,
): Promise<Class> {
  const system = systemOf(tops);
  const metadata = system === 'Gradescope' ? tops.find(({name}) => name === METADATA) : undefined;
  const {people, strays} = divided(tops, await submittersOf(metadata));
  if (people.length === 0) throw new Refusal('no submissions in it');
  const names = strays.filter((top) => top !== metadata).map(({name}) => name);
  const stray = `left out, because they are not programs: ${listOf(names.sort())}`;
  const notes = names.length > 0 ? [...said, stray] : said;
  const targets = targetsOf(people);
  const submissions: Submission[] = [];
  for (const [index, person] of people.entries()) {
    const [target, {id}] = [targets[index] ?? '', person];
    try {
      const own = ownPath(person);
      const place = own ?? (await collected(person, system === 'Canvas' ? options.files : null, newFolder));
      const archive = onlyArchiveAt(place);
      const at = archive === null ? place : await unpacked(archive, newFolder);
      submissions.push({
        ...{target, id, plan: planOrReason(at, options), args: []},
        ...(at !== own && {isUnpacked: true}),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const plan = noPlan(`its files are refused: ${error.message}`);
      submissions.push({target, id, plan, args: [], isUnpacked: true});
    }
  }
  submissions.sort((a, b) => (a.target < b.target ? -1 : 1));
  return {submissions, notes: notes.map((note) => `${path}: ${note}`)};
}

/** Returns whether a submission is one file of a plain class. */
function isPlainFile({id, tops: [first]}: Person<ClassTop>): boolean {
  return id === null && first !== undefined && first.path === first.top.name;
}

/** Returns the one file or folder on the disk that a person handed in; null if there are more, or in a zip file. */
function ownPath(person: Person<ClassTop>): string | null {
  const [first, ...more] = person.tops;
  const isWhole = more.length === 0 && (first?.path === null || isPlainFile(person));
  return isWhole ? (first?.top.place ?? null) : null;
}

/**
 * Collects a person's files in a new folder.
 *
 * @param wanted from Canvas, the names or patterns of the file that is asked for; null: from elsewhere
 */
async function collected(
  person: Person<ClassTop>,
  wanted: readonly string[] | null,
  newFolder: NewFolder,
): Promise<string> {
  const folder = newFolder();
  const files = person.tops.flatMap(({top, path}) =>
    [...top.files()].map((file) => (path === null ? file : {...file, path: [path]})),
  );
  await takeFiles(files, folder);
  if (wanted !== null) cutSuffixes(folder, wanted);
  return isPlainFile(person) ? join(folder, person.tops[0]?.path ?? '') : folder;
}

/** Unpacks one person's zip file. @throws Refusal if it is none */
async function unpacked(path: string, newFolder: NewFolder): Promise<string> {
  const folder = newFolder();
  await withEntries(path, (entries) => takeFiles(filesAmong(entries), folder));
  return folder;
}

interface ZipTop extends ClassTop {
  readonly entries: readonly ZipEntry[];
}

/** Returns the tops of a zip file; of its only folder, if the people are there. */
function peopleAmong(entries: readonly ZipEntry[]): {tops: readonly ClassTop[]; notes: readonly string[]} {
  const tops = topsAmong(entries);
  const [only, ...others] = tops.filter(({name}) => !isHidden(name));
  if (only?.kind !== 'folder' || others.length > 0 || systemOf(tops) !== null) return {tops, notes: []};
  const inner = topsAmong(only.entries);
  const seen = inner.filter(({name}) => !isHidden(name)).length;
  if (systemOf(inner) !== null || seen > 1) return {tops: inner, notes: []};
  return {tops, notes: [`its only folder, ${only.name}, is taken for one submission`]};
}

/** Groups the entries of a zip file, or of a folder in it, by their first name. */
function topsAmong(entries: readonly ZipEntry[]): ZipTop[] {
  const below = new Map<string, ZipEntry[]>();
  for (const entry of entries) {
    const [name, ...path] = entry.path;
    if (name === undefined || !(isHidden(name) || isHandedIn(name))) continue;
    const known = below.get(name) ?? [];
    below.set(name, known);
    known.push({...entry, path});
  }
  return [...below].map(([name, own]) => {
    const isFolder = own.some(({path, isFolder}) => isFolder || path.length > 0);
    const isProgram = canRun(name) || own.some(({isExecutable}) => isExecutable);
    const kind = isFolder ? 'folder' : isProgram ? 'program' : 'other';
    return {name: shownName(name), kind, place: null, entries: own, files: () => filesAmong(own)};
  });
}

function filesAmong(entries: readonly ZipEntry[]): HandedInFile[] {
  const isSeen = (name: string): boolean => name === '..' || isHandedIn(name);
  return entries.filter(({isFolder, path}) => !isFolder && path.every(isSeen));
}

function topsOnDisk(folder: string): ClassTop[] {
  const names = readdirSync(folder).filter((name) => isHidden(name) || isHandedIn(name));
  return names.map((name) => {
    const place = join(folder, name);
    return {name: shownName(name), kind: kindOf(place), place, files: () => filesBelow(place)};
  });
}

function kindOf(path: string): Top['kind'] {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats?.isDirectory() === true) return 'folder';
  // A link or a pipe is explained in its row.
  const isProgram = stats?.isFile() !== true || canRun(path) || (stats.mode & 0o111) !== 0;
  return isProgram ? 'program' : 'other';
}

function canRun(name: string): boolean {
  return ENDINGS.includes(extname(name)) || isArchive(name);
}

/** Returns the zip file at a path, or the one in a folder that holds nothing else; null if there is none. */
function onlyArchiveAt(path: string): string | null {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (stats?.isFile() === true) return isArchive(path) ? path : null;
  // A folder that may not be read is explained by its plan.
  const names = (stats?.isDirectory() === true && ifAllowed(() => readdirSync(path))) || [];
  const [name = '', ...others] = names.filter(isHandedIn);
  const isOne = others.length === 0 && isArchive(name) && lstatSync(join(path, name)).isFile();
  return isOne ? join(path, name) : null;
}

/** Reads Gradescope's metadata; if that is too large, people are called by the numbers of their submissions. */
async function submittersOf(metadata: ClassTop | undefined): Promise<ReadonlyMap<string, string>> {
  try {
    for (const file of metadata?.files() ?? [])
      return submittersIn((await file.read(LARGEST_METADATA)).toString());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return new Map();
}

/**
 * Cuts the `-1` that Canvas puts into the name of a file that was handed in again, unless the file is asked for by that
 * name, or two files would become one.
 */
function cutSuffixes(folder: string, wanted: readonly string[]): void {
  const names = readdirSync(folder);
  const cut = (name: string): string => name.replace(/-\d{1,9}(?=(?:\.[^.]*)?$)/, '');
  if (new Set(names.map(cut)).size < names.length) return;
  for (const name of names) {
    const isOwn = wanted.some((pattern) => fitsPattern(name, pattern));
    if (!isOwn) renameSync(join(folder, name), join(folder, cut(name)));
  }
}

/** Puts the path before a problem with the class. Any other error is a bug. */
function withPath(path: string, error: unknown): unknown {
  return error instanceof Refusal || isSystemError(error) ? inputError(`${path}: ${reasonOf(error)}`) : error;
}
