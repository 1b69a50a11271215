/* The people of a class, as its learning system names them, and their entries. */
import {ifAllowed} from '../../system/file-errors.js';
import {NotRegular, readRegularFile} from '../../system/regular-file.js';
import {groupBy, listSome, uniquely} from '../results/grouping.js';
import {type Handed, type Member, NOBODY} from '../results/marks.js';
import {clipped} from '../results/visible.js';
import {BLACKBOARD, type ClassEntry, couldBeHandIn, type Parts, partsOf, systemOf} from './layouts.js';
import {isIgnored} from './taking.js';

export interface Person extends Omit<Handed, 'program'> {
  readonly name: string;
}

export interface Owner extends Person {
  /** Entries, each with its path among the files; null for a folder that holds them. */
  readonly entries: readonly {readonly entry: ClassEntry; readonly path: string | null}[];
  /** Name or path of the program in `people.csv`; null: it is found. */
  readonly program: string | null;
}

/** The entries of a class among its people, with notes on what is left out. */
export interface Division {
  readonly system: string | null;
  readonly owners: readonly Owner[];
  readonly notes: readonly string[];
}

export function divided(entries: readonly ClassEntry[]): Division {
  const system = systemOf(entries);
  if (system === null) return plainlyDivided(entries);
  const all = entries.map((entry) => ({entry, parts: partsOf(system, entry)}));
  const named = all.flatMap(({entry, parts}) => (parts === null ? [] : {entry, ...parts}));
  let earlier = 0;
  const owners = Array.from(groupBy(named, ({name, id}) => JSON.stringify([name, id])).values(), (own) => {
    const attempts = [...groupBy(own, ({attempt}) => attempt)].sort(([a], [b]) => (a < b ? 1 : -1));
    const [, last = own] = attempts[0] ?? [];
    earlier += attempts.length - 1 + (last[0]?.earlier ?? 0);
    return ownerOf(last);
  });
  const metadata = system === 'Gradescope' ? entries.find(({name}) => name === METADATA) : undefined;
  const strays = all.flatMap(({entry, parts}) => (parts === null && entry !== metadata ? entry : []));
  const attempts = `the last attempt of each person counts; earlier ones left out: ${earlier}`;
  return {
    system,
    owners: withKnownNames(system, owners, metadata),
    notes: [...strayNotes(strays), ...(earlier === 0 ? [] : [attempts])],
  };
}

export function plainlyDivided(entries: readonly ClassEntry[]): Division {
  const strays = entries.filter((entry) => !couldBeHandIn(entry));
  return {system: null, owners: entries.filter(couldBeHandIn).map(plainOwner), notes: strayNotes(strays)};
}

function plainOwner(entry: ClassEntry): Owner {
  const {name, kind} = entry;
  return {...NOBODY, name, folder: name, entries: [{entry, path: kind === 'folder' ? null : name}]};
}

function ownerOf(all: readonly (Parts & {readonly entry: ClassEntry})[]): Owner {
  const files = all.filter(({isText}) => !isText);
  const own = files.length > 0 ? files : all;
  const {name = '', id = null, email = null, folder = null, submitted = null} = own[0] ?? {};
  const late = (own.find((one) => one.late) ?? own[0])?.late ?? null;
  const entries = own.map(({entry, path}) => ({entry, path}));
  return {...NOBODY, name, id, email, folder, submitted, late, entries};
}

export const PEOPLE_FILE = 'people.csv';

function strayNotes(strays: readonly ClassEntry[]): string[] {
  const names = strays.map(({name}) => name).filter((name) => !isIgnored(name) && name !== PEOPLE_FILE);
  return names.length === 0 ? [] : [`left out, because it is nobody's: ${listSome(names.sort())}`];
}

/** Adds names from the system's own files. An unreadable or huge file counts as empty. */
function withKnownNames(
  system: string,
  owners: readonly Owner[],
  metadata: ClassEntry | undefined,
): readonly Owner[] {
  if (system === BLACKBOARD) {
    const start = commonStart(owners.map(({name}) => name));
    return owners.map((owner) => withBlackboard(owner, start));
  }
  const known = submittersIn(metadata === undefined ? '' : textAt(metadata.place));
  return owners.map((owner) => withSubmitters(owner, known.get(owner.name)));
}

/** Max bytes of a file of the system. Gradescope's holds the output of all programs. */
const LARGEST_FILE = 256 * 1024 ** 2;

function textAt(path: string): string {
  try {
    return ifAllowed(() => readRegularFile(path, LARGEST_FILE).toString('utf8')) ?? '';
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof NotRegular)) throw error;
    return '';
  }
}

/** Returns the shared start of names up to an underscore: Blackboard's name of the assignment. */
function commonStart([first = '', ...others]: readonly string[]): string {
  let start = others.length === 0 ? '' : first;
  while (start !== '' && !(start.endsWith('_') && others.every((name) => name.startsWith(start))))
    start = start.slice(0, -1);
  return start;
}

/** Reads the person's and the user's name from the file about an attempt, else from the names of files. */
function withBlackboard(owner: Owner, start: string): Owner {
  const about = owner.entries.find(({entry}) => entry.name === `${owner.folder}.txt`);
  const text = about === undefined ? '' : textAt(about.entry.place);
  const [, name, user] = /^Name: (.{1,200}) \(([^()\s]{1,100})\)\s*\n/.exec(text) ?? [];
  const own = owner.name.slice(start.length);
  const files = owner.entries.filter((one) => one !== about);
  return {...owner, name: name ?? own, id: user ?? own, entries: files.length > 0 ? files : owner.entries};
}

interface Submitters {
  readonly members: readonly Member[];
  readonly submitted: string | null;
}

function withSubmitters(owner: Owner, known: Submitters | undefined): Owner {
  if (known === undefined) return owner;
  const {members, submitted} = known;
  const {id, email} = together(members);
  const name = members.map((one) => one.name).join(', ') || owner.name;
  if (members.length > 1) return {...owner, name, submitted, id, email, members, group: name};
  return {...owner, name, submitted, email, id: id ?? owner.id};
}

/** Returns the numbers and addresses of a group; null if one is unknown. */
export function together(members: readonly Member[]): Pick<Person, 'id' | 'email'> {
  const joined = (values: readonly (string | null)[]): string | null =>
    values.length === 0 || values.includes(null) ? null : values.join(', ');
  return {id: joined(members.map(({id}) => id)), email: joined(members.map(({email}) => email))};
}

/** Max characters of a name in reports. */
const LONGEST_NAME = 100;

/** Returns unique names: namesakes, even in different Unicode forms, get their number after the name, or a count. */
export function targetsOf(people: readonly Pick<Person, 'name' | 'id'>[]): string[] {
  const names = people.map(({name, id}) => clipped(name.normalize('NFC'), LONGEST_NAME) || id || '?');
  const counts = groupBy(names, (name) => name);
  const unique = uniquely((name) => name);
  return names.map((name, index) => {
    const id = people[index]?.id ?? null;
    const isShared = (counts.get(name)?.length ?? 0) > 1;
    return unique(id !== null && name !== id && isShared ? `${name} ${id}` : name);
  });
}

const METADATA = 'submission_metadata.yml';

/** Fact about a submitter, if it is a plain text. */
const MEMBER = /^ {2,4}(?:- | {2}):(name|sid|email): ([^[{?&*!|>\s].{0,199})\r?$/;

const TIME = /^ {2}:created_at: '?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:Z|\+00:00)'?\r?$/;

/**
 * Reads the people behind each of Gradescope's folders. Most of the file is output of programs, indented deeper than the keys
 * of a folder; a parser of YAML could take minutes.
 */
export function submittersIn(text: string): ReadonlyMap<string, Submitters> {
  const found = new Map<string, Submitters>();
  for (const block of text.split(/^(?=submission_\d{1,30}:\s?$)/m)) {
    const [head = '', ...lines] = block.split('\n');
    const folder = head.replace(/:\s?$/, '');
    if (!found.has(folder)) found.set(folder, submittersOf(lines));
  }
  return found;
}

function submittersOf(lines: readonly string[]): Submitters {
  const members: Partial<Record<string, string>>[] = [];
  let submitted: string | null = null;
  let isInBlock = false;
  for (const line of lines) {
    isInBlock = isInBlock ? /^ {2}(?: |- )/.test(line) : /^ {2}:submitters:\s?$/.test(line);
    const [, date, time] = TIME.exec(line) ?? [];
    if (!isInBlock && date !== undefined) submitted ??= `${date}T${time}Z`;
    if (isInBlock && /^ {2,4}- /.test(line)) members.push({});
    const [, key = '', value = ''] = (isInBlock && MEMBER.exec(line)) || [];
    if (key !== '') Object.assign(members.at(-1) ?? {}, {[key]: plainValue(value)});
  }
  const known = members.flatMap(({name, sid, email}) =>
    name ? {name, id: sid ?? null, email: email ?? null} : [],
  );
  return {members: known, submitted};
}

/** Reads Ruby's YAML: plain, in single quotes, or in double quotes with escapes. */
function plainValue(text: string): string | undefined {
  const value = text.trim();
  const [, single] = /^'((?:[^']|'')*)'$/.exec(value) ?? [];
  const [, double] = /^"((?:[^"\\]|\\.)*)"$/.exec(value) ?? [];
  const plain = /^(?:["']|~$|null$)|: |:$| #/.test(value) ? undefined : value;
  return (single?.replaceAll("''", "'") ?? double?.replace(ESCAPE, unescaped) ?? plain) || undefined;
}

/** Ruby escapes quotes, and characters beyond U+FFFF. */
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g;

function unescaped(_: string, two?: string, four?: string, eight?: string, sign = ''): string {
  const code = two ?? four ?? eight;
  return code === undefined ? sign : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16)));
}
