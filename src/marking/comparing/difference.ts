/*
 * Compares expected and actual output: where they first differ, and how to show it. Bytes are represented as
 * Latin-1 text, one character per byte. However long the outputs are, only the rows around the first difference
 * are taken apart.
 */
import type {Difference} from '../results/marks.js';
import {diffRows, placeOf, shown} from './diff.js';
import {firstDifference} from './equality.js';
import {isWhole, promptBefore, rowEnds} from './rows.js';
import {summarise} from './summary.js';
import type {Tolerance} from './tolerances.js';

export interface Comparison {
  readonly expected: string;
  readonly actual: string;
  /** The program's standard input. */
  readonly input: string;
  /** What the program prints when it waits for a line of input. */
  readonly prompt: string;
  readonly tolerances: readonly Tolerance[];
  /** What differs is this file, and not the output. */
  readonly file?: string;
}

/** Describes how two outputs differ. They must not be equal under the tolerances. */
export function differenceOf(comparison: Comparison): Difference {
  const {expected, actual, tolerances, file = null} = comparison;
  // In a file nobody is asked.
  const prompt = file === null ? comparison.prompt : '';
  const [expectedAt, actualAt] = firstDifference(expected, actual, tolerances) ?? [
    expected.length,
    actual.length,
  ];
  const [wanted, printed] = [around(expected, expectedAt, prompt), around(actual, actualAt, prompt)];
  const changes = diffRows(wanted.rows, printed.rows, tolerances);
  const place = placeOf(changes, wanted.row, printed.row);
  const before = promptBefore(expected, expectedAt, {...comparison, prompt});
  const columns = {expected: wanted.column, actual: printed.column, same: printed.column};
  return {
    exactness: 'byte',
    summary: (file === null ? '' : `in ${file}: `) + summarise(changes, place, {prompt, tolerances}),
    offset: actualAt,
    ...positionOf(actual, actualAt),
    expectedByte: byteAt(expected, expectedAt),
    actualByte: byteAt(actual, actualAt),
    prompt: before,
    diff: shown(changes, place, {
      columns,
      prompt,
      input: comparison.input,
      prompts: before?.number ?? 0,
      before: wanted.before,
      after: Math.max(wanted.after, printed.after),
    }),
    file,
  };
}

/** How many rows before the first difference are compared, and how many in all: more than are shown. */
const ROWS_BEFORE = 20;
const MOST_ROWS = 2000;

/** The rows around a place in an output. */
interface Around {
  readonly rows: readonly string[];
  /** The number of the row with the place among them, and the column in it, both from 1. */
  readonly row: number;
  readonly column: number;
  /** How many rows come before and after. */
  readonly before: number;
  readonly after: number;
}

function around(text: string, at: number, prompt: string): Around {
  let [above, start] = [0, 0];
  for (const end of rowEnds(text, prompt)) {
    if (end > at || !isWhole(text.slice(start, end), prompt)) break;
    [above, start] = [above + 1, end];
  }
  const before = Math.max(0, above - ROWS_BEFORE);
  const rows: string[] = [];
  let [count, from] = [0, 0];
  for (const end of rowEnds(text, prompt)) {
    if (count >= before && rows.length < MOST_ROWS) rows.push(text.slice(from, end));
    [count, from] = [count + 1, end];
  }
  const after = count - before - rows.length;
  return {rows, row: above - before + 1, column: at - start + 1, before, after};
}

/** Line and column, from 1. */
function positionOf(text: string, at: number): {readonly line: number; readonly column: number} {
  let [line, from] = [1, 0];
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', from)) {
    [line, from] = [line + 1, end + 1];
  }
  return {line, column: at - from + 1};
}

function byteAt(text: string, at: number): number | null {
  return at < text.length ? text.charCodeAt(at) : null;
}
