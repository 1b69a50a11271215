/*
 * Compares expected and actual output: where they first differ, and how to show it. Bytes are represented as
 * Latin-1 text, one character per byte.
 */
import type {Difference, PromptAnswer} from '../marks/marks.js';
import {linesOf, visible} from '../marks/visible.js';
import {diffLines, placeOf, shown} from './diff.js';
import {commonLength, summarise} from './summary.js';
import {rewriteWithOrigins, type Tolerance} from './tolerances.js';

export interface Comparison {
  readonly expected: string;
  readonly actual: string;
  /** The program's standard input. */
  readonly input: string;
  /** What the program prints when it waits for a line of input. */
  readonly prompt: string;
  readonly tolerances: readonly Tolerance[];
}

/** Describes how two outputs differ. They must not be equal under the tolerances. */
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

/** Where, in each output, the first byte is that no tolerance covers. */
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

/** The last complete prompt before the difference, and the input that answered it. */
function promptBefore({expected, input, prompt}: Comparison, expectedAt: number): PromptAnswer | null {
  if (prompt === '') return null;
  // An output can begin with a prompt, without the newline that comes before the others.
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

/** The line that asks: the first line of the block that ends in the prompt, or else the prompt itself. */
function asking(expected: string, at: number, prompt: string): string {
  const block = expected.slice(0, Math.max(0, at)).split(/\n\n+/).at(-1) ?? '';
  const first = block.split('\n').find((line) => line !== '');
  return first ?? prompt.trim();
}
