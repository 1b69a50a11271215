/*
 * Two outputs line by line: what is in both, what is in one of them, and how much of that is shown. Bytes travel as
 * Latin-1 text, one character for each byte.
 */
import {diffArrays} from 'diff';
import type {DiffLine} from '../marks/marks.js';
import {linesOf, visible} from '../marks/visible.js';
import {rewrite, type Tolerance} from './tolerances.js';

/** Lines that are shown around a difference. */
const CONTEXT = 3;

/** A diff with more lines than this shows the first difference and what follows it, up to so many. */
const MOST_LINES = 200;

/** A line with more characters is shown around the difference only. */
const LONGEST_LINE = 400;

/** Beyond so many insertions and deletions the two have nothing in common that is worth the search. */
const MOST_EDITS = 1000;

/** One step of a diff: a line of both, or of one of them. Raw, with its newline. */
export interface Change {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly line: string;
}

/** A line, and what of it is compared. */
interface Line {
  readonly line: string;
  readonly compared: string;
}

/** The changes that make the actual output of the expected one, line by line under the tolerances. */
export function diffLines(expected: string, actual: string, tolerances: readonly Tolerance[]): Change[] {
  const [left, right] = [expected, actual].map((text) =>
    linesOf(text).map((line): Line => ({line, compared: rewrite(line, tolerances)})),
  );
  if (left === undefined || right === undefined) return [];
  const parts = diffArrays(left, right, {
    maxEditLength: MOST_EDITS,
    comparator: (a, b) => a.compared === b.compared,
  });
  if (parts === undefined) return blockDiff(left, right);
  return parts.flatMap(({added, removed, value}) =>
    value.map(({line}): Change => ({kind: removed ? 'expected' : added ? 'actual' : 'same', line})),
  );
}

/** What is the same at the beginning, and then all of the one and all of the other. */
function blockDiff(left: readonly Line[], right: readonly Line[]): Change[] {
  const differs = left.findIndex(({compared}, index) => compared !== right[index]?.compared);
  const same = differs === -1 ? left.length : differs;
  return [
    ...right.slice(0, same).map(({line}): Change => ({kind: 'same', line})),
    ...left.slice(same).map(({line}): Change => ({kind: 'expected', line})),
    ...right.slice(same).map(({line}): Change => ({kind: 'actual', line})),
  ];
}

/** Where the first difference stands in the changes: what is before, tolerances let pass. */
export interface Place {
  /** Of the first change. */
  readonly first: number;
  /** Of the line on either side that holds the difference; beyond the end if the side ends before it. */
  readonly expected: number;
  readonly actual: number;
}

/** @param wanted number of the line that holds the difference in the expected output, and `printed` in the actual */
export function placeOf(changes: readonly Change[], wanted: number, printed: number): Place {
  const indexOf = (side: Change['kind'], number: number): number => {
    let lines = 0;
    const index = changes.findIndex(({kind}) => (kind === side || kind === 'same') && ++lines === number);
    return index === -1 ? changes.length : index;
  };
  const [expected, actual] = [indexOf('expected', wanted), indexOf('actual', printed)];
  const from = Math.min(expected, actual);
  const first = changes.findIndex(({kind}, index) => index >= from && kind !== 'same');
  if (first !== -1) return {first, expected, actual};
  // Where tolerances pass over line breaks, the lines that differ can stand before the first differing byte.
  const last = changes.findLastIndex(({kind}) => kind !== 'same');
  const hunk = changes.findLastIndex(({kind}, index) => index < last && kind === 'same') + 1;
  return {first: hunk, expected: hunk, actual: hunk};
}

/** The lines to show: each difference with some lines around it, and the first difference in any case. */
export function shown(
  changes: readonly Change[],
  place: Place,
  columns: Readonly<Record<Change['kind'], number>>,
): DiffLine[] {
  const near = changes.map(() => false);
  for (const [index, {kind}] of changes.entries()) {
    if (index >= place.first && kind !== 'same')
      near.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  // Where a whole block was replaced, its other side must not be lost behind the limit.
  const sides = [place.expected, place.actual];
  const isShown = (index: number): boolean =>
    sides.includes(index) ||
    (near[index] === true &&
      (index < place.first + MOST_LINES ||
        sides.some((side) => index >= side && index < side + MOST_LINES / 2)));

  const lines: DiffLine[] = [];
  let omitted = 0;
  const close = (): void => {
    if (omitted > 0)
      lines.push({kind: 'omitted', text: `${omitted} more ${omitted === 1 ? 'line' : 'lines'}`});
    omitted = 0;
  };
  for (const [index, {kind, line}] of changes.entries()) {
    if (isShown(index)) {
      close();
      lines.push({kind, text: clip(line, columns[kind])});
    } else {
      omitted += 1;
    }
  }
  close();
  return lines;
}

/** A line as visible text; a very long one around the column of the difference, so that this is never cut away. */
function clip(line: string, column: number): string {
  const end = line.endsWith('\n') ? '' : ' (no newline at end)';
  if (line.length <= LONGEST_LINE) return visible(line) + end;
  const from = Math.max(0, Math.min(column - 1, line.length) - LONGEST_LINE / 2);
  const part = line.slice(from, from + LONGEST_LINE);
  const left = line.length - from - part.length;
  const more = (count: number): string => (count > 0 ? `…(${count} bytes)…` : '');
  return more(from) + visible(part) + more(left) + end;
}
