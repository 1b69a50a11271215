/*
 * The people who get a mark, each member of a group on their own. Tables name them by name, number or e-mail address;
 * the surest kind that finds somebody decides. A course's own table has a row for each person.
 */
import {oneOf} from '../../command-line/flags.js';
import {nearestName} from '../../command-line/user-error.js';
import type {Table, TableRow} from '../results/csv.js';
import {groupBy, listSome, uniquely} from '../results/grouping.js';
import type {Handed, Member} from '../results/marks.js';
import {oneLine} from '../results/visible.js';
import type {Sheet, SheetRow} from './sheet.js';

/** Finds people or rows by keys of names. */
class Roster<T> {
  private readonly known = new Map<string, Set<T>>();

  add(one: T, keys: readonly string[]): void {
    for (const key of keys) this.known.set(key, (this.known.get(key) ?? new Set()).add(one));
  }

  /** Returns all with the first of these keys that is known. */
  find(keys: readonly string[]): readonly T[] {
    return [...(this.known.get(keys.find((key) => this.known.has(key)) ?? '') ?? [])];
  }
}

/** Kinds of names. `other`: a number of another system. */
type Kind = 'target' | 'id' | 'other' | 'email' | 'name';

function keys(kind: Kind, ...names: readonly (string | null)[]): string[] {
  return names.map((name) => plain(kind, name ?? '')).flatMap((key) => (key === '' ? [] : `${kind} ${key}`));
}

function plain(kind: Kind, name: string): string {
  const composed = name.normalize('NFC');
  if (kind === 'target') return oneLine(composed);
  const lower = composed.toLowerCase();
  // "O'Brien" becomes "OBrien" in Moodle, and "Müller, Jörg" "müllerjörg" in Canvas.
  return kind === 'name'
    ? lower.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    : lower.replace(/^participant (?=\d+$)/, '');
}

export interface Student extends Member {
  /** Unique name in tables and reports. */
  readonly title: string;
  /** Name of the submission, and facts about it. */
  readonly target: string;
  readonly handed: Handed;
  readonly group: string | null;
  /** Row in the course's own table; null without one. */
  readonly row: SheetRow | null;
}

type Found = Member & {readonly rows: readonly SheetRow[]};

/** Columns that name people. The first that a row fills decides; the others tell namesakes apart. */
const NAMING = ['submission', 'id', 'email', 'name'];

export function namesPeople(head: string): boolean {
  return [...NAMING, 'group'].includes(head.toLowerCase());
}

export class People {
  readonly students: readonly Student[];
  /** Students, and rows of people who handed nothing in. */
  private readonly roster = new Roster<Student | SheetRow>();

  /** @throws RangeError unless the course's own table has everybody once */
  constructor(submissions: readonly (readonly [target: string, handed: Handed])[], sheet: Sheet | null) {
    const membersOf = memberFinder(sheet);
    const all = submissions.flatMap(([target, handed]) =>
      membersOf(target, handed).map((one) => ({...one, target, handed})),
    );
    if (sheet !== null) checkRows(all, sheet);
    const alike = groupBy(all, ({name}) => name);
    const unique = uniquely((name) => name);
    this.students = all.map(({rows: [row = null], ...one}) => {
      const {name, target, handed} = one;
      const isUnique = name === target || alike.get(name)?.length === 1;
      const title = unique(isUnique ? name : `${name} ${one.id ?? target}`);
      const group = handed.group ?? (name === target ? null : target);
      return {...one, email: one.email ?? row?.email ?? null, group, title, row};
    });
    const rows = new Set(sheet?.rows);
    for (const one of this.students) {
      const {handed, row, target, title, id, email, name} = one;
      // The names of a group find its members, too.
      this.roster.add(one, [...keys('target', target, title), ...keys('id', id, handed.id)]);
      this.roster.add(one, keys('email', email));
      this.roster.add(one, keys('name', name, title, plainName(target, handed.id), handed.group));
      if (row !== null && rows.delete(row)) this.roster.add(one, keysIn(row));
    }
    for (const row of rows) this.roster.add(row, keysIn(row));
  }

  /**
   * Returns what `read` makes of each student's row. Rows of people who handed nothing in do not count.
   *
   * @param needs columns of which the table must have one
   * @throws RangeError unless each row names one person or group, and nobody has two
   */
  valuesIn<T>(
    {heads, rows, separator}: Table,
    needs: readonly string[],
    read: (row: TableRow) => T,
  ): ReadonlyMap<Student, T> {
    const has = (names: readonly string[]): boolean =>
      heads.some((head) => names.includes(head.toLowerCase()));
    if (!has(NAMING) || (needs.length > 0 && !has(needs))) {
      const columns = [oneOf(NAMING), ...(needs.length === 0 ? [] : [oneOf(needs)])].join(', and one of ');
      const first = JSON.stringify(heads.join(separator));
      throw new RangeError(`it needs a first line with a column ${columns}, not ${first}`);
    }
    const found = new Map<Student, TableRow>();
    const unknown: string[] = [];
    for (const row of rows) {
      const own = this.ownersOf(row);
      if (own.length === 0) unknown.push(namesOf(row).join(' '));
      for (const one of own) {
        if (!('title' in one)) continue;
        const other = found.get(one);
        if (other !== undefined)
          throw new RangeError(`${one.title} has two rows: lines ${other.line} and ${row.line}`);
        found.set(one, row);
      }
    }
    if (unknown.length > 0)
      throw new RangeError(
        `not in the results: ${listSome(unknown, undefined, (text) => this.withNear(text))}`,
      );
    return new Map(Array.from(found, ([one, row]) => [one, named(one, () => read(row))]));
  }

  /** Returns the person, or all of the group, that a row names. */
  private ownersOf(row: TableRow): readonly (Student | SheetRow)[] {
    // A namesake who handed nothing in may have the name of a submission in another column.
    const target = keys('target', row.textOf('submission'));
    const [own = [], ...others] = namesOf(row).map((text) => this.roster.find([...target, ...anyOf(text)]));
    const targetsOf = (some: typeof own): Set<unknown> =>
      new Set(some.map((one) => ('title' in one ? one.target : one)));
    let left = own;
    for (const some of others) if (targetsOf(left).size > 1) left = left.filter((one) => some.includes(one));
    if (targetsOf(left).size === 1 || own.length === 0) return left;
    const names = own.map((one) => ('title' in one ? one.title : `${one.name} ${one.id}`));
    throw new RangeError(
      `line ${row.line}: ${namesOf(row).join(' ')} may be ${oneOf(names)}: give the number or the e-mail address`,
    );
  }

  private withNear(text: string): string {
    const near = this.students.filter(({title, id, email}) =>
      [title, id ?? '', email ?? ''].some((name) => areNear(text, name)),
    );
    const names = near.slice(0, MOST_NEAR).map(({title}) => title);
    return names.length === 0 ? text : `${text} (did you mean ${oneOf(names)}?)`;
  }
}

/** Puts a name before an error. */
export function named<T>({title}: Student, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`${title}: ${error.message}`) : error;
  }
}

const MOST_NEAR = 3;

function areNear(text: string, name: string): boolean {
  const [key, own] = [plain('name', text), plain('name', name)];
  const isPart = own !== '' && (own.includes(key) || key.includes(own));
  return (isPart && /\p{L}{2}/u.test(key)) || nearestName(text.toLowerCase(), [name.toLowerCase()]) !== null;
}

function namesOf(row: TableRow): readonly string[] {
  const texts = NAMING.map((column) => row.textOf(column)).filter((text) => text !== '');
  if (texts.length === 0) throw new RangeError(`line ${row.line} names nobody`);
  return texts;
}

/** Returns a function that finds the members of a submission, each with possible rows. */
function memberFinder(sheet: Sheet | null): (target: string, handed: Handed) => readonly Found[] {
  const roster = new Roster<SheetRow>();
  const groups = new Roster<SheetRow>();
  for (const row of sheet?.rows ?? []) {
    roster.add(row, keysIn(row));
    groups.add(row, keys('name', row.group));
  }
  return (target, {id, email, group, members}) => {
    // A participant may have the number of a group.
    if (members.length === 0 && sheet?.isOfGroups) {
      const rows = groups.find(keys('name', group ?? plainName(target, id)));
      const own = rows.map((row) => ({name: row.name, id: row.id, email: row.email, rows: [row]}));
      return own.length > 0 ? own : [{name: target, id, email, rows}];
    }
    return (members.length > 0 ? members : [{name: target, id, email}]).map((one) => {
      const numbers = [...keys('id', one.id), ...keys('other', one.id), ...keys('email', one.email)];
      // A name alone might find a namesake's row.
      return {...one, rows: roster.find(numbers.length > 0 ? numbers : keys('name', one.name))};
    });
  };
}

function keysIn({name, id, others, email}: SheetRow): string[] {
  // Canvas puts the last name first.
  const names = keys('name', name, name.replace(/^([^,]+), ([^,]+)$/, '$2 $1'));
  return [...keys('id', id), ...keys('other', ...others), ...keys('email', email), ...names];
}

/** Returns the keys of a text, the surest kind first. */
function anyOf(text: string): string[] {
  return (['id', 'other', 'email', 'name'] as const).flatMap((kind) => keys(kind, text));
}

/** Drops the number that tells namesakes apart. */
function plainName(target: string, id: string | null): string {
  return id !== null && target.endsWith(` ${id}`) ? target.slice(0, -id.length - 1) : target;
}

function checkRows(all: readonly (Found & {readonly handed: Handed})[], {system}: Sheet): void {
  const owners = groupBy(all, ({rows: [row]}) => String(row?.line));
  const hasOwn = ({rows: [row, ...more]}: Found): boolean =>
    row !== undefined && more.length === 0 && owners.get(String(row.line))?.length === 1;
  const odd = all.filter((one) => !hasOwn(one));
  if (odd.length === 0) return;
  const names = odd.map(({name, id, rows}) => {
    const number = id === null || name.includes(id) ? '' : ` (${id})`;
    return `${name}${number}, ${rows.length === 0 ? 'no row' : `line ${rows.map(({line}) => line).join(' or ')}`}`;
  });
  const isAnonymous =
    system === 'Canvas' && odd.some(({handed}) => /^(?:LATE_)?anon_/.test(handed.folder ?? ''));
  throw new RangeError(
    isAnonymous
      ? `no gradebook knows the numbers of an anonymous export: show the names in Canvas, and export again: ${listSome(names)}`
      : `each needs a row of their own, found by number or e-mail address, or by name if they have neither: ${listSome(names)}`,
  );
}
