/* A class: what each person handed in, as files on the disk. An archive is unpacked first, so there is one path for all. */
import {existsSync, lstatSync, readdirSync} from 'node:fs';
import {basename, join, relative, resolve} from 'node:path';
import {inputError, usageError} from '../../command-line/user-error.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {whyNoFolder} from '../../system/regular-file.js';
import {groupBy, listSome, naturally} from '../results/grouping.js';
import {isArchive, type NotTaken, unpack, unpackClass} from './archives.js';
import {type ClassEntry, entriesIn, systemOf} from './layouts.js';
import {type Division, divided, type Owner, type Person, plainlyDivided, targetsOf} from './people.js';
import {peopleIn} from './people-table.js';
import {type Asked, matches, programIn, textOf} from './program.js';
import {
  copyProject,
  FolderWriter,
  fileAt,
  isFolder,
  isIgnored,
  projectAt,
  Refusal,
  refusalFor,
  TooMuch,
  Unchecked,
} from './taking.js';

export interface HandIn {
  readonly person: Person;
  /** Name in reports, unique in the class. */
  readonly target: string;
  readonly place: string;
  /** True if the files lie where they were handed in; false for a copy. */
  readonly isInPlace: boolean;
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

type Reading = Pick<Asked, 'languages' | 'files'>;

/** Reads the class in a folder or an archive. @throws UserError if there is none */
export async function classAt(path: string, reading: Reading, newFolder: NewFolder): Promise<Class> {
  try {
    const why = whyNoFolder(path);
    if (why !== null && !isArchive(path))
      throw new Refusal(existsSync(path) ? 'it is neither a folder nor an archive' : why);
    const folder = why === null ? resolve(path) : newFolder();
    const notTaken = why === null ? [] : await unpackClass(path, folder);
    const isUnpacked = why !== null;
    const {handIns, notes} = await readClass(folder, notTaken, {reading, newFolder, isUnpacked});
    return {handIns, notes: notes.map((note) => `${path}: ${note}`)};
  } catch (error) {
    throw withPath(path, error);
  }
}

/** Returns the place of one person's files, unpacked if they are an archive. @throws UserError */
export async function placeOf(path: string, reading: Reading, newFolder: NewFolder): Promise<string> {
  try {
    return await opened(path, reading, newFolder);
  } catch (error) {
    if (error instanceof TooMuch) throw usageError(`${path}: ${error.message}: do you mean --all ${path}?`);
    throw withPath(path, error);
  }
}

/** Puts the path before a problem with a hand-in. Any other error is a bug. */
function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof Refusal || isSystemError(error))) return error;
  const remedy = error instanceof Refusal && error.remedy !== null ? `: ${error.remedy}` : '';
  return inputError(`${path}: ${reasonOf(error)}${remedy}`);
}

interface Context {
  readonly reading: Reading;
  readonly newFolder: NewFolder;
  /** True if the class is a copy of ours. */
  readonly isUnpacked: boolean;
}

async function readClass(folder: string, notTaken: readonly NotTaken[], context: Context): Promise<Class> {
  const root = rootIn(folder, context);
  const start = root === folder ? '' : `${relative(folder, root)}/`;
  const isInside = ({path}: NotTaken): boolean => path.startsWith(start) && !path.startsWith('..');
  const missingOf = groupBy(
    notTaken.filter(isInside),
    ({path}) => path.slice(start.length).split('/')[0] ?? '',
  );
  const entries = entriesIn(root);
  // Nobody may be missing because nothing of theirs was taken.
  const there = new Set(entries.map(({name}) => name));
  for (const [name, [first]] of missingOf) {
    const kind = first?.path === start + name ? 'file' : 'folder';
    if (!there.has(name)) entries.push({name, kind, place: join(root, name)});
  }
  const {system, owners, notes} = ownersOf(root, entries);
  if (owners.length === 0) throw new Refusal('no submissions in it');
  const targets = targetsOf(owners);
  const handIns: HandIn[] = [];
  for (const [index, owner] of owners.entries()) {
    const {entries: own, program, ...person} = owner;
    const refused = own.flatMap(({entry}) => missingOf.get(basename(entry.place)) ?? []);
    const files = await taken(owner, refused, system, context);
    handIns.push({person, target: targets[index] ?? '', program, ...files});
  }
  handIns.sort((a, b) => naturally(a.target, b.target));
  const outside = notTaken.filter((one) => !isInside(one)).map(({path}) => path);
  const single = context.isUnpacked && root === folder ? onlyFolderIn(folder) : null;
  return {
    handIns,
    notes: [
      ...(single === null ? [] : [`its only folder, ${basename(single)}, is taken for one submission`]),
      ...notes,
      ...(outside.length === 0 ? [] : [`left out, because the path leads out: ${listSome(outside)}`]),
    ],
  };
}

/** Follows single folders to the folder of the people. In a folder that the marker names, that must be an export. */
function rootIn(folder: string, {isUnpacked}: Context): string {
  let root = folder;
  while (systemOf(entriesIn(root)) === null) {
    const inner = onlyFolderIn(root);
    if (inner === null) return isUnpacked && seenIn(root).length > 1 ? root : folder;
    root = inner;
  }
  return root;
}

async function taken(
  owner: Owner,
  missing: readonly NotTaken[],
  system: string | null,
  context: Context,
): Promise<Pick<HandIn, 'place' | 'isInPlace' | 'refusal'>> {
  const {reading, newFolder, isUnpacked} = context;
  const own = ownPlace(owner);
  try {
    const isGone = own !== null && (!existsSync(own) || (isFolder(own) && readdirSync(own).length === 0));
    // A missing link may not matter.
    const problem = missing.find(({isLink}) => !isLink) ?? (isGone ? missing[0] : undefined);
    if (problem !== undefined) throw problem.refusal;
    const place = own ?? (await collected(owner, system === 'Canvas', context));
    const at = await opened(place, reading, newFolder);
    return {place: at, isInPlace: at === own && !isUnpacked, refusal: null};
  } catch (error) {
    return {place: own ?? '', isInPlace: false, refusal: refusalFor(error)};
  }
}

async function collected({entries}: Owner, isCanvas: boolean, context: Context): Promise<string> {
  const {reading, newFolder} = context;
  const folder = newFolder();
  const writer = new FolderWriter(folder);
  const paths = isCanvas ? withoutSuffixes(entries, reading.files) : entries.map(pathOf);
  for (const [index, {entry}] of entries.entries()) {
    const {place, kind, name} = entry;
    if (lstatSync(place).isSymbolicLink()) throw new Refusal(`${name} is a link`);
    const files = kind === 'folder' ? projectAt(place).files : [];
    for (const file of files) await writer.write(fileAt(join(place, file), file));
    if (kind === 'file') await writer.write(fileAt(place, paths[index] ?? name));
  }
  return folder;
}

function seenIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !isIgnored(name));
}

function onlyFolderIn(folder: string): string | null {
  const [only = '', ...others] = seenIn(folder);
  return only !== '' && others.length === 0 && isFolder(join(folder, only)) ? join(folder, only) : null;
}

/** Takes the people from `people.csv`. Divides entries without a row there, or all if there is no table, by their names. */
function ownersOf(root: string, entries: readonly ClassEntry[]): Division {
  const listed = peopleIn(root);
  if (listed === null) return divided(entries);
  const byName = groupBy(entries, ({name}) => name);
  const owners = listed.map(({place, ...person}): Owner => {
    const own = byName.get(place) ?? [];
    return {...person, entries: own.map((entry) => ({entry, path: null}))};
  });
  for (const {place} of listed) byName.delete(place);
  const others = plainlyDivided([...byName.values()].flat());
  return {...others, owners: [...owners, ...others.owners]};
}

/** Returns the one file or folder that a person handed in; null if there are more. */
function ownPlace({entries: [first, ...more]}: Owner): string | null {
  if (first === undefined || more.length > 0) return null;
  const {entry, path} = first;
  if (entry.kind === 'folder') return join(entry.place, path ?? '');
  return path === entry.name ? entry.place : null;
}

function pathOf({entry, path}: Owner['entries'][number]): string {
  return path ?? entry.name;
}

/** Removes Canvas's suffix of a resubmission, `-1`, unless `--file` or another file has it, or two names would collide. */
function withoutSuffixes(entries: Owner['entries'], patterns: readonly string[]): readonly string[] {
  const paths = entries.map(pathOf);
  const shortOf = (path: string): string => path.replace(SUFFIX, '');
  const sharing = groupBy(paths, shortOf);
  const isRead = paths.some((path) => SUFFIX.test(path));
  const files = entries.filter(({entry: {kind}}) => isRead && kind === 'file');
  const words = files.flatMap(({entry}) => textOf({root: '/'}, entry.place).match(/[\w.-]+/g) ?? []);
  const named = new Set(words.filter((word) => SUFFIX.test(word)));
  return paths.map((path) => {
    const isShared = (sharing.get(shortOf(path)) ?? []).length > 1;
    const isRequested = patterns.some((pattern) => matches(path, pattern));
    return isShared || isRequested || named.has(path) ? path : shortOf(path);
  });
}

const SUFFIX = /-\d{1,9}(?=(?:\.[^.]*)?$)/;

/** Max nested archives that are opened. */
const MOST_NESTED = 2;

/** Opens the archive at a place, or in a folder without a program, and one more inside. @throws Refusal */
async function opened(place: string, reading: Reading, newFolder: NewFolder): Promise<string> {
  let at = place;
  for (let count = 0; count < MOST_NESTED; count += 1) {
    const archive = onlyArchiveIn(at, reading);
    if (archive === null) break;
    const folder = newFolder();
    try {
      if (archive !== at) {
        const files = projectAt(at).files.filter((file) => join(at, file) !== archive);
        await copyProject({root: at, files}, folder);
      }
      await unpack(archive, folder);
    } catch (error) {
      if (!(error instanceof Refusal) || archive === place) throw error;
      error.message = `${basename(archive)}: ${error.message}`;
      throw error;
    }
    at = folder;
  }
  return at;
}

/** Returns the archive at a path, or in a folder without a program. @throws Refusal if there are several */
function onlyArchiveIn(place: string, {languages}: Reading): string | null {
  // A link may lead to what somebody else handed in.
  if (!isFolder(place)) return isArchive(place) && !lstatSync(place).isSymbolicLink() ? place : null;
  const project = projectAt(place);
  const archives = project.files.filter((file) => isArchive(join(place, file)));
  const choice = archives.length === 0 ? null : programIn(project, {files: [], usual: null, languages});
  if (choice?.kind !== 'none') return null;
  if (archives.length === 1) return join(place, archives[0] ?? '');
  throw new Unchecked(`it holds several archives: ${listSome(archives)}`, 'unpack the right one by hand');
}
