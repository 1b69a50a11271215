/* Marks given by hand, such as for style, and comments for the student, from a table. */
import {areAtMost} from '../results/points.js';
import {amountIn, tableFrom} from './table.js';

export interface ByHand {
  readonly columns: readonly HandColumn[];
  readonly rows: ReadonlyMap<string, HandRow>;
}

export interface HandColumn {
  readonly name: string;
  /** Max points as a decimal string; null: the marks add nothing to the maximum. */
  readonly max: string | null;
}

export interface HandRow {
  readonly marks: readonly (string | null)[];
  /** Texts of the columns of comments, without empty ones. */
  readonly comments: readonly (readonly [column: string, text: string])[];
}

/**
 * Reads a table of marks. A column without numbers holds comments, unless its head names a maximum.
 *
 * @throws RangeError that says what is wrong, and in which row
 */
export function parseByHand(text: string): ByHand {
  const {
    columns: heads,
    rows,
    refusal,
  } = tableFrom(text, 'the column submission and columns of marks, such as style/2 for at most 2 points');
  if (heads.length === 0 || heads.includes('') || new Set(heads).size < heads.length) throw refusal();
  const columns = heads.map((head) => {
    const [, name = head, most] = /^(.*\S)\s*\/\s*(\d+(?:[.,]\d+)?)$/.exec(head) ?? [];
    const max = most === undefined ? null : amountIn(most);
    const cells = rows.map(({cellOf}) => cellOf(head)).filter((cell) => cell !== '');
    const isText = max === null && cells.every((cell) => amountIn(cell) === null);
    return {head, name, max, isText};
  });
  const [marked, commented] = [columns.filter(({isText}) => !isText), columns.filter(({isText}) => isText)];
  const read = rows.map(({name: target, cellOf}): [string, HandRow] => [
    target,
    {
      marks: marked.map(({head, ...column}) => markIn(cellOf(head), column, target)),
      comments: commented.flatMap(({head, name}) => (cellOf(head) === '' ? [] : [[name, cellOf(head)]])),
    },
  ]);
  return {columns: marked.map(({name, max}) => ({name, max})), rows: new Map(read)};
}

function markIn(cell: string, {name, max}: HandColumn, target: string): string | null {
  if (cell === '') return null;
  const mark = amountIn(cell);
  if (mark === null)
    throw new RangeError(`${target}: ${name}: ${JSON.stringify(cell)} is not a number of points`);
  if (max !== null && !areAtMost(mark, max))
    throw new RangeError(`${target}: ${name}: ${cell} is more than the maximum, ${max}`);
  return mark;
}
