/*
 * The people who get a mark: each member of a group is one. Tables name them, and a course's own table has a row for each. The
 * surest name that fits anybody decides, and it must fit one person.
 */
import {oneOf} from '../../command-line/flags.js';
import {slipFor} from '../../command-line/user-error.js';
import type {Table, TableRow} from '../results/csv.js';
import {groupBy, listSome} from '../results/grouping.js';
import type {Handed, Member} from '../results/marks.js';
import {oneLine} from '../results/visible.js';
import type {Sheet, SheetRow} from './sheet.js';

/** Kinds of names, the surest first. `other` is a number that another system gave. */
const KINDS = ['target', 'id', 'other', 'email', 'name'] as const;
type Kind = (typeof KINDS)[number];
type Names = Readonly<Partial<Record<Kind, readonly (string | null)[]>>>;

class Roster<T> {
  private readonly known = new Map<string, Set<T>>();

  add(one: T, names: Names): void {
    for (const key of keysOf(names)) this.known.set(key, new Set(this.known.get(key)).add(one));
  }

  /** Returns all that have the surest of these names that anything has. */
  find(names: Names): readonly T[] {
    const key = keysOf(names).find((one) => this.known.has(one));
    return [...(this.known.get(key ?? '') ?? [])];
  }

  /** Finds by a text by hand, which may be a name of any kind. */
  meant(text: string): readonly T[] {
    return this.find(Object.fromEntries(KINDS.map((kind) => [kind, [text]])));
  }
}

function keysOf(names: Names): string[] {
  return KINDS.flatMap((kind) =>
    (names[kind] ?? []).flatMap((name) => {
      const key = keyOf(kind, name ?? '');
      return key === '' ? [] : `${kind} ${key}`;
    }),
  );
}

function keyOf(kind: Kind, name: string): string {
  const composed = name.normalize('NFC');
  if (kind === 'target') return oneLine(composed);
  const plain = composed.toLowerCase();
  // Systems drop other characters: "O'Brien" becomes "OBrien" in Moodle, and "Müller, Jörg" "müllerjörg" in Canvas.
  return kind === 'name'
    ? plain.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    : plain.replace(/^participant (?=\d+$)/, '');
}

export interface Student extends Member {
  /** Name in tables and reports, which nobody else has. */
  readonly title: string;
  /** Name of the submission, and facts about it. */
  readonly target: string;
  readonly handed: Handed;
  /** null: they handed in alone, as far as is known. */
  readonly group: string | null;
  /** Their row in the course's own table; null: there is no such table. */
  readonly row: SheetRow | null;
}

type Found = Member & {readonly rows: readonly SheetRow[]};

/** Columns that name people, in the order in which they are asked. */
const NAMING = ['submission', 'id', 'email', 'name'];

/** Returns whether a column says who somebody is. */
export function namesPeople(head: string): boolean {
  return [...NAMING, 'group'].includes(head.toLowerCase());
}

export class People {
  readonly students: readonly Student[];
  private readonly roster = new Roster<Student>();
  private readonly rows = new Roster<SheetRow>();
  private readonly groups = new Roster<SheetRow>();

  /** @throws RangeError if the course's own table does not have everybody once */
  constructor(submissions: readonly (readonly [target: string, handed: Handed])[], sheet: Sheet | null) {
    for (const row of sheet?.rows ?? []) {
      this.rows.add(row, namesIn(row));
      if (sheet?.isOfGroups) this.groups.add(row, {name: [row.group]});
    }
    const all = submissions.flatMap(([target, handed]) =>
      this.membersOf(target, handed, sheet).map((one) => ({...one, target, handed})),
    );
    if (sheet !== null) checkRows(all, sheet);
    const alike = groupBy(all, ({name}) => name);
    this.students = all.map(({rows: [row = null], ...one}) => {
      const {name, target, handed} = one;
      const isUnique = name === target || alike.get(name)?.length === 1;
      const title = isUnique ? name : `${name} ${one.id ?? target}`;
      const group = handed.group ?? (name === target ? null : target);
      return {...one, email: one.email ?? row?.email ?? null, group, title, row};
    });
    for (const one of this.students) {
      const {handed, row, target, title, id, email, name} = one;
      // Names of a group are those of each member.
      this.roster.add(one, {target: [target, title], id: [id, handed.id], email: [email]});
      this.roster.add(one, {name: [name, plainName(target, handed.id), handed.group]});
      if (row !== null) this.roster.add(one, namesIn(row));
    }
  }

  /** Returns the members of a submission, each with the rows that may be theirs. */
  private membersOf(
    target: string,
    {id, email, group, members}: Handed,
    sheet: Sheet | null,
  ): readonly Found[] {
    // The number of a group may be that of another participant.
    if (members.length === 0 && sheet?.isOfGroups) {
      const rows = this.groups.find({name: [group ?? plainName(target, id)]});
      const own = rows.map((row) => ({name: row.name, id: row.id, email: row.email, rows: [row]}));
      return own.length > 0 ? own : [{name: target, id, email, rows}];
    }
    return (members.length > 0 ? members : [{name: target, id, email}]).map((one) => {
      // A namesake must not get the mark of somebody whose number is known.
      const name = one.id === null && one.email === null ? [one.name] : [];
      return {...one, rows: this.rows.find({id: [one.id], other: [one.id], email: [one.email], name})};
    });
  }

  /**
   * Returns the rows of a table by the people whom they name. Who is only in the course's own table handed nothing in.
   *
   * @param needs columns of which the table needs one
   * @throws RangeError if a row names nobody, somebody unknown or several people, or if somebody has two
   */
  rowsIn({heads, rows, separator}: Table, ...needs: readonly string[]): ReadonlyMap<Student, TableRow> {
    const has = (name: string): boolean => heads.some((head) => head.toLowerCase() === name);
    if (!NAMING.some(has) || (needs.length > 0 && !needs.some(has))) {
      const columns = [oneOf(NAMING), ...(needs.length === 0 ? [] : [oneOf(needs)])];
      throw new RangeError(
        `it needs a first line with a column ${columns.join(', and one of ')}, not ${JSON.stringify(heads.join(separator))}`,
      );
    }
    const found = new Map<Student, TableRow>();
    const strangers: string[] = [];
    for (const row of rows) {
      const own = this.ownersOf(row);
      if (own === null) strangers.push(this.withNear(namesOf(row)));
      for (const one of own ?? []) {
        if (found.has(one)) throw new RangeError(`${one.title}: it has two rows`);
        found.set(one, row);
      }
    }
    if (strangers.length > 0) throw new RangeError(`not in the results: ${listSome(strangers)}`);
    return found;
  }

  /** Returns whom a row names; none if they handed nothing in; null if nobody is known. */
  private ownersOf(row: TableRow): readonly Student[] | null {
    const texts = namesOf(row);
    const fitting = texts.map((text) => this.roster.meant(text)).filter(({length}) => length > 0);
    const own = fitting.find((some) => targetsOf(some).length === 1) ?? fitting[0] ?? [];
    // A namesake has another number.
    const isOther = (['id', 'email'] as const).some((fact) => {
      const text = row.textOf(fact);
      return text !== '' && own.every((one) => one[fact] !== null && !this.roster.meant(text).includes(one));
    });
    const surest = row.textOf('id') || row.textOf('email') || (texts[0] ?? '');
    const known = this.rows.meant(surest);
    if (own.length === 0 || isOther) return known.length > 0 ? [] : null;
    // Another column than `submission` may mean a namesake who handed nothing in.
    const isSure = row.textOf('submission') !== '';
    const absent = isSure ? [] : known.filter((one) => own.every((some) => some.row !== one));
    if (targetsOf(own).length + absent.length > 1) {
      const names = [...own.map(({title}) => title), ...absent.map(({name, id}) => `${name} ${id}`)];
      throw new RangeError(
        `line ${row.line}: ${surest} may be ${oneOf(names)}: give the number or the e-mail address`,
      );
    }
    return own;
  }

  private withNear(texts: readonly string[]): string {
    const isNear = ({title, id, email}: Student): boolean =>
      texts.some((text) => [title, id ?? '', email ?? ''].some((name) => areNear(text, name)));
    const near = this.students.filter(isNear).map(({title}) => title);
    const hint = near.length === 0 ? '' : ` (did you mean ${oneOf(near.slice(0, MOST_NEAR))}?)`;
    return texts.join(' ') + hint;
  }
}

function areNear(text: string, name: string): boolean {
  const [key, own] = [keyOf('name', text), keyOf('name', name)];
  const isPart = own !== '' && (own.includes(key) || key.includes(own));
  return (isPart && /\p{L}{2}/u.test(key)) || slipFor(text.toLowerCase(), [name.toLowerCase()]) !== null;
}

const MOST_NEAR = 3;

function namesIn({name, id, others, email}: SheetRow): Names {
  // Canvas puts the last name first.
  const names = [name, name.replace(/^([^,]+), ([^,]+)$/, '$2 $1')];
  return {id: [id], other: others, email: [email], name: names};
}

/** Returns a name without the number that tells namesakes apart. */
function plainName(target: string, id: string | null): string {
  return id !== null && target.endsWith(` ${id}`) ? target.slice(0, -id.length - 1) : target;
}

function targetsOf(students: readonly Student[]): readonly string[] {
  return [...new Set(students.map(({target}) => target))];
}

/** Returns the texts of a row that name somebody. @throws RangeError if it has none */
function namesOf(row: TableRow): readonly string[] {
  const texts = NAMING.map((column) => row.textOf(column)).filter((text) => text !== '');
  if (texts.length === 0) throw new RangeError(`line ${row.line}: the submission is missing`);
  return texts;
}

function checkRows(all: readonly (Found & {readonly handed: Handed})[], {system, by}: Sheet): void {
  const label = ({name, id, rows}: Found): string => {
    const number = id === null || name.includes(id) ? '' : ` (${id})`;
    return name + number + (rows.length < 2 ? '' : ` (lines ${rows.map(({line}) => line).join(', ')})`);
  };
  const odd = all.filter(({rows}) => rows.length !== 1);
  if (system === 'Canvas' && odd.some(({handed}) => /^(?:LATE_)?anon_/.test(handed.folder ?? '')))
    throw new RangeError(
      `no gradebook knows the numbers of an anonymous export, ${listSome(odd.map(label))}: show the names in Canvas, and export the submissions again`,
    );
  if (odd.length > 0)
    throw new RangeError(
      `no row, or several, for ${listSome(odd.map(label))}: rows are found by ${oneOf(by)}, and by name only for who has neither number nor e-mail address`,
    );
  for (const [line, owners] of groupBy(all, ({rows}) => String(rows[0]?.line)))
    if (owners.length > 1)
      throw new RangeError(`line ${line} is the row of ${owners.map(label).join(' and of ')}`);
}
