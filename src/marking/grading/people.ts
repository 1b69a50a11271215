/* The people who get a mark: each member of a group is one. Tables name them, and a course's own table has a row for each. */
import {oneOf} from '../../command-line/flags.js';
import {slipFor} from '../../command-line/user-error.js';
import type {Table, TableRow} from '../results/csv.js';
import {groupBy, listSome} from '../results/grouping.js';
import type {Handed, Member} from '../results/marks.js';
import {keyOf, type Names, Roster} from './roster.js';
import type {Sheet, SheetRow} from './sheet.js';

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

/** @throws RangeError if the course's own table does not have everybody once */
export function studentsOf(
  submissions: readonly (readonly [target: string, handed: Handed])[],
  sheet: Sheet | null,
): readonly Student[] {
  const all = submissions.flatMap(([target, handed]) =>
    membersOf(target, handed, sheet).map((member) => ({...member, target, handed})),
  );
  if (sheet !== null) checkRows(all, sheet);
  const alike = groupBy(all, ({name}) => name);
  return all.map(({rows: [row = null], ...one}) => {
    const isUnique = one.name === one.target || alike.get(one.name)?.length === 1;
    const title = isUnique ? one.name : `${one.name} ${one.id ?? one.target}`;
    const group = one.handed.group ?? (one.name === one.target ? null : one.target);
    return {...one, email: one.email ?? row?.member.email ?? null, group, title, row};
  });
}

type Found = Member & {readonly target: string; readonly handed: Handed; readonly rows: readonly SheetRow[]};

function membersOf(
  target: string,
  {id, email, group, members}: Handed,
  sheet: Sheet | null,
): readonly Omit<Found, 'target' | 'handed'>[] {
  if (members.length === 0 && sheet?.groups) {
    // The number of a group may be that of another participant.
    const rows = sheet.groups.find({name: [group ?? plainName(target, id)]});
    if (rows.length > 0) return rows.map((row) => ({...row.member, rows: [row]}));
    return [{name: target, id, email, rows}];
  }
  const own = members.length > 0 ? members : [{name: target, id, email}];
  return own.map((one) => {
    const isKnown = one.id !== null || one.email !== null;
    // A namesake must not get their mark.
    const names = {id: [one.id], other: [one.id], email: [one.email], name: isKnown ? [] : [one.name]};
    return {...one, rows: sheet?.roster.find(names) ?? []};
  });
}

/** Returns a name without the number that tells namesakes apart. */
function plainName(target: string, id: string | null): string {
  return id !== null && target.endsWith(` ${id}`) ? target.slice(0, -id.length - 1) : target;
}

function checkRows(all: readonly Found[], {system, heads}: Sheet): void {
  const lost = all.filter(({rows}) => rows.length === 0);
  const anonymous = lost.filter(({handed}) => /^(?:LATE_)?anon_/.test(handed.folder ?? ''));
  if (system === 'Canvas' && anonymous.length > 0)
    throw new RangeError(
      `Canvas exported these without names, and no gradebook knows their numbers: ${listSome(anonymous.map(labelOf))}: show the names in Canvas, and export the submissions again`,
    );
  if (lost.length > 0)
    throw new RangeError(
      `no row for ${listSome(lost.map(labelOf))}: rows are found by ${oneOf(heads)}, and by name only for who has neither number nor e-mail address`,
    );
  const twice = all.find(({rows}) => rows.length > 1);
  if (twice !== undefined)
    throw new RangeError(
      `${labelOf(twice)}: lines ${twice.rows.map(({line}) => line).join(', ')} could be theirs: write the number into people.csv`,
    );
  for (const [line, owners] of groupBy(all, ({rows}) => String(rows[0]?.line)))
    if (owners.length > 1)
      throw new RangeError(`line ${line} is the row of ${owners.map(labelOf).join(' and of ')}`);
}

function labelOf({name, id}: Member): string {
  return id === null || name.includes(id) ? name : `${name} (${id})`;
}

export function rosterOf(students: readonly Student[]): Roster<Student> {
  const roster = new Roster<Student>();
  for (const one of students) {
    const {handed, row, target} = one;
    // All names of a group are those of each member.
    roster.add(one, {target: [target, one.title], id: [one.id, handed.id], email: [one.email]});
    roster.add(one, {name: [one.name, plainName(target, handed.id), handed.group]});
    if (row !== null) roster.add(one, row.names);
  }
  return roster;
}

/** Columns that name people, in the order in which they are asked. A group alone names nobody. */
const NAMING = ['submission', 'id', 'email', 'name', 'group'];

export function namesPeople(head: string): boolean {
  return NAMING.includes(head.toLowerCase());
}

/**
 * Returns the rows of a table by the people whom they name. Rows of a course's table whose owner handed nothing in are left out.
 *
 * @param needs columns of which it needs one
 * @throws RangeError if the table names nobody, somebody unknown, several people by one name, or somebody twice
 */
export function rowsByStudent(
  {heads, rows, separator}: Table,
  students: readonly Student[],
  sheet: Sheet | null,
  needs: readonly string[],
): ReadonlyMap<Student, TableRow> {
  const has = (name: string): boolean => heads.some((head) => head.toLowerCase() === name);
  const columns = NAMING.slice(0, -1).filter(has);
  if (columns.length === 0 || (needs.length > 0 && !needs.some(has))) {
    const more = needs.length === 0 ? '' : ` and a column ${oneOf(needs)}`;
    throw new RangeError(
      `it needs a first line with a column submission, id, email or name${more}, not ${JSON.stringify(heads.join(separator))}`,
    );
  }
  const roster = rosterOf(students);
  const found = new Map<Student, TableRow>();
  const strangers: string[] = [];
  for (const row of rows) {
    const names = columns.map((column) => row.textOf(column)).filter((name) => name !== '');
    if (names.length === 0) throw new RangeError(`line ${row.line}: the submission is missing`);
    const fitting = names.map((name) => roster.find(anyOf(name))).filter(({length}) => length > 0);
    const own = fitting.find((some) => new Set(some.map(({target}) => target)).size === 1);
    const [name = ''] = names;
    if (own === undefined && fitting[0] !== undefined)
      throw new RangeError(
        `line ${row.line}: ${name} may be ${oneOf(fitting[0].map(({title}) => title))}: name one by the number or the e-mail address`,
      );
    if (own === undefined && !names.some((one) => (sheet?.roster.find(anyOf(one)).length ?? 0) > 0))
      strangers.push(withNear(name, students));
    for (const one of own ?? []) {
      if (found.has(one)) throw new RangeError(`${one.title}: it has two rows`);
      found.set(one, row);
    }
  }
  if (strangers.length > 0) throw new RangeError(`not in the results: ${listSome(strangers)}`);
  return found;
}

/** A text by hand may be any name. */
function anyOf(text: string): Names {
  return {target: [text], id: [text], other: [text], email: [text], name: [text]};
}

const MOST_NEAR = 3;

function withNear(text: string, students: readonly Student[]): string {
  const [key, plain] = [keyOf('name', text), text.toLowerCase()];
  const isNear = ({title, id, email}: Student): boolean =>
    [title, id ?? '', email ?? ''].some((name) => {
      const own = keyOf('name', name);
      const isPart = own !== '' && (own.includes(key) || key.includes(own));
      return (isPart && /\p{L}{2}/u.test(key)) || slipFor(plain, [name.toLowerCase()]) !== null;
    });
  const near = students.filter(isNear).map(({title}) => title);
  return near.length === 0 ? text : `${text} (did you mean ${oneOf(near.slice(0, MOST_NEAR))}?)`;
}
