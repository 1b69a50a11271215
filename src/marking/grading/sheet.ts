/*
 * A course's own table: Moodle's grading worksheet or Canvas' gradebook. Only cells of grades and feedback change, because the
 * systems reject or misread much that looks harmless: a new head, a short row, an empty cell.
 */
import {type Cell, replaced, type Table} from '../results/csv.js';
import {listSome} from '../results/grouping.js';
import type {Member} from '../results/marks.js';
import {formatPoints, isAtMost, minus, type Points, parsePoints, scaled} from '../results/points.js';

export interface SheetRow extends Member {
  readonly line: number;
  readonly cells: readonly Cell[];
  /** Numbers of other systems. */
  readonly others: readonly string[];
  /** Group and time of submission, as Moodle writes them; `''`: none. */
  readonly group: string;
  readonly submitted: string;
}

interface GradeColumn {
  /** `Lab 1 (77)` */
  readonly head: string;
  readonly at: number;
  /** Maximum, and its text. */
  readonly max: Points;
  readonly text: string;
  /** Decimal sign; `''`: none. */
  readonly sign: string;
}

export interface Sheet {
  readonly table: Table;
  readonly system: 'Moodle' | 'Canvas';
  readonly rows: readonly SheetRow[];
  readonly isOfGroups: boolean;
  readonly columns: readonly GradeColumn[];
}

/** Heads of each system: required ones, and those that name people. */
// biome-ignore format: a table
const SYSTEMS = [
  {system: 'Moodle', needs: ['Identifier', 'Grade', 'Maximum grade'], id: 'Identifier', others: ['ID number'], email: 'Email address', person: 'Full name', group: 'Group'},
  {system: 'Canvas', needs: ['Student', 'ID', 'Section'], id: 'ID', others: ['SIS User ID', 'SIS Login ID', 'Integration ID'], email: 'SIS Login ID', person: 'Student', group: null},
] as const;

export const MODIFIED = 'Last modified (submission)';

/** @throws RangeError if the table is neither Moodle's nor Canvas' */
export function sheetIn(table: Table): Sheet {
  const heads = table.heads.map((head) => head.toLowerCase());
  const own = SYSTEMS.find(({needs}) => needs.every((head) => heads.includes(head.toLowerCase())));
  if (own === undefined)
    throw new RangeError(
      `it is neither Moodle's grading worksheet, in English and with points (Identifier, Grade, Maximum grade), nor Canvas' gradebook (Student, ID, Section): its first line is ${JSON.stringify(table.heads.join(table.separator))}`,
    );
  const {system} = own;
  const rows = rowsOf(table, own);
  const isOfGroups = rows.some(({group}) => group !== '');
  return {table, system, rows, isOfGroups, columns: columnsOf(table, system)};
}

function rowsOf({heads, rows}: Table, own: (typeof SYSTEMS)[number]): SheetRow[] {
  return rows.flatMap(({line, cells, textOf}) => {
    const label = textOf(own.id);
    // Some rows of Canvas belong to nobody.
    if (own.system === 'Canvas' && label === '') return [];
    const id = own.system === 'Moodle' ? /\d+$/.exec(label)?.[0] : label;
    if (id === undefined)
      throw new RangeError(`line ${line}: ${JSON.stringify(label)} has no participant number`);
    if (cells.length < heads.length)
      throw new RangeError(
        `line ${line}: ${cells.length} cells, but the first line has ${heads.length}: ${own.system} rejects such a file, export it again`,
      );
    const email = textOf(own.email);
    return {
      line,
      cells,
      id,
      name: textOf(own.person) || label,
      others: own.others.map(textOf),
      // A login may be no address.
      email: email.includes('@') ? email : null,
      group: textOf(own.group ?? ''),
      submitted: textOf(MODIFIED).replace(/^-$/, ''),
    };
  });
}

/** Returns Moodle's only column of grades, or the assignments of Canvas. */
function columnsOf({heads, rows}: Table, system: Sheet['system']): GradeColumn[] {
  if (system === 'Moodle') {
    const maxima = [...new Set(rows.map(({textOf}) => textOf('Maximum grade')))].join(' or ');
    const at = heads.findIndex((head) => /^grade$/i.test(head));
    const columns = columnsAt('Grade', at, maxima);
    if (columns.length === 0)
      throw new RangeError(`Maximum grade must be one number, not ${JSON.stringify(maxima)}`);
    return columns;
  }
  const possible = rows.find(({textOf}) => textOf('Student') === 'Points Possible');
  if (possible === undefined) throw new RangeError('it has no row Points Possible: export it again');
  // Totals of a term, such as "Final Score (2026)", have no maximum.
  return heads.flatMap((head, at) =>
    / \(\d+\)$/.test(head) ? columnsAt(head, at, possible.cells[at]?.text ?? '') : [],
  );
}

/** Reads a maximum as Canvas does: its last point or comma is the decimal sign. Returns no column if there is none. */
function columnsAt(head: string, at: number, text: string): GradeColumn[] {
  const [, whole = '', sign = '', fraction = ''] = /^(\d[\d.,\s]*?)(?:([.,])(\d+))?$/.exec(text) ?? [];
  if (!/[1-9]/.test(whole + fraction)) return [];
  return [{head, at, text, sign, max: parsePoints(whole.replace(/\D/g, '') + (sign && `.${fraction}`))}];
}

const ZERO: Points = {units: 0n, decimals: 0};

/** A mark, and the lines from which it adds up. */
export interface Filling {
  readonly title: string;
  readonly row: SheetRow;
  readonly mark: string;
  readonly lines: readonly string[];
}

/**
 * Returns the sheet with marks and feedback.
 *
 * @param most maximum of these marks
 * @param assignment title or number in Canvas; null: the only one with this maximum
 * @throws RangeError if the column is not clear, or if Moodle would ignore a mark
 */
export function filled(
  sheet: Sheet,
  fillings: readonly Filling[],
  most: string,
  assignment: string | null,
  isScaled: boolean,
): {readonly text: string; readonly notes: readonly string[]} {
  const {table, system} = sheet;
  if (isAtMost(parsePoints(most), ZERO))
    throw new RangeError('these marks have a maximum of 0, which cannot be scaled');
  const {at, max, sign, text} = columnIn(sheet, most, assignment, isScaled);
  const feedback =
    system === 'Moodle' ? table.heads.findIndex((head) => /^feedback comments$/i.test(head)) : -1;
  const changes: [Cell, string][] = [];
  const odd = {high: [] as string[], kept: [] as string[], overwritten: [] as string[]};
  for (const {title, row, mark, lines} of fillings) {
    const cell = row.cells[at];
    const comment = row.cells[feedback];
    const points = scaled(parsePoints(mark), parsePoints(most), max, max.decimals);
    const html = lines.map(escaped).join('<br>');
    const isKept = system === 'Canvas' && /^(?:EX|N\/A)$/.test(cell?.text ?? '');
    if (isKept) odd.kept.push(title);
    if (!isAtMost(points, max)) odd.high.push(title);
    if (comment !== undefined && !['', html].includes(comment.text)) odd.overwritten.push(title);
    if (cell !== undefined && !isKept) changes.push([cell, formatPoints(points).replace('.', sign)]);
    if (comment !== undefined) changes.push([comment, html]);
  }
  if (system === 'Moodle' && odd.high.length > 0)
    throw new RangeError(`Moodle ignores grades above the maximum, ${text}: ${listSome(odd.high)}`);
  const notes = [
    ...(odd.kept.length === 0
      ? []
      : [`left unchanged, because they are excused or not assigned: ${listSome(odd.kept)}`]),
    ...(odd.overwritten.length === 0
      ? []
      : [`overwrote existing feedback comments for ${listSome(odd.overwritten)}`]),
  ];
  return {text: replaced(table, changes), notes};
}

function columnIn({columns}: Sheet, most: string, assignment: string | null, isScaled: boolean): GradeColumn {
  const hasOurs = ({max}: GradeColumn): boolean => minus(max, parsePoints(most)).units === 0n;
  const isNamed = ({head}: GradeColumn): boolean =>
    assignment === head || assignment === head.replace(/ \(\d+\)$/, '') || head.endsWith(` (${assignment})`);
  const isOnly = assignment === null && columns.length === 1;
  const fitting = isOnly ? columns : columns.filter(assignment === null ? hasOurs : isNamed);
  const [column, ...others] = fitting;
  if (column !== undefined && others.length === 0 && (isScaled || hasOurs(column))) return column;
  const shown = (column === undefined ? columns : fitting).map(({head, text}) => `${head} is out of ${text}`);
  const unknown =
    assignment === null || column !== undefined
      ? ''
      : `no assignment is called ${JSON.stringify(assignment)}; `;
  throw new RangeError(
    `${unknown}these marks are out of ${most}, and ${listSome(shown)}: name the assignment with --column, correct a maximum, or give --scale`,
  );
}

/** Escapes a line for Moodle's HTML, whose reader breaks at a backslash or a quote. */
function escaped(line: string): string {
  return line.replace(/[&<>"'\\]|^[=+\-@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
