/* Marks by hand, such as for style, deductions, and comments for the student, from a table. */
import type {Table, TableRow} from '../results/csv.js';
import type {Grade, HandMark} from '../results/marks.js';
import {areAtMost} from '../results/points.js';
import {namesPeople, type People, type Student} from './people.js';

interface Column extends Pick<HandMark, 'title' | 'max'> {
  readonly head: string;
  /** True for comments. */
  readonly isText: boolean;
}

export type ByHand = ReadonlyMap<Student, Pick<Grade, 'byHand' | 'comments'>>;

/** A column of texts holds comments, unless its head names a maximum. @throws RangeError that names the cell */
export function byHandIn(table: Table, people: People): ByHand {
  const rows = people.valuesIn(table, [], (row) => row);
  const heads = table.heads.filter((head) => !namesPeople(head));
  if (
    heads.length === 0 ||
    heads.includes('') ||
    new Set(heads.map((head) => head.toLowerCase())).size < heads.length
  )
    throw new RangeError(
      `it needs columns of marks, such as style/2 for at most 2 points, each with a head of its own, not ${JSON.stringify(table.heads.join(table.separator))}`,
    );
  const columns = heads.map((head) => columnOf(head, table.rows));
  const read = people.students.map((student) => {
    const cells = columns.map((column) => ({...column, cell: rows.get(student)?.textOf(column.head) ?? ''}));
    const texts = cells.filter(({isText, cell}) => isText && cell !== '');
    const byHand = cells.filter(({isText}) => !isText).map((one) => markIn(one, student.title));
    return [student, {byHand, comments: texts.map(({title, cell}) => [title, cell] as const)}] as const;
  });
  return new Map(read);
}

function columnOf(head: string, rows: readonly TableRow[]): Column {
  const [, title = head, most] = /^(.*\S)\s*\/\s*(\d+(?:[.,]\d+)?)$/.exec(head) ?? [];
  const max = most?.replace(',', '.') ?? null;
  const isText = max === null && rows.every((row) => !LIKE_A_NUMBER.test(row.textOf(head)));
  return {head, title, max, isText};
}

/** Texts meant as numbers: `1/2`, `50%`, `=A1+1`. */
const LIKE_A_NUMBER = /^=|^[-+−–]?[\s\d.,:/%]*\d[\s\d.,:/%]*$/;

function markIn({title, max, cell}: Column & {readonly cell: string}, student: string): HandMark {
  const points = amountIn(cell);
  const where = `${student}: ${title}`;
  if (cell !== '' && points === null)
    throw new RangeError(
      `${where}: ${JSON.stringify(cell)} is not a number of points, but the column is one of marks: give comments a column of their own`,
    );
  if (points !== null && max !== null && !areAtMost(points, max))
    throw new RangeError(`${where}: ${cell} is more than the maximum, ${max}`);
  return {title, points, max};
}

/** Returns a number as a decimal string; null if the text is none. */
export function amountIn(text: string): string | null {
  const number = text.replace(/^[−–]/, '-').replace(/^\+/, '').replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(number) ? number : null;
}
