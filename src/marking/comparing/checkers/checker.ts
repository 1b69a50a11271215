/*
 * Checkers: what an output may be other than the golden, byte for byte. Each reads the golden as it could have been for
 * this output to be right: where it accepts what was printed, it puts that in place of what the golden has. So the usual
 * comparison of the two shows only what is wrong.
 */

import type {Exactness} from '../../run/marks.js';
import {visibleWords} from '../../run/visible.js';

/** The checkers that come with fivedice, with their settings. */
export type BuiltIn =
  | {readonly kind: 'tokens'; readonly case: Case}
  | {readonly kind: 'numbers'; readonly case: Case; readonly absolute: Distance; readonly relative: Distance}
  | {readonly kind: 'any-order'};

/** A decimal number that is not negative: `0.001`, `"1e-6"`. */
export type Distance = number | string;

/** Whether the case of the letters A to Z counts. */
export const CASES = ['count', 'ignore'] as const;
export type Case = (typeof CASES)[number];

/** What is wrong with an output. All texts are Latin-1, one character per byte. */
export interface Fault {
  /** In the same few words for the same mistake; visible text. */
  readonly summary: string;
  /** Where, and what exactly; visible text. */
  readonly reason: string;
  /** The golden, with what the output may have instead. */
  readonly golden: string;
  /** The names of the tolerances under which the two differ just there. */
  readonly tolerances: readonly string[];
  /** How much of the place where they differ is wrong. */
  readonly exactness: Exactness;
}

/** Lines without their newlines. */
export function linesIn(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The text of some lines; the last has a newline if that of an output has one. */
export function endedAs(lines: readonly string[], output: string): string {
  const text = lines.join('\n');
  return lines.length > 0 && (output === '' || output.endsWith('\n')) ? `${text}\n` : text;
}

/** A longer text is cut. */
const LONGEST_SHOWN = 60;

/** The start of a text, quoted, as visible text. */
export function quoted(text: string, sign = '"'): string {
  return sign + visibleWords(text.slice(0, LONGEST_SHOWN)) + (text.length > LONGEST_SHOWN ? '…' : '') + sign;
}
