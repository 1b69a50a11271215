/*
 * Checkers: what an output may be other than the golden, byte for byte. Each reads the golden as it could have been for
 * this output to be right: where it accepts what was printed, it puts that in place of what the golden has. So the usual
 * comparison of the two shows only what is wrong.
 */

import type {Exactness} from '../../run/marks.js';

/** The checkers that come with fivedice, with their settings. */
export type BuiltIn =
  | {readonly kind: 'tokens'; readonly case: Case}
  | {readonly kind: 'numbers'; readonly case: Case; readonly absolute: number; readonly relative: number}
  | {readonly kind: 'any-order'}
  | {readonly kind: 'regex'};

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
  /** Whether there was no time to find out. */
  readonly outOfTime?: boolean;
}
