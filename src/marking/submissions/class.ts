/*
 * A class: what each person handed in, in a folder of their own on the disk. An archive is unpacked first; from then on
 * there is one path for all classes.
 */
import {existsSync, lstatSync, mkdirSync, readdirSync, renameSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {inputError, usageError} from '../../command-line/user-error.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {NotRegular, whyNoFolder} from '../../system/regular-file.js';
import {groupBy} from '../results/grouping.js';
import {isArchive, type NotTaken, unpack, unpackClass} from './archives.js';
import {type Language, languageOf} from './languages.js';
import {systemOf} from './layouts.js';
import {type Division, divided, listSome, type Owner, type Person, targetsOf} from './people.js';
import {peopleIn} from './people-table.js';
import {isProgram, matches} from './program.js';
import {
  fileOf,
  isFolder,
  isTaken,
  projectAt,
  projectOfFile,
  Refusal,
  Taking,
  TooMuch,
  takeFiles,
} from './taking.js';
import {topsIn} from './tops.js';

/** What one person, or a group, handed in. */
export interface HandIn {
  readonly person: Person;
  /** Name in reports, unique in the class. */
  readonly target: string;
  /** File or folder on the disk. */
  readonly place: string;
  /** True if it lies where it was handed in, so that a command can repeat a run; else it is a copy. */
  readonly isInPlace: boolean;
  /** Path of the program in the folder, as `people.csv` says; null: it is found. */
  readonly program: string | null;
  /** Why its files could not be taken; null: they were. */
  readonly refusal: Refusal | null;
}

export interface Class {
  readonly handIns: readonly HandIn[];
  readonly notes: readonly string[];
}

/** Makes an empty folder, which is removed when the run ends. */
export type NewFolder = () => string;

/** Settings on which it depends what an archive or a name stands for. */
export interface Reading {
  readonly languages: readonly Language[];
  /** Names or patterns of the program that are asked for. */
  readonly files: readonly string[];
}

/** Reads the class in a folder or an archive. @throws UserError if there is none */
export async function classAt(path: string, reading: Reading, newFolder: NewFolder): Promise<Class> {
  try {
    const why = whyNoFolder(path);
    if (why === null) return named(path, await classIn(rootOf(resolve(path)), [], reading, newFolder, false));
    if (!isArchive(path)) throw new Refusal(existsSync(path) ? NO_CLASS : why);
    const folder = newFolder();
    const notTaken = await unpackClass(path, folder);
    const {root, note} = rootOfArchive(folder);
    const start = root === folder ? '' : `${basename(root)}/`;
    const own = notTaken.map((one) => ({...one, path: one.path.slice(start.length)}));
    const {handIns, notes} = await classIn(root, own, reading, newFolder, true);
    return named(path, {handIns, notes: [...(note === null ? [] : [note]), ...notes]});
  } catch (error) {
    if (error instanceof Refusal || isSystemError(error)) throw inputError(`${path}: ${explained(error)}`);
    throw error;
  }
}

function named(path: string, {handIns, notes}: Class): Class {
  return {handIns, notes: notes.map((note) => `${path}: ${note}`)};
}

const NO_CLASS = 'it is neither a folder nor an archive';

/** Returns the place of what one person handed in, unpacked if it is an archive. @throws UserError */
export async function placeOf(path: string, reading: Reading, newFolder: NewFolder): Promise<string> {
  try {
    return await opened(path, reading, newFolder);
  } catch (error) {
    if (error instanceof TooMuch) throw usageError(`${path}: ${error.message}: do you mean --all ${path}?`);
    if (error instanceof Refusal || isSystemError(error)) throw inputError(`${path}: ${explained(error)}`);
    throw error;
  }
}

function explained(error: unknown): string {
  const remedy = error instanceof Refusal ? error.remedy : null;
  return reasonOf(error) + (remedy === null ? '' : `: ${remedy}`);
}

/** Returns the folder of a class; the only folder in it, if a system's export is there. */
function rootOf(folder: string): string {
  const inner = onlyFolderIn(folder);
  return inner !== null && systemOf(topsIn(folder)) === null && systemOf(topsIn(inner)) !== null
    ? inner
    : folder;
}

function rootOfArchive(folder: string): {readonly root: string; readonly note: string | null} {
  const inner = onlyFolderIn(folder);
  if (inner === null || systemOf(topsIn(folder)) !== null) return {root: folder, note: null};
  const isClass = systemOf(topsIn(inner)) !== null || readdirSync(inner).filter(isTaken).length > 1;
  if (isClass) return {root: inner, note: null};
  return {root: folder, note: `its only folder, ${basename(inner)}, is taken for one submission`};
}

function onlyFolderIn(folder: string): string | null {
  const [only, ...others] = readdirSync(folder).filter(isTaken);
  if (only === undefined || others.length > 0) return null;
  return isFolder(join(folder, only)) ? join(folder, only) : null;
}

async function classIn(
  root: string,
  notTaken: readonly NotTaken[],
  reading: Reading,
  newFolder: NewFolder,
  isUnpacked: boolean,
): Promise<Class> {
  const {system, owners, programs, notes} = ownersIn(root, notTaken);
  if (owners.length === 0) throw new Refusal('no submissions in it');
  const targets = targetsOf(owners);
  const lostByTop = groupBy(notTaken, ({path}) => path.split('/')[0] ?? '');
  const handIns: HandIn[] = [];
  for (const [index, owner] of owners.entries()) {
    const {tops, ...person} = owner;
    const facts = {person, target: targets[index] ?? '', program: programs.get(owner) ?? null};
    const lost = tops.flatMap(({top}) => lostByTop.get(basename(top.place)) ?? []);
    handIns.push({...facts, ...(await takenFrom(owner, lost, {...reading, newFolder, isUnpacked, system}))});
  }
  handIns.sort((a, b) => (a.target < b.target ? -1 : 1));
  return {handIns, notes: [...notes, ...outsideNotes(notTaken)]};
}

interface ClassReading extends Reading {
  readonly newFolder: NewFolder;
  /** True if the class lies in a folder of ours, whose files may be moved. */
  readonly isUnpacked: boolean;
  readonly system: string | null;
}

interface Owners extends Division {
  /** Paths of programs that `people.csv` names. */
  readonly programs: ReadonlyMap<Owner, string>;
}

/** Returns the people of a class, by its table if it has one. A folder without a row is a person of its own. */
function ownersIn(root: string, notTaken: readonly NotTaken[]): Owners {
  const tops = topsIn(root);
  // Nobody is missing because nothing of theirs was taken.
  for (const {path} of notTaken) {
    const [name = '', ...more] = path.split('/');
    const kind = more.length > 0 ? 'folder' : 'file';
    if (name !== '..' && !tops.some((top) => top.name === name))
      tops.push({name, kind, place: join(root, name), inner: () => []});
  }
  const listed = peopleIn(root);
  if (listed === null) return {...divided(tops), programs: new Map()};
  const programs = new Map<Owner, string>();
  const owners = listed.map(({place, program, ...person}): Owner => {
    const top = tops.find(({name}) => name === place);
    const owner = {...person, tops: top === undefined ? [] : [{top, path: null}]};
    if (program !== null) programs.set(owner, program);
    return owner;
  });
  const others = divided(
    tops.filter(({name, kind}) => kind === 'folder' && !listed.some(({place}) => place === name)),
  );
  return {system: null, owners: [...owners, ...others.owners], programs, notes: others.notes};
}

function outsideNotes(notTaken: readonly NotTaken[]): string[] {
  const outside = notTaken.filter(({path}) => path.startsWith('..')).map(({path}) => path);
  return outside.length === 0 ? [] : [`left out, because the path leads out: ${listSome(outside)}`];
}

type Taken = Pick<HandIn, 'place' | 'isInPlace' | 'refusal'>;

async function takenFrom(owner: Owner, lost: readonly NotTaken[], reading: ClassReading): Promise<Taken> {
  const own = ownPlace(owner);
  const nowhere = {place: own ?? '', isInPlace: false};
  try {
    const isGone = own !== null && (!existsSync(own) || (isFolder(own) && readdirSync(own).length === 0));
    // A link that was left out may not matter.
    const problem = lost.find(({isLink}) => !isLink) ?? (isGone ? lost[0] : undefined);
    if (problem !== undefined) return {...nowhere, refusal: problem.refusal};
    const place = own ?? (await collected(owner, reading));
    const at = await opened(place, reading, reading.newFolder);
    return {place: at, isInPlace: at === own && !reading.isUnpacked, refusal: null};
  } catch (error) {
    return {...nowhere, refusal: refusalFor(error)};
  }
}

/** @throws the error itself unless it is of these files alone */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof NotRegular) return new Refusal(`it is ${error.message}`);
  if (isSystemError(error, 'EACCES', 'EPERM', 'ENOENT', 'ELOOP'))
    return new Refusal(`it cannot be read: ${error.message}`, 'could-not-check');
  throw error;
}

/** Returns the one file or folder that a person handed in; null if there are more. */
function ownPlace({tops: [first, ...more]}: Owner): string | null {
  if (first === undefined || more.length > 0) return null;
  const {top, path} = first;
  if (top.kind === 'folder') return path === null ? top.place : join(top.place, path);
  return path === top.name ? top.place : null;
}

/** Collects the files of a person in a new folder. */
async function collected({tops}: Owner, reading: ClassReading): Promise<string> {
  const folder = reading.newFolder();
  const taking = new Taking(folder);
  const names = tops.map(({top, path}) => path ?? top.name);
  const cut = reading.system === 'Canvas' ? withoutSuffixes(names, reading.files) : names;
  for (const [index, {top, path}] of tops.entries()) {
    const to = cut[index] ?? top.name;
    if (top.kind === 'folder') {
      const project = projectAt(path === null ? top.place : join(top.place, path));
      for (const file of project.files) await taking.take(fileOf(project, file));
    } else if (reading.isUnpacked) {
      mkdirSync(dirname(join(folder, to)), {recursive: true});
      renameSync(top.place, join(folder, to));
    } else {
      const file = fileOf(projectOfFile(top.place), basename(top.place));
      await taking.take({...file, path: to.split('/')});
    }
  }
  return folder;
}

/**
 * Removes Canvas's suffix of a resubmission, `-1`, unless the file is asked for by that name, or two files would have one
 * name.
 */
function withoutSuffixes(names: readonly string[], files: readonly string[]): readonly string[] {
  const cut = names.map((name) =>
    files.some((pattern) => matches(name, pattern)) ? name : name.replace(/-\d{1,9}(?=(?:\.[^.]*)?$)/, ''),
  );
  return new Set(cut).size < names.length ? names : cut;
}

/** Max archives inside each other that are opened. */
const MOST_NESTED = 2;

/** Opens an archive that is all of a hand-in that could hold a program, and one more inside. @throws Refusal */
async function opened(place: string, reading: Reading, newFolder: NewFolder): Promise<string> {
  let at = place;
  for (let count = 0; count < MOST_NESTED; count += 1) {
    const archive = onlyArchiveIn(at, reading);
    if (archive === null) break;
    const folder = newFolder();
    if (archive !== at) {
      const project = projectAt(at);
      const others = project.files.filter((file) => join(at, file) !== archive);
      await takeFiles(
        others.map((file) => fileOf(project, file)),
        folder,
      );
    }
    await unpack(archive, folder).catch((error) => {
      if (!(error instanceof Refusal) || archive === place) throw error;
      throw new Refusal(`${basename(archive)}: ${error.message}`, error.verdict, error.remedy);
    });
    at = folder;
  }
  return at;
}

/** Returns the archive at a path, or in a folder without a program; null if there is none. @throws Refusal if there are more */
function onlyArchiveIn(place: string, {languages}: Reading): string | null {
  // A link may lead to what somebody else handed in.
  if (!isFolder(place)) return isArchive(place) && !lstatSync(place).isSymbolicLink() ? place : null;
  const project = projectAt(place);
  if (project.files.some((file) => languageOf(file, languages) !== null)) return null;
  const archives = project.files.filter((file) => isArchive(join(place, file)));
  const [first, second] = archives;
  if (first === undefined || project.files.some((file) => isProgram(project, file))) return null;
  if (second === undefined) return join(place, first);
  const names = listSome(archives);
  throw new Refusal(
    `it holds several archives: ${names}`,
    'could-not-check',
    'unpack the one that counts by hand',
  );
}
