/*
 * The people of a class and their files. Moodle, Canvas and Gradescope put a person's name and number into the names of
 * files and folders; in a plain class each file and folder is one person's. The system's part of a name comes first, so no
 * name that a student chose can change it.
 */
import {parse} from 'yaml';
import {isHidden} from './handed-in.js';

/** An entry at the top of a class. */
export interface Top {
  /** Its name as reports show it. */
  readonly name: string;
  /** `other`: a file that neither runs nor is an archive. */
  readonly kind: 'folder' | 'program' | 'other';
}

export interface Person<T extends Top> {
  readonly name: string;
  /** Number by which the system knows the person; null in a plain class. */
  readonly id: string | null;
  /** Their entries, each with its path among their files; null for a folder that holds them. */
  readonly tops: readonly {readonly top: T; readonly path: string | null}[];
}

type SystemName = 'Moodle' | 'Canvas' | 'Gradescope';

/** Names of folders or files in an export: `name` and `id` of the person, and the `path` of a file among theirs. */
interface Layout {
  readonly system: SystemName;
  readonly of: 'folders' | 'files';
  /** Cannot backtrack: each part ends where the next one can begin. */
  readonly pattern: RegExp;
}

const LAYOUTS: readonly Layout[] = [
  // Lovelace Ada_12345_assignsubmission_file_/, where a team that is no group has no number
  {
    system: 'Moodle',
    of: 'folders',
    pattern: /^(?<name>[^_]*)(?:_(?<id>\d+))?_assignsubmission_[a-z]+_?$/,
  },
  // Lovelace Ada_12345_assignsubmission_file_main.py
  {
    system: 'Moodle',
    of: 'files',
    pattern: /^(?<name>[^_]*)(?:_(?<id>\d+))?_assignsubmission_[a-z]+_(?<path>.+)$/,
  },
  // submission_12345/
  {system: 'Gradescope', of: 'folders', pattern: /^(?<name>submission_(?<id>\d+))$/},
  // anon_x1Y2z_67890_main.py
  {system: 'Canvas', of: 'files', pattern: /^(?:LATE_)?(?<name>anon)_(?<id>[^\W_]+)_\d+_(?<path>.+)$/},
  // lovelaceada_LATE_12345_67890_main.py, and lovelaceada_12345_text.html
  {
    system: 'Canvas',
    of: 'files',
    pattern: /^(?<name>.+?)(?:_LATE)?_(?<id>\d+)_(?:\d+_(?<path>.+)|(?:text|link)\.html)$/,
  },
];

/** Returns the system that named all entries, apart from files that could be no program; null if none did. */
export function systemOf(tops: readonly Top[]): SystemName | null {
  const systems = new Set(LAYOUTS.map(({system}) => system));
  for (const system of systems) {
    const named = tops.filter((top) => partsOf(system, top) !== null);
    if (named.length > 0 && tops.every((top) => top.kind === 'other' || named.includes(top))) return system;
  }
  return null;
}

/**
 * Divides a class among its people; `strays` are files that are nobody's.
 *
 * @param submitters names of the people behind Gradescope's folders, by the folder
 */
export function divided<T extends Top>(
  tops: readonly T[],
  submitters: ReadonlyMap<string, string> = new Map(),
): {readonly people: readonly Person<T>[]; readonly strays: readonly T[]} {
  const system = systemOf(tops);
  // A path that leads out of a zip file is somebody's, too.
  const seen = tops.filter(({name}) => system !== null || !isHidden(name) || name === '..');
  const kinds = new Set(seen.map(({kind}) => kind));
  // Among folders of people, a file that cannot be a program is nobody's.
  const isStray = ({kind}: Top): boolean => kind === 'other' && kinds.has('folder') && !kinds.has('program');
  const people = new Map<string, Person<T>>();
  const strays: T[] = [];
  for (const top of seen) {
    const plain = {name: top.name, id: null, path: top.kind === 'folder' ? null : top.name};
    const parts = system !== null ? partsOf(system, top) : isStray(top) ? null : plain;
    if (parts === null) {
      strays.push(top);
      continue;
    }
    const {name, id, path} = parts;
    const key = JSON.stringify([name, id]);
    const tops = [...(people.get(key)?.tops ?? []), {top, path}];
    people.set(key, {name: submitters.get(name) ?? name, id, tops});
  }
  return {people: [...people.values()], strays: strays.filter(({name}) => !isHidden(name))};
}

type Parts = Pick<Person<Top>, 'name' | 'id'> & {readonly path: string | null};

function partsOf(system: SystemName, {name: text, kind}: Top): Parts | null {
  const of = kind === 'folder' ? 'folders' : 'files';
  for (const layout of LAYOUTS) {
    const groups =
      layout.system === system && layout.of === of ? layout.pattern.exec(text)?.groups : undefined;
    if (groups === undefined) continue;
    const {name = '', id = null, path = null} = groups;
    return {name, id, path: path ?? (of === 'files' ? text.slice(text.lastIndexOf('_') + 1) : null)};
  }
  return null;
}

/** Max characters of a name in reports. */
const LONGEST_NAME = 100;

/**
 * Returns the names of people for reports, no two of them equal: people of one name have their number behind it, or are
 * counted. Names that differ only in their Unicode form are equal.
 */
export function targetsOf(people: readonly Pick<Person<Top>, 'name' | 'id'>[]): string[] {
  const names = people.map(({name, id}) => shortened(name.normalize('NFC')) || id || '?');
  const taken = new Set<string>();
  return names.map((name, index) => {
    const id = people[index]?.id ?? null;
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    const own = id !== null && name !== id && isShared ? `${name} ${id}` : name;
    let target = own;
    for (let number = 2; taken.has(target); number += 1) target = `${own} (${number})`;
    taken.add(target);
    return target;
  });
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME).join('')}…`;
}

/** The file in which Gradescope says who handed in what, beside the folders. */
export const METADATA = 'submission_metadata.yml';

/**
 * Reads the names of the people behind each of Gradescope's folders; a folder whose names cannot be read is missing. Much
 * of the file is what programs printed, indented deeper than the key `  :submitters:` of a folder, and the parser takes
 * minutes for some texts of 4 KiB: it gets one short name at a time.
 */
export function submittersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let [folder, isInBlock] = ['', false];
  for (const line of text.split('\n')) {
    const top = /^(submission_\d{1,30}):\s?$/.exec(line)?.[1];
    if (top !== undefined) folder = found.has(top) ? '' : top;
    isInBlock = isInBlock
      ? line.startsWith('   ') || line.startsWith('  - ')
      : folder !== '' && /^ {2}:submitters:\s?$/.test(line);
    const name = isInBlock ? nameIn(line) : null;
    if (name !== null) found.set(folder, found.has(folder) ? `${found.get(folder)}, ${name}` : name);
  }
  return found;
}

function nameIn(line: string): string | null {
  const value = /^ {2,4}(?:- | {2}):name: ([^[{?&*!|>\s].{0,199})\r?$/.exec(line)?.[1];
  try {
    const name: unknown = value === undefined ? null : parse(value.trim(), {logLevel: 'silent'});
    return typeof name === 'string' && name !== '' ? name : null;
  } catch {
    return null;
  }
}
