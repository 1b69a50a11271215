/* The people of a class: who they are, by the system that exported it, and which entries are theirs. */
import {readFileSync} from 'node:fs';
import {parse} from 'yaml';
import {ifAllowed} from '../../system/file-errors.js';
import {readRegularFile} from '../../system/regular-file.js';
import {type Handed, type Member, NOBODY} from '../results/marks.js';
import {BLACKBOARD, type Parts, partsOf, systemOf} from './layouts.js';
import {isTaken} from './taking.js';
import {isSomebodys, type Top} from './tops.js';

/** Somebody who handed something in, or a group. */
export interface Person extends Omit<Handed, 'program'> {
  readonly name: string;
}

export interface Owner extends Person {
  readonly tops: readonly {readonly top: Top; readonly path: string | null}[];
}

export interface Division {
  readonly system: string | null;
  readonly owners: readonly Owner[];
  /** Notes for the marker: what was left out. */
  readonly notes: readonly string[];
}

/** Divides the entries of a class among its people. */
export function divided(tops: readonly Top[]): Division {
  const system = systemOf(tops);
  if (system === null) {
    const own = tops.filter(isSomebodys);
    return {system, owners: own.map(plainOwner), notes: strayNotes(tops.filter((top) => !own.includes(top)))};
  }
  const strays: Top[] = [];
  const attempts = new Map<string, Entry[]>();
  for (const top of tops) {
    const parts = partsOf(system, top);
    if (parts === null) {
      strays.push(top);
      continue;
    }
    const key = JSON.stringify([parts.name, parts.id]);
    attempts.set(key, [...(attempts.get(key) ?? []), {top, parts}]);
  }
  let earlier = 0;
  const owners = [...attempts.values()].map((entries) => {
    const [last = ''] = entries
      .map(({parts}) => parts.attempt)
      .sort()
      .reverse();
    earlier += new Set(entries.map(({parts}) => parts.attempt)).size - 1;
    earlier += earlierInside(entries);
    return ownerOf(entries.filter(({parts}) => parts.attempt === last));
  });
  const metadata = system === 'Gradescope' ? tops.find(({name}) => name === METADATA) : undefined;
  const others = strays.filter((top) => top !== metadata);
  return {
    system,
    owners: withKnownNames(system, owners, metadata),
    notes: [
      ...strayNotes(others),
      ...(earlier === 0 ? [] : [`the last attempt of each person counts; earlier ones left out: ${earlier}`]),
    ],
  };
}

interface Entry {
  readonly top: Top;
  readonly parts: Parts;
}

/** Counts earlier attempts that lie in the same folder as the last. */
function earlierInside(entries: readonly Entry[]): number {
  const dates = entries.flatMap(({top, parts}) =>
    top.kind === 'folder' && parts.path !== null
      ? top.inner().filter((name) => name.length === parts.path?.length && /^[\d-]+$/.test(name))
      : [],
  );
  return Math.max(0, dates.length - 1);
}

function plainOwner(top: Top): Owner {
  const {name, kind} = top;
  const path = kind === 'folder' ? null : name;
  return {...NOBODY, name, folder: name, tops: [{top, path}]};
}

function ownerOf(entries: readonly Entry[]): Owner {
  const files = entries.filter(({parts}) => !parts.isText);
  const own = files.length > 0 ? files : entries;
  const [first] = own;
  const {name = '', id = null, email = null, folder = null, submitted = null} = first?.parts ?? {};
  return {
    ...{...NOBODY, name, id, email, folder, submitted},
    late: own.some(({parts}) => parts.isLate) ? true : null,
    tops: own.map(({top, parts}) => ({top, path: parts.path})),
  };
}

const MOST_NAMED = 8;

/** Returns the first few names, and the number of the others. */
export function listSome(names: readonly string[], most = MOST_NAMED): string {
  const more = names.length - most;
  return more <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${more} more`;
}

function strayNotes(strays: readonly Top[]): string[] {
  const names = strays.map(({name}) => name).filter((name) => isTaken(name) && name !== PEOPLE_FILE);
  return names.length === 0 ? [] : [`left out, because it is nobody's: ${listSome(names.sort())}`];
}

/** Table of the people in the folder of a class. */
export const PEOPLE_FILE = 'people.csv';

/** Adds what the files of a system say about people. */
function withKnownNames(
  system: string,
  owners: readonly Owner[],
  metadata: Top | undefined,
): readonly Owner[] {
  if (system === BLACKBOARD) return owners.map((owner) => withBlackboard(owner, startOf(owners)));
  if (metadata === undefined) return owners;
  const known = ifSmall(metadata.place, submittersIn);
  return owners.map((owner) => withSubmitters(owner, known?.get(owner.name)));
}

/** Returns the name of the assignment, with which the names of all files of Blackboard begin. */
function startOf(owners: readonly Owner[]): string {
  const [first = '', ...others] = owners.map(({name}) => name);
  let start = first;
  while (!others.every((name) => name.startsWith(start)) || !start.endsWith('_')) {
    if (start === '') break;
    start = start.slice(0, -1);
  }
  // Of one person, nobody knows where the assignment ends.
  return start;
}

/** Reads the name and the user's name from the file about an attempt; without it, from the names of the files. */
function withBlackboard(owner: Owner, start: string): Owner {
  const about = owner.tops.find(({top}) => top.name === `${owner.folder}.txt`);
  const text = about === undefined ? '' : (ifAllowed(() => readFileSync(about.top.place, 'utf8')) ?? '');
  const [, name, user] = /^Name: (.{1,200}) \(([^()\s]{1,100})\)\s*$/m.exec(text) ?? [];
  const own = owner.name.slice(start.length);
  const tops = owner.tops.filter((one) => one !== about);
  return {...owner, name: name ?? own, id: user ?? own, tops: tops.length > 0 ? tops : owner.tops};
}

function withSubmitters(owner: Owner, known: Submitters | undefined): Owner {
  if (known === undefined) return owner;
  const {members, submitted} = known;
  const name = members.map((one) => one.name).join(', ') || owner.name;
  const {id, email} = together(members);
  const isGroup = members.length > 1;
  return {
    ...owner,
    ...{name, submitted, email, id: id ?? owner.id},
    members: isGroup ? members : [],
    group: isGroup ? name : null,
  };
}

/** Returns the numbers and addresses of a group; null where one is unknown. */
export function together(members: readonly Member[]): Pick<Person, 'id' | 'email'> {
  const joined = (values: readonly (string | null)[]): string | null =>
    values.length === 0 || values.includes(null) ? null : values.join(', ');
  return {id: joined(members.map(({id}) => id)), email: joined(members.map(({email}) => email))};
}

/** Max bytes of Gradescope's metadata, which holds what all programs printed. */
const LARGEST_METADATA = 256 * 1024 ** 2;

/** Reads a file of the system; if it is too large, people are called by the numbers of their submissions. */
function ifSmall<T>(path: string, read: (text: string) => T): T | null {
  try {
    return read(readRegularFile(path, LARGEST_METADATA).toString('utf8'));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** Max characters of a name in reports. */
const LONGEST_NAME = 100;

/**
 * Returns the names of people for reports, no two of them equal: people of one name have their number behind it, or are
 * counted. Names that differ only in their Unicode form are equal.
 */
export function targetsOf(people: readonly Pick<Person, 'name' | 'id'>[]): string[] {
  const names = people.map(({name, id}) => shortened(name.normalize('NFC')) || id || '?');
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return names.map((name, index) => {
    const id = people[index]?.id ?? null;
    const own = id !== null && name !== id && (counts.get(name) ?? 0) > 1 ? `${name} ${id}` : name;
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

/** File in which Gradescope says who handed in what, beside the folders. */
const METADATA = 'submission_metadata.yml';

interface Submitters {
  readonly members: readonly Member[];
  readonly submitted: string | null;
}

/**
 * Reads the people behind each of Gradescope's folders; what cannot be read is missing. Much of the file is what programs
 * printed, indented deeper than the keys of a folder, and the parser takes minutes for some texts of 4 KiB: it gets one
 * short value at a time.
 */
export function submittersIn(text: string): ReadonlyMap<string, Submitters> {
  const found = new Map<string, {members: Partial<Record<string, string>>[]; submitted: string | null}>();
  let [folder, isInBlock] = ['', false];
  for (const line of text.split('\n')) {
    const top = /^(submission_\d{1,30}):\s?$/.exec(line)?.[1];
    if (top !== undefined) {
      folder = found.has(top) ? '' : top;
      if (folder !== '') found.set(folder, {members: [], submitted: null});
    }
    const own = found.get(folder);
    if (own === undefined) continue;
    isInBlock = isInBlock ? /^ {2}(?: |- )/.test(line) : /^ {2}:submitters:\s?$/.test(line);
    if (!isInBlock) own.submitted ??= timeIn(line);
    else if (/^ {2,4}- /.test(line)) own.members.push({});
    const [, key = '', value = ''] = (isInBlock && MEMBER.exec(line)) || [];
    const content = key === '' ? null : plainValue(value);
    if (content !== null) Object.assign(own.members.at(-1) ?? {}, {[key]: content});
  }
  return new Map(
    Array.from(found, ([one, {members, submitted}]) => [
      one,
      {members: members.flatMap(memberOf), submitted},
    ]),
  );
}

/** A fact about a submitter; a value that is no plain text is none. */
const MEMBER = /^ {2,4}(?:- | {2}):(name|sid|email): ([^[{?&*!|>\s].{0,199})\r?$/;

function memberOf({name, sid, email}: Partial<Record<string, string>>): Member[] {
  return name === undefined ? [] : [{name, id: sid ?? null, email: email ?? null}];
}

function timeIn(line: string): string | null {
  const [, date, time] =
    /^ {2}:created_at: '?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:Z|\+00:00)'?\r?$/.exec(line) ??
    [];
  return date === undefined ? null : `${date}T${time}Z`;
}

function plainValue(text: string): string | null {
  try {
    const value: unknown = parse(text.trim(), {logLevel: 'silent', schema: 'failsafe'});
    return typeof value === 'string' && value !== '' && value !== '~' && value !== 'null' ? value : null;
  } catch {
    return null;
  }
}
