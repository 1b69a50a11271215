/* The files that a program should write, compared as its output is. Bytes are Latin-1 text, one character per byte. */
import type {Difference} from '../results/marks.js';
import {differenceOf} from './difference.js';
import {passesWith, wouldPassWith} from './equality.js';
import type {Tolerance} from './tolerances.js';

/** A file that a program should write. */
export interface Written {
  /** Its path where the program worked. */
  readonly name: string;
  readonly expected: string;
  /** What it wrote, or what is there instead of a file that can be read: `nothing`, `a FIFO`. */
  readonly actual: string | {readonly instead: string};
}

/** What is found of one that is right, or of one that is wrong. */
export type FileFinding =
  | {readonly tolerance: string}
  | {
      /** Null if a checker refuses the very bytes of the golden; then the reason says which file it is. */
      readonly difference: Difference | null;
      /** What a checker says; null if bytes were compared. */
      readonly reason: string | null;
      readonly wouldPassWith: string | null;
    };

export function findingOf(file: Written, tolerances: readonly Tolerance[]): FileFinding {
  const {name, expected, actual} = file;
  if (typeof actual !== 'string') {
    const difference = differenceIn(name, expected, '', tolerances);
    const summary = withoutFile(name, actual.instead);
    return {difference: {...difference, summary}, reason: null, wouldPassWith: null};
  }
  const tolerance = passesWith(expected, actual, tolerances);
  if (tolerance !== null) return {tolerance};
  return {
    difference: differenceIn(name, expected, actual, tolerances),
    reason: null,
    wouldPassWith: wouldPassWith(expected, actual, tolerances),
  };
}

/** How a file differs. It must not be equal under the tolerances. */
export function differenceIn(
  file: string,
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): Difference {
  return differenceOf({expected, actual, input: '', prompt: '', tolerances, file});
}

/** What to say where there is no file that can be read. */
function withoutFile(name: string, instead: string): string {
  if (instead === 'nothing') return `it wrote no file ${name}`;
  return instead === 'closed' ? `nobody may read ${name}` : `${name} is ${instead}, not a regular file`;
}

/** The tolerances that several outputs need, each joined by ` + `, as one such text. */
export function allNeeded(needed: readonly string[], tolerances: readonly Tolerance[]): string {
  const isNeeded = ({name}: Tolerance): boolean =>
    needed.some((names) => ` + ${names} + `.includes(` + ${name} + `));
  return tolerances
    .filter(isNeeded)
    .map(({name}) => name)
    .join(' + ');
}

/** The tolerance with which all wrong outputs would pass, if each needs the same. */
export function sameHint(hints: readonly (string | null)[]): string | null {
  const [first = null] = hints;
  return hints.every((hint) => hint === first) ? first : null;
}
