/*
 * Compares two outputs row by row: what is in both, what is only in one, and how much of it to show. Bytes are
 * represented as Latin-1 text, one character per byte.
 */
import {diffArrays} from 'diff';
import type {DiffLine} from '../results/marks.js';
import {visible} from '../results/visible.js';
import {withOmissions} from './evidence.js';
import {answerTo, isPrompt, isWhole} from './rows.js';
import {rewrite, type Tolerance} from './tolerances.js';

/** How many lines to show around a difference; before the first, enough of the dialogue that led to it. */
const CONTEXT = 3;
const DIALOGUE = 10;

/** A longer diff shows only this many lines, from the first difference on. */
const MOST_LINES = 200;

/** A line with more characters than this is shown only around the difference. */
const LONGEST_LINE = 400;

/** With more insertions and deletions than this, two outputs have too little in common to go on searching. */
const MOST_EDITS = 1000;

/** One row, raw, with its newline if it has one: in both outputs, or only in one. */
export interface RowChange {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly row: string;
}

/** A row, and the form in which it is compared. */
interface DiffRow {
  readonly row: string;
  readonly compared: string;
}

/** The changes that turn the expected rows into the actual ones under the tolerances. */
export function diffRows(
  expected: readonly string[],
  actual: readonly string[],
  tolerances: readonly Tolerance[],
): RowChange[] {
  const comparable = (row: string): DiffRow => ({row, compared: rewrite(row, tolerances)});
  const [left, right] = [expected.map(comparable), actual.map(comparable)];
  const parts = diffArrays(left, right, {
    maxEditLength: MOST_EDITS,
    comparator: (a, b) => a.compared === b.compared,
  });
  if (parts === undefined) return blockDiff(left, right);
  return parts.flatMap(({added, removed, value}) =>
    value.map(({row}): RowChange => ({kind: removed ? 'expected' : added ? 'actual' : 'same', row})),
  );
}

/** The rows in common at the start, then the rest of one output, then the rest of the other. */
function blockDiff(left: readonly DiffRow[], right: readonly DiffRow[]): RowChange[] {
  const differs = left.findIndex(({compared}, index) => compared !== right[index]?.compared);
  const same = differs === -1 ? left.length : differs;
  return [
    ...right.slice(0, same).map(({row}): RowChange => ({kind: 'same', row})),
    ...left.slice(same).map(({row}): RowChange => ({kind: 'expected', row})),
    ...right.slice(same).map(({row}): RowChange => ({kind: 'actual', row})),
  ];
}

/** Where the first difference is among the changes. Any changes before it are covered by tolerances. */
export interface Place {
  /** Index of the first change. */
  readonly first: number;
  /** Index of the row with the difference on each side; past the end if that side ends before it. */
  readonly expected: number;
  readonly actual: number;
}

/**
 * @param wanted number of the row with the difference among those expected, from 1
 * @param printed the same among those printed
 */
export function placeOf(changes: readonly RowChange[], wanted: number, printed: number): Place {
  const indexOf = (side: RowChange['kind'], number: number): number => {
    let rows = 0;
    const index = changes.findIndex(({kind}) => (kind === side || kind === 'same') && ++rows === number);
    return index === -1 ? changes.length : index;
  };
  const [expected, actual] = [indexOf('expected', wanted), indexOf('actual', printed)];
  const from = Math.min(expected, actual);
  const first = changes.findIndex(({kind}, index) => index >= from && kind !== 'same');
  if (first !== -1) return {first, expected, actual};
  // If a tolerance ignores line breaks, the rows that differ can come before the first byte that differs.
  const last = changes.findLastIndex(({kind}) => kind !== 'same');
  const hunk = changes.findLastIndex(({kind}, index) => index < last && kind === 'same') + 1;
  return {first: hunk, expected, actual};
}

/** What `shown` needs besides the changes. */
interface Showing {
  /** The column of the difference, from 1: what is shown of a very long row. */
  readonly columns: Readonly<Record<RowChange['kind'], number>>;
  readonly prompt: string;
  readonly input: string;
  /** How many prompts there were up to the difference. */
  readonly prompts: number;
  /** How many rows come before and after the changes. */
  readonly before: number;
  readonly after: number;
}

/** The rows to show: each difference with some rows around it, and always the first difference. */
export function shown(
  changes: readonly RowChange[],
  place: Place,
  {columns, prompt, input, prompts, before, after}: Showing,
): DiffLine[] {
  const near = changes.map(() => false);
  for (const [index, {kind}] of changes.entries()) {
    if (index >= place.first && kind !== 'same')
      near.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  near.fill(true, Math.max(0, place.first - DIALOGUE), place.first);
  const answered = answeredIn(changes, place, prompt, prompts);
  // If a whole block was replaced, the limit must not cut off its other side.
  const sides = [place.expected, place.actual];
  const isShown = (index: number): boolean =>
    sides.includes(index) ||
    (near[index] === true &&
      (index < place.first + MOST_LINES ||
        sides.some((side) => index >= side && index < side + MOST_LINES / 2)));
  const lines = changes.map(({kind, row}, index): DiffLine | number => {
    if (!isShown(index)) return 1;
    const end = isWhole(row, prompt) ? '' : ' (no newline at end)';
    const number = answered.get(index);
    const typed = number === undefined ? {} : {typed: answerTo(number, input)};
    return {kind, text: clip(row, columns[kind]) + end, ...typed};
  });
  return withOmissions([before, ...lines, after]);
}

/** Which rows before the difference are prompts in both outputs, and the number of each, from 1. */
function answeredIn(
  changes: readonly RowChange[],
  place: Place,
  prompt: string,
  prompts: number,
): ReadonlyMap<number, number> {
  const asking = changes.flatMap(({kind, row}, index) =>
    index < place.expected && kind !== 'actual' && isPrompt(row, prompt) ? [{kind, index}] : [],
  );
  return new Map(
    asking
      .map(({kind, index}, at) => ({kind, index, number: prompts - asking.length + at + 1}))
      .filter(({kind, index}) => kind === 'same' && index < place.first)
      .map(({index, number}) => [index, number]),
  );
}

/** A row as visible text. A very long one is cut to the part around the difference, which always shows. */
function clip(row: string, column: number): string {
  if (row.length <= LONGEST_LINE) return visible(row);
  const from = Math.max(0, Math.min(column - 1, row.length) - LONGEST_LINE / 2);
  const part = row.slice(from, from + LONGEST_LINE);
  const left = row.length - from - part.length;
  const more = (count: number): string => (count > 0 ? `…(${count} bytes)…` : '');
  return more(from) + visible(part) + more(left);
}
