/* Marks given by hand, such as for style, deductions, and comments for the student, from a table. */
import type {Table, TableRow} from '../results/csv.js';
import type {Grade, HandMark} from '../results/marks.js';
import {areAtMost} from '../results/points.js';
import {namesPeople, type Student} from './people.js';

/** Returns the marks of a person, and the comments that are not empty. */
export type ByHand = (student: Student) => Pick<Grade, 'byHand' | 'comments'>;

interface Column extends Pick<HandMark, 'title' | 'max'> {
  readonly head: string;
  /** Set if it holds comments. */
  readonly isText: boolean;
}

/**
 * Reads a table of marks. A column of texts holds comments, unless its head names a maximum.
 *
 * @throws RangeError that names the cell that is wrong
 */
export function byHandIn(table: Table, rows: ReadonlyMap<Student, TableRow>): ByHand {
  const heads = table.heads.filter((head, at) => !namesPeople(head) && !isBlank(table, at));
  if (heads.length === 0 || heads.includes('') || new Set(heads).size < heads.length)
    throw new RangeError(
      `it needs columns of marks, such as style/2 for at most 2 points, each with a head of its own, not ${JSON.stringify(table.heads.join(table.separator))}`,
    );
  const columns = heads.map((head) => columnOf(head, table.rows));
  const [marked, commented] = [columns.filter((one) => !one.isText), columns.filter((one) => one.isText)];
  const read = Array.from(rows, ([student, row]) => {
    const byHand = marked.map((column) => markIn(row, column, student));
    const comments = commented.map(({head, title}) => [title, row.textOf(head)] as const);
    return [student, {byHand, comments: comments.filter(([, text]) => text !== '')}] as const;
  });
  const known = new Map(read);
  const none = {byHand: marked.map(({title, max}) => ({title, max, points: null})), comments: []};
  return (student) => known.get(student) ?? none;
}

function isBlank({heads, rows}: Table, at: number): boolean {
  return heads[at] === '' && rows.every(({cells}) => (cells[at]?.text ?? '') === '');
}

function columnOf(head: string, rows: readonly TableRow[]): Column {
  const [, title = head, most] = /^(.*\S)\s*\/\s*(\d+(?:[.,]\d+)?)$/.exec(head) ?? [];
  const max = most?.replace(',', '.') ?? null;
  const isText = max === null && rows.every((row) => !LIKE_A_NUMBER.test(row.textOf(head)));
  return {head, title, max, isText};
}

/** Texts that are meant as numbers, though not all are: `1/2`, `50%`, `=A1+1`. */
const LIKE_A_NUMBER = /^=|^[-+−–]?[\s\d.,:/%]*\d[\s\d.,:/%]*$/;

function markIn(row: TableRow, {head, title, max}: Column, student: Student): HandMark {
  const cell = row.textOf(head);
  const points = amountIn(cell);
  const where = `${student.title}: ${title}`;
  if (cell !== '' && points === null)
    throw new RangeError(
      `${where}: ${JSON.stringify(cell)} is not a number of points, but the column is one of marks: give comments a column of their own`,
    );
  if (points !== null && max !== null && !areAtMost(points, max))
    throw new RangeError(`${where}: ${cell} is more than the maximum, ${max}`);
  return {title, points, max};
}

/** Returns a number with a decimal point or comma, and a sign, as a decimal string; null if the text is none. */
export function amountIn(text: string): string | null {
  const number = text.replace(/^[−–]/, '-').replace(/^\+/, '').replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(number) ? number : null;
}
