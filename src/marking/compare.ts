/*
 * Expected against actual output: where they first differ, and how to show it. Bytes travel as Latin-1 text, one
 * character for each byte.
 */
import {diffArrays} from 'diff';
import type {Difference, DiffLine, PromptAnswer} from './marks.js';
import {commonLength, summarise} from './summary.js';
import {rewrite, rewriteWithOrigins, type Tolerance} from './tolerances.js';
import {linesOf, visible} from './visible.js';

export interface Comparison {
  readonly expected: string;
  readonly actual: string;
  /** What the program was given to read. */
  readonly input: string;
  /** What stands in the output where the program waits for a line of input. */
  readonly prompt: string;
  readonly tolerances: readonly Tolerance[];
}

/** Lines that are shown around a difference. */
const CONTEXT = 3;

/** A diff with more lines than this shows the first difference and what follows it, up to so many. */
const MOST_LINES = 200;

/** A line with more characters is shown around the difference only. */
const LONGEST_LINE = 400;

/** Beyond so many insertions and deletions the two have nothing in common that is worth the search. */
const MOST_EDITS = 1000;

/** Describes how two outputs differ that are not equal under the tolerances. */
export function differenceOf(comparison: Comparison): Difference {
  const {expected, actual, tolerances} = comparison;
  const [expectedAt, actualAt] = firstDifference(expected, actual, tolerances);
  const [wanted, printed] = [positionOf(expected, expectedAt), positionOf(actual, actualAt)];
  const changes = diffLines(expected, actual, tolerances);
  const place = placeOf(changes, wanted.line, printed.line);
  return {
    summary: summarise(changes, place, comparison),
    offset: actualAt,
    ...printed,
    expectedByte: byteAt(expected, expectedAt),
    actualByte: byteAt(actual, actualAt),
    prompt: promptBefore(comparison, expectedAt),
    diff: shown(changes, place, {expected: wanted.column, actual: printed.column, same: printed.column}),
  };
}

/** The places in both outputs of the first byte that no tolerance lets pass. */
function firstDifference(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): readonly [expectedAt: number, actualAt: number] {
  if (tolerances.length === 0) {
    const at = commonLength(expected, actual);
    return [at, at];
  }
  const [left, right] = [rewriteWithOrigins(expected, tolerances), rewriteWithOrigins(actual, tolerances)];
  const at = commonLength(left.text, right.text);
  return [left.origins[at] ?? expected.length, right.origins[at] ?? actual.length];
}

/** Line and column, from 1. */
function positionOf(text: string, at: number): {readonly line: number; readonly column: number} {
  const lines = text.slice(0, at).split('\n');
  return {line: lines.length, column: (lines.at(-1) ?? '').length + 1};
}

function byteAt(text: string, at: number): number | null {
  return at < text.length ? text.charCodeAt(at) : null;
}

/** The last prompt that stands whole before the difference, and what answered it. */
function promptBefore({expected, input, prompt}: Comparison, expectedAt: number): PromptAnswer | null {
  if (prompt === '') return null;
  // An output can begin with a prompt, without the newline that stands before the others.
  const text = `\n${expected}`;
  const places: number[] = [];
  const from = prompt.startsWith('\n') ? 0 : 1;
  for (let at = text.indexOf(prompt, from); at !== -1; at = text.indexOf(prompt, at + prompt.length)) {
    if (at - 1 + prompt.length > expectedAt) break;
    places.push(at - 1);
  }
  const last = places.at(-1);
  if (last === undefined) return null;
  const answer = linesOf(input)[places.length - 1];
  return {
    number: places.length,
    text: visible(asking(expected, last, prompt)),
    input: answer === undefined ? null : visible(answer),
  };
}

/** The line that asks: the first of the block that ends in the prompt, or the prompt's own line if it says enough. */
function asking(expected: string, at: number, prompt: string): string {
  const block = expected.slice(0, Math.max(0, at)).split(/\n\n+/).at(-1) ?? '';
  const first = block.split('\n').find((line) => line !== '');
  return first ?? prompt.trim();
}

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

function diffLines(expected: string, actual: string, tolerances: readonly Tolerance[]): Change[] {
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
function placeOf(changes: readonly Change[], wanted: number, printed: number): Place {
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
function shown(
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
