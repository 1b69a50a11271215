/*
 * A course's own table, as its system exports it: Moodle's grading worksheet, or Canvas' gradebook. Only cells of grades and
 * feedback change. The systems reject, or take for a change, much that looks harmless: a new head, a short row, an empty cell.
 */
import {type Cell, replaced, type Table} from '../results/csv.js';
import {listSome} from '../results/grouping.js';
import type {Member} from '../results/marks.js';
import {formatPoints, isAtMost, minus, type Points, parsePoints, scaled} from '../results/points.js';
import {type Names, Roster} from './roster.js';

export interface SheetRow {
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly member: Member;
  readonly names: Names;
  /** Time of submission as Moodle writes it; empty if it is unknown. */
  readonly submitted: string;
}

export interface GradeColumn {
  readonly title: string;
  /** Number of the assignment in Canvas. */
  readonly id: string | null;
  readonly at: number;
  readonly max: Maximum;
}

interface Maximum {
  /** As it stands there. */
  readonly text: string;
  readonly points: Points;
  readonly sign: string;
}

interface System {
  readonly name: 'Moodle' | 'Canvas';
  /** Heads without which a table is not of this system. */
  readonly needs: readonly string[];
  /** Heads of columns that name people. */
  readonly id: string;
  readonly others: readonly string[];
  readonly email: string;
  readonly person: string;
}

const SYSTEMS: readonly System[] = [
  {
    name: 'Moodle',
    needs: ['Identifier', 'Grade', 'Maximum grade'],
    id: 'Identifier',
    others: ['ID number'],
    email: 'Email address',
    person: 'Full name',
  },
  {
    name: 'Canvas',
    needs: ['Student', 'ID', 'Section'],
    id: 'ID',
    others: ['SIS User ID', 'SIS Login ID', 'Integration ID'],
    email: 'SIS Login ID',
    person: 'Student',
  },
];

const [FEEDBACK, GROUP, POSSIBLE] = ['Feedback comments', 'Group', 'Points Possible'];
/** Moodle writes times for people, in the language of the downloader. */
export const MODIFIED = 'Last modified (submission)';

export interface Sheet {
  readonly table: Table;
  readonly system: System['name'];
  /** Heads of the columns by which people are found. */
  readonly heads: readonly string[];
  readonly roster: Roster<SheetRow>;
  /** Rows by the name of the group, in Moodle; null: people hand in alone. */
  readonly groups: Roster<SheetRow> | null;
  readonly columns: readonly GradeColumn[];
}

/** @throws RangeError that says why the table is not Moodle's or Canvas' */
export function sheetIn(table: Table): Sheet {
  const has = (head: string): boolean => placeOf(table, head) !== -1;
  const system = SYSTEMS.find(({needs}) => needs.every(has));
  if (system === undefined)
    throw new RangeError(
      `it is neither Moodle's grading worksheet, in English and with points (Identifier, Grade, Maximum grade), nor Canvas' gradebook (Student, ID, Section): its first line is ${JSON.stringify(table.heads.join(table.separator))}`,
    );
  const rows = rowsOf(table, system);
  const roster = new Roster<SheetRow>();
  const groups = new Roster<SheetRow>();
  for (const {group, ...row} of rows) {
    roster.add(row, row.names);
    groups.add(row, {name: [group]});
  }
  return {
    table,
    system: system.name,
    heads: [...new Set([system.id, ...system.others, system.email])].filter(has),
    roster,
    groups: system.name === 'Moodle' && has(GROUP) ? groups : null,
    columns: system.name === 'Moodle' ? [onlyColumn(table)] : assignmentsIn(table),
  };
}

function placeOf({heads}: Table, head: string): number {
  return heads.findIndex((one) => one.toLowerCase() === head.toLowerCase());
}

function rowsOf(table: Table, {name: system, ...heads}: System): (SheetRow & {readonly group: string})[] {
  return table.rows.flatMap(({line, cells, textOf}) => {
    // Canvas has rows that are nobody's.
    if (system === 'Canvas' && textOf(heads.id) === '') return [];
    const id = system === 'Moodle' ? /\d+$/.exec(textOf(heads.id))?.[0] : textOf(heads.id);
    if (id === undefined)
      throw new RangeError(`line ${line}: ${JSON.stringify(textOf(heads.id))} has no participant number`);
    if (cells.length < table.heads.length)
      throw new RangeError(
        `line ${line}: ${cells.length} cells, but the first line has ${table.heads.length}: export it again, ${system} rejects such a file`,
      );
    const name = textOf(heads.person) || textOf(heads.id);
    const email = textOf(heads.email);
    const others = heads.others.map(textOf);
    // Canvas puts the last name first.
    const names = {
      id: [id],
      other: others,
      email: [email],
      name: [name, name.replace(/^([^,]+), ([^,]+)$/, '$2 $1')],
    };
    const member = {name, id, email: email.includes('@') ? email : null};
    return [{line, cells, member, names, submitted: textOf(MODIFIED), group: textOf(GROUP)}];
  });
}

function onlyColumn(table: Table): GradeColumn {
  const maxima = [...new Set(table.rows.map(({textOf}) => textOf('Maximum grade')))];
  const max = maxima.length === 1 ? maximumIn(maxima.join()) : null;
  if (max === null)
    throw new RangeError(`Maximum grade must be one number, not ${JSON.stringify(maxima.join(' or '))}`);
  return {title: 'Grade', id: null, at: placeOf(table, 'Grade'), max};
}

function assignmentsIn({heads, rows}: Table): GradeColumn[] {
  const possible = rows.find(({textOf}) => textOf('Student') === POSSIBLE);
  if (possible === undefined) throw new RangeError(`it has no row ${POSSIBLE}: export it again`);
  return heads.flatMap((head, at) => {
    const [, title = '', id] = /^(.*) \((\d+)\)$/.exec(head) ?? [];
    // Totals of a term, such as "Final Score (2026)", have no maximum.
    const max = maximumIn(possible.cells[at]?.text ?? '');
    return id === undefined || max === null ? [] : {title, id, at, max};
  });
}

/** Reads a number whose last point or comma is the decimal sign, as Canvas does; null if it is none, or zero. */
function maximumIn(text: string): Maximum | null {
  const [, whole = '', sign = '', fraction = ''] = /^(\d[\d.,\s]*?)(?:([.,])(\d+))?$/.exec(text) ?? [];
  if (!/[1-9]/.test(whole + fraction)) return null;
  const points = parsePoints(whole.replace(/\D/g, '') + (sign && `.${fraction}`));
  return {text, points, sign};
}

/**
 * Returns the column of the assignment.
 *
 * @param asked title or number of an assignment in Canvas; null: the only one with our maximum
 * @throws RangeError that lists the columns if it is not clear which is meant
 */
export function columnIn(
  {columns}: Sheet,
  asked: string | null,
  max: string,
  isScaled: boolean,
): GradeColumn {
  const isMeant = ({title, id}: GradeColumn): boolean => [id, title, `${title} (${id})`].includes(asked);
  const hasOurs = (one: GradeColumn): boolean => minus(one.max.points, parsePoints(max)).units === 0n;
  const isAlone = columns.length === 1 && asked === null;
  const fitting = isAlone ? columns : columns.filter(asked === null ? hasOurs : isMeant);
  const [column, ...others] = fitting;
  if (column === undefined || others.length > 0) {
    const shown = (column === undefined ? columns : fitting).map(
      (one) => `${one.title}${one.id === null ? '' : ` (${one.id})`}, out of ${one.max.text}`,
    );
    const what = asked === null ? `out of ${max}` : `called ${JSON.stringify(asked)}`;
    throw new RangeError(
      `${fitting.length} assignments are ${what}: name one with --column: ${listSome(shown)}`.replace(
        /^0 assignments are/,
        'no assignment is',
      ),
    );
  }
  if (!isScaled && !hasOurs(column))
    throw new RangeError(
      `${column.title} is out of ${column.max.text}, but these marks are out of ${max}: correct one of them, or give --scale`,
    );
  return column;
}

/** A mark and its explanation, as lines, for the row of somebody. */
export interface Filling {
  readonly title: string;
  readonly row: SheetRow;
  readonly mark: string;
  readonly lines: readonly string[];
}

/**
 * Returns the sheet with marks in a column, and with feedback.
 *
 * @param max maximum of these marks
 * @throws RangeError if Moodle would ignore a mark
 */
export function filled(
  {table, system}: Sheet,
  {at, max: {text, points: most, sign}}: GradeColumn,
  fillings: readonly Filling[],
  max: string,
): {readonly text: string; readonly notes: readonly string[]} {
  const feedback = system === 'Moodle' ? placeOf(table, FEEDBACK) : -1;
  const changes: [Cell, string][] = [];
  const [kept, lost, high]: [string[], string[], string[]] = [[], [], []];
  for (const {title, row, mark, lines} of fillings) {
    const [cell, comment] = [row.cells[at], row.cells[feedback]];
    const points = scaled(parsePoints(mark), parsePoints(max), most, most.decimals);
    if (cell === undefined) continue;
    if (system === 'Canvas' && /^(?:EX|N\/A)$/.test(cell.text)) kept.push(title);
    else changes.push([cell, formatPoints(points).replace('.', sign)]);
    if (!isAtMost(points, most)) high.push(title);
    if (comment === undefined) continue;
    const html = lines.map(escaped).join('<br>');
    if (comment.text !== '' && comment.text !== html) lost.push(title);
    changes.push([comment, html]);
  }
  if (system === 'Moodle' && high.length > 0)
    throw new RangeError(`Moodle ignores grades above the maximum, ${text}: ${listSome(high)}`);
  const notes = [
    {said: 'excused, or not assigned, and left so', names: kept},
    {said: `other ${FEEDBACK} stood there, and were replaced`, names: lost},
  ];
  return {
    text: replaced(table, changes),
    notes: notes.flatMap(({said, names}) => (names.length === 0 ? [] : `${said}: ${listSome(names)}`)),
  };
}

/** Escapes a line for a cell that Moodle takes for HTML; a backslash or a quote there breaks its reader. */
function escaped(line: string): string {
  return line.replace(/[&<>"'\\]|^[=+\-@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
