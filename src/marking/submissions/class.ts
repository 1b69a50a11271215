/* A class: everybody's submission, from a folder or a zip file, with the names by which reports tell people apart. */
import {isUtf8} from 'node:buffer';
import {type Dirent, lstatSync, readdirSync, readFileSync, renameSync, statSync} from 'node:fs';
import {extname, join, resolve} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {ifAllowed, isSystemError, reasonOf} from '../../system/file-errors.js';
import {whyNoFolder} from '../../system/regular-file.js';
import {withEntries, type ZipEntry} from './archives.js';
import {
  filesBelow,
  type HandedInFile,
  isHandedIn,
  isHidden,
  Refusal,
  shownName,
  takeFiles,
} from './handed-in.js';
import {ENDINGS} from './languages.js';
import {fitsPattern, type LaunchPlan, noPlan, notUtf8, type TargetOptions} from './launch-plan.js';
import {divided, METADATA, type Person, systemOf, type Top, targetsOf} from './layouts.js';
import {LARGEST_METADATA, submittersIn} from './metadata.js';
import {isArchive, planOrReason, type Submission} from './submissions.js';

export interface Class {
  readonly submissions: readonly Submission[];
  /** Decisions that whoever marks should know of. */
  readonly notes: readonly string[];
}

/** An entry at the top of a folder or of a zip file. */
interface ClassTop extends Top {
  /** On the disk; null in a zip file. */
  readonly place: Place | null;
  /** Each with its path below the entry; the file itself has an empty one. */
  readonly files: () => Iterable<HandedInFile>;
}

/** Path of somebody's file or folder, or the reason why there is none. */
type Place = {readonly path: string; readonly isUnpacked: boolean} | {readonly plan: LaunchPlan};

/** Makes another empty folder that goes when the run ends. */
export type NewFolder = () => string;

/** Max names in a message. */
const MOST_NAMED = 8;

/**
 * Reads the class in a folder or a zip file: one submission for each person.
 *
 * @throws UserError if there is none
 */
export async function classAt(path: string, options: TargetOptions, newFolder: NewFolder): Promise<Class> {
  const maker = new ClassMaker(options, newFolder);
  try {
    if (isArchive(path)) return await withEntries(path, (entries) => maker.fromZip(path, entries));
    const why = whyNoFolder(path);
    if (why !== null) throw new Refusal(why);
    return await maker.made(path, topsOnDisk(resolve(path)));
  } catch (error) {
    throw problemWith(path, error);
  }
}

/** Unpacks the one submission in a zip file. @throws UserError if it is none */
export async function submissionInZip(
  path: string,
  options: TargetOptions,
  newFolder: NewFolder,
): Promise<Submission> {
  try {
    const plan = planAt(await unpacked(path, newFolder), options);
    return {target: path, id: null, plan, args: [], isUnpacked: true};
  } catch (error) {
    throw problemWith(path, error);
  }
}

class ClassMaker {
  private readonly options: TargetOptions;
  private readonly newFolder: NewFolder;

  constructor(options: TargetOptions, newFolder: NewFolder) {
    this.options = options;
    this.newFolder = newFolder;
  }

  /** Goes into the only folder of a zip file, if the people are there. */
  fromZip(path: string, entries: readonly ZipEntry[]): Promise<Class> {
    const tops = topsAmong(entries);
    const [only, ...others] = tops.filter(({name}) => !isHidden(name));
    if (only?.kind !== 'folder' || others.length > 0 || systemOf(tops) !== null) return this.made(path, tops);
    const inner = topsAmong(only.entries);
    const seen = inner.filter(({name}) => !isHidden(name)).length;
    if (systemOf(inner) !== null || seen > 1) return this.made(path, inner);
    return this.made(path, tops, [`its only folder, ${only.name}, is taken for one submission`]);
  }

  async made(path: string, tops: readonly ClassTop[], said: readonly string[] = []): Promise<Class> {
    const notes = [...said];
    const metadata = systemOf(tops) === 'Gradescope' ? tops.find(({name}) => name === METADATA) : undefined;
    const division = divided(tops, await submittersOf(metadata, notes));
    const {people, system} = division;
    if (people.length === 0) throw new Refusal('no submissions in it');
    const strays = division.strays.filter((top) => top !== metadata);
    if (strays.length > 0) notes.push(`not submissions, since they are no programs: ${namesOf(strays)}`);
    const targets = targetsOf(people);
    const submissions: Submission[] = [];
    for (const [index, person] of people.entries()) {
      const place = await this.opened(await this.placeOf(person, system === 'Canvas'));
      submissions.push(lookedAtLater(targets[index] ?? '', person.id, place, this.options));
    }
    submissions.sort((a, b) => (a.target < b.target ? -1 : 1));
    return {submissions, notes: notes.map((note) => `${path}: ${note}`)};
  }

  /** Returns a person's own folder or file on the disk; else collects their files in a new folder. */
  private async placeOf({id, tops}: Person<ClassTop>, isCanvas: boolean): Promise<Place> {
    const [first, ...more] = tops;
    const isPlainFile = id === null && first?.path === first?.top.name;
    if (first?.top.place != null && more.length === 0 && (first.path === null || isPlainFile))
      return first.top.place;
    const folder = this.newFolder();
    const files = tops.flatMap(({top, path}) =>
      path === null ? [...top.files()] : [...top.files()].map((file) => ({...file, path: [path]})),
    );
    const problem = await takeFiles(files, folder);
    if (problem !== null) return {plan: refused(problem)};
    if (isCanvas) cutSuffixes(folder, this.options.file);
    return {path: isPlainFile ? join(folder, first?.path ?? '') : folder, isUnpacked: true};
  }

  /** If the only file there is a zip file, unpacks it. */
  private async opened(place: Place): Promise<Place> {
    const archive = 'plan' in place ? null : onlyArchiveAt(place.path);
    if (archive === null) return place;
    try {
      return await unpacked(archive, this.newFolder);
    } catch (error) {
      if (error instanceof Refusal) return {plan: refused(error.message)};
      throw error;
    }
  }
}

/** Unpacks one person's zip file. @throws Refusal if it is none */
async function unpacked(path: string, newFolder: NewFolder): Promise<Place> {
  const folder = newFolder();
  const problem = await withEntries(path, (entries) => takeFiles(filesAmong(entries), folder));
  return problem === null ? {path: folder, isUnpacked: true} : {plan: refused(problem)};
}

interface ZipTop extends ClassTop {
  /** With their paths below it. */
  readonly entries: readonly ZipEntry[];
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

/** Drops entries of folders, hidden ones and those that systems leave. */
function filesAmong(entries: readonly ZipEntry[]): HandedInFile[] {
  const isSeen = (name: string): boolean => name === '..' || isHandedIn(name);
  return entries.filter(({isFolder, path}) => !isFolder && path.every(isSeen));
}

function topsOnDisk(folder: string): ClassTop[] {
  const entries = readdirSync(folder, {withFileTypes: true, encoding: 'buffer'});
  return entries
    .filter(({name}) => isHidden(name.toString('latin1')) || isHandedIn(name.toString('latin1')))
    .map((entry) => {
      const {name} = entry;
      const path = join(folder, name.toString());
      const kind = kindOf(path, entry);
      const place = isUtf8(name) ? {path, isUnpacked: false} : {plan: notUtf8(name)};
      return {name: shownName(name), kind, place, files: () => filesBelow(path)};
    });
}

function kindOf(path: string, entry: Dirent<Buffer>): Top['kind'] {
  if (entry.isDirectory()) return 'folder';
  // A link or a pipe is explained in its row.
  if (!entry.isFile() || canRun(entry.name.toString('latin1'))) return 'program';
  const mode = statSync(path, {throwIfNoEntry: false})?.mode ?? 0;
  return (mode & 0o111) === 0 ? 'other' : 'program';
}

/** Returns whether a file is in a known language, or a zip file. */
function canRun(name: string): boolean {
  return ENDINGS.includes(extname(name)) || isArchive(name);
}

/** Returns the zip file at a path, or the one in a folder that holds nothing else; null if there is none. */
function onlyArchiveAt(path: string): string | null {
  const isFile = (file: string) => lstatSync(file, {throwIfNoEntry: false})?.isFile() === true;
  if (isArchive(path)) return isFile(path) ? path : null;
  const stats = lstatSync(path, {throwIfNoEntry: false});
  // A folder that may not be read is explained by its plan.
  const names =
    (stats?.isDirectory() === true && ifAllowed(() => readdirSync(path).filter(isHandedIn))) || [];
  const [name = '', ...others] = names;
  return others.length === 0 && isArchive(name) && isFile(join(path, name)) ? join(path, name) : null;
}

/** Makes the plan when it is asked for: one part of a class does not read the others. */
function lookedAtLater(target: string, id: string | null, place: Place, options: TargetOptions): Submission {
  let plan: LaunchPlan | null = null;
  return {
    target,
    id,
    get plan() {
      plan ??= planAt(place, options);
      return plan;
    },
    args: [],
    ...('isUnpacked' in place && place.isUnpacked && {isUnpacked: true}),
  };
}

function planAt(place: Place, options: TargetOptions): LaunchPlan {
  return 'plan' in place ? place.plan : planOrReason(place.path, options);
}

function refused(problem: string): LaunchPlan {
  return noPlan(`its files are refused: ${problem}`);
}

/** Reads Gradescope's metadata; adds to the notes if that is too large. */
async function submittersOf(
  metadata: ClassTop | undefined,
  notes: string[],
): Promise<ReadonlyMap<string, string>> {
  for (const file of metadata?.files() ?? []) {
    try {
      return submittersIn((await file.read(LARGEST_METADATA)).toString());
    } catch (error) {
      notes.push(`${METADATA}: ${reasonOf(error)}: people are called by the numbers of their submissions`);
    }
  }
  return new Map();
}

/**
 * Cuts the `-1` that Canvas puts into the name of a file that was handed in again, unless the name is the person's own:
 * the file is asked for by it, another file mentions it, or two files would become one.
 *
 * @param wanted the name or pattern of the file that is asked for
 */
function cutSuffixes(folder: string, wanted: string | null): void {
  const names = readdirSync(folder);
  const cut = (name: string): string => name.replace(/-\d{1,9}(?=(?:\.[^.]*)?$)/, '');
  if (new Set(names.map(cut)).size < names.length) return;
  const fits = (name: string): boolean => wanted !== null && fitsPattern(name, wanted);
  const contents = names.map((name) => readFileSync(join(folder, name)));
  for (const name of names) {
    const stem = name.slice(0, name.length - extname(name).length);
    const isOwn = fits(name) || (!fits(cut(name)) && contents.some((content) => content.includes(stem)));
    if (!isOwn) renameSync(join(folder, name), join(folder, cut(name)));
  }
}

function namesOf(tops: readonly Top[]): string {
  const names = tops
    .map(({name}) => name)
    .sort()
    .slice(0, MOST_NAMED);
  return [...names, ...(tops.length > MOST_NAMED ? [`${tops.length - MOST_NAMED} more`] : [])].join(', ');
}

/** Puts the path before a problem with the class as a whole. Any other error is a bug. */
function problemWith(path: string, error: unknown): unknown {
  return error instanceof Refusal || isSystemError(error) ? inputError(`${path}: ${reasonOf(error)}`) : error;
}
