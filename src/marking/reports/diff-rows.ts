/* Rows of a diff: the parts that differ within lines are marked, and long lines are cut around them. */
import {counted} from '../results/grouping.js';
import type {Difference, DiffLine} from '../results/marks.js';
import {clipped, clippedAround, oneLine} from '../results/visible.js';

export interface DiffRow {
  readonly kind: DiffLine['kind'] | 'omitted';
  readonly text: string;
  /** Offsets of the part that differs, for slice. */
  readonly marked?: {readonly from: number; readonly to: number};
  readonly typed?: string;
}

/** Returns the rows of a difference, and the number of lines that it leaves out. */
export function diffRows({diff, exactness, differing}: Difference): DiffRow[] {
  const left = SIDES.map((side) => differing[side] - diff.filter(({kind}) => kind === side).length);
  const more = Math.max(...left);
  // The number of lines of an endless output says nothing.
  const words =
    left[0] === 0 ? 'more lines' : `${counted(more, 'more line')} ${more === 1 ? 'differs' : 'differ'}`;
  const rows = [...diff.map(rowOf), ...(more === 0 ? [] : [{kind: 'omitted', text: words} as const])];
  return (exactness === 'byte' ? withMarks(rows) : rows).map(cutRow);
}

const SIDES = ['expected', 'actual'] as const;

function differs({kind}: Pick<DiffRow, 'kind'>): boolean {
  return SIDES.some((side) => side === kind);
}

function rowOf({kind, text, typed}: DiffLine): DiffRow {
  return {
    kind,
    text: oneLine(text),
    ...(typed === undefined ? {} : {typed: clipped(oneLine(typed), LONGEST_ANSWER)}),
  };
}

/** Max characters of a row, to fit a terminal of 80 columns, and of an answer behind it. */
const ROW_WIDTH = 66;
const LONGEST_ANSWER = 160;

const NO_NEWLINE = / \(no newline at end\)$/;

/** Max characters of a part that is marked even in lines with little in common. */
const SHORT = 4;

/** Marks what differs in pairs of similar rows: in all pairs if both sides have the same length, else in the first. */
function withMarks(rows: readonly DiffRow[]): DiffRow[] {
  const start = rows.findIndex(differs);
  const length = rows.slice(start).findIndex((row) => !differs(row));
  const block = rows.slice(start, length === -1 ? rows.length : start + length);
  const [expected = [], actual = []] = SIDES.map((side) => block.filter(({kind}) => kind === side));
  const pairs = expected.length === actual.length ? expected.length : 1;
  const marks = new Map(expected.slice(0, pairs).flatMap((row, at) => marksIn(row, actual[at])));
  return rows.map((row) => {
    const marked = marks.get(row);
    return marked === undefined ? row : {...row, marked};
  });
}

function marksIn(
  expected: DiffRow,
  actual: DiffRow | undefined,
): [DiffRow, NonNullable<DiffRow['marked']>][] {
  if (actual === undefined) return [];
  const [wanted, printed] = [expected.text.replace(NO_NEWLINE, ''), actual.text.replace(NO_NEWLINE, '')];
  const {from, expectedTo, actualTo} = changedPart(wanted, printed);
  const same = wanted.length - (expectedTo - from);
  const isAlike = same > 1 && 3 * same >= Math.min(wanted.length, printed.length);
  if (!isAlike && Math.max(expectedTo, actualTo) - from > SHORT) return [];
  return [
    [expected, {from, to: expectedTo}],
    [actual, {from, to: actualTo}],
  ];
}

/** Pieces that are marked whole: numbers and signs of bytes. */
const PIECE = /\\x[\da-f]{2}|\\u\{[\da-f]+\}|(?<![\p{L}\p{N})])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?|./gsu;

/** Returns the offsets of the part that differs, which is empty in a line that only lacks something. */
function changedPart(expected: string, actual: string): {from: number; expectedTo: number; actualTo: number} {
  const [left, right] = [expected.match(PIECE) ?? [], actual.match(PIECE) ?? []];
  const same = sameAtStart(left, right);
  const rest = left.slice(same).reverse();
  const after = rest.slice(0, sameAtStart(rest, right.slice(same).reverse())).join('').length;
  const from = left.slice(0, same).join('').length;
  return {from, expectedTo: expected.length - after, actualTo: actual.length - after};
}

function sameAtStart(left: readonly string[], right: readonly string[]): number {
  const same = left.findIndex((piece, index) => piece !== right[index]);
  return same === -1 ? left.length : same;
}

function cutRow(row: DiffRow): DiffRow {
  const {marked} = row;
  const {text, shift} = clippedAround(row.text, marked?.from ?? 0, ROW_WIDTH);
  if (marked === undefined) return {...row, text};
  return {...row, text, marked: {from: marked.from - shift, to: Math.min(marked.to - shift, text.length)}};
}
