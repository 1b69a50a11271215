/* Marks that people gave, from a table: of style, of a report. */
import {addPoints, atMost, formatPoints, minusPoints, type Points, parsePoints} from '../results/points.js';
import {amountIn, tableFrom} from './named-table.js';

export interface HandMarks {
  readonly columns: readonly HandColumn[];
  /** A mark for each column; null: that cell is empty. */
  readonly marks: ReadonlyMap<string, readonly (Points | null)[]>;
}

export interface HandColumn {
  readonly name: string;
  /** The most that it can give; null: the table does not say, and the maximum of the submission stays as it is. */
  readonly max: Points | null;
}

/** What a table of marks must be like, for messages. */
const SHAPE =
  'a first line with the column submission and others with marks, such as style/2, which gives at most 2';

/** @throws RangeError that says what is wrong, and in which row */
export function parseHandMarks(text: string): HandMarks {
  const {columns: heads, rows, separator, refusal} = tableFrom(text, SHAPE);
  if (heads.length === 0 || heads.includes('') || new Set(heads).size < heads.length) throw refusal();
  const columns = heads.map((head): HandColumn => {
    const [, name = head, most] = /^(.*\S)\s*\/\s*(\d+(?:[.,]\d+)?)$/.exec(head) ?? [];
    return {name, max: most === undefined ? null : parsePoints(most.replace(',', '.'))};
  });
  const marks = rows.map(({name, cellOf}): [string, (Points | null)[]] => {
    const own = columns.map((column, index) => markIn(cellOf(heads[index] ?? '').trim(), column, name));
    return [name, own];
  });
  return {columns, marks: new Map(marks)};

  function markIn(cell: string, {name, max}: HandColumn, target: string): Points | null {
    if (cell === '') return null;
    const mark = amountIn(cell, separator, `${target}: ${name}: `, 'points');
    if (max === null || minusPoints(atMost(mark, max), mark).units === 0n) return mark;
    throw new RangeError(
      `${target}: ${name}: ${cell} is more than the ${formatPoints(max)} that it can give`,
    );
  }
}

/** Decimal strings plus points, as a decimal string. */
export function plus(points: string, more: readonly (Points | null)[]): string {
  return formatPoints(addPoints([parsePoints(points), ...more.filter((one) => one !== null)]));
}
