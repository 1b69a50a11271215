/*
 * Built-in checkers accept more outputs than the golden. For an output that is wrong, each adapts the golden: it puts in
 * everything of the output that it accepts. So the usual comparison of the two shows only what is wrong.
 */
import type {Exactness} from '../../results/marks.js';
import {visibleWords} from '../../results/visible.js';

/** Built-in checkers, with their settings. */
export type BuiltIn =
  | {readonly kind: 'tokens'; readonly case: Case}
  | {readonly kind: 'numbers'; readonly case: Case; readonly absolute: Distance; readonly relative: Distance}
  | {readonly kind: 'any-order'};

/** Decimal number that is not negative: `0.001`, `"1e-6"`. */
export type Distance = number | string;

/** Whether the case of the letters A to Z counts. */
export const CASES = ['count', 'ignore'] as const;
export type Case = (typeof CASES)[number];

/** Mistake in an output. All texts are Latin-1, one character per byte. */
export interface Fault {
  /** A few words, the same for the same mistake; visible text. */
  readonly summary: string;
  /** Place and details; visible text. */
  readonly reason: string;
  /** The golden, adapted to the output. */
  readonly golden: string;
  /** Names of tolerances under which the two differ in the mistake alone. */
  readonly tolerances: readonly string[];
  /** Precision with which the difference locates the mistake. */
  readonly exactness: Exactness;
}

/** Splits a text into lines without their newlines. */
export function linesIn(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Joins lines; the last one ends with a newline if that of the output does. */
export function endedAs(lines: readonly string[], output: string): string {
  const text = lines.join('\n');
  return lines.length > 0 && (output === '' || output.endsWith('\n')) ? `${text}\n` : text;
}

/** Max characters of a text quoted. */
const LONGEST_SHOWN = 60;

/** Quotes the start of a text, as visible text. */
export function quoted(text: string, sign = '"'): string {
  return sign + visibleWords(text.slice(0, LONGEST_SHOWN)) + (text.length > LONGEST_SHOWN ? '…' : '') + sign;
}
