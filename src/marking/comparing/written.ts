/* The files that a program should write, compared as its output is. Bytes are Latin-1 text, one character per byte. */
import type {Difference} from '../marks/marks.js';
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
  | {readonly difference: Difference; readonly wouldPassWith: string | null};

export function findingOf(file: Written, tolerances: readonly Tolerance[]): FileFinding {
  const {name, expected, actual} = file;
  const text = typeof actual === 'string' ? actual : '';
  const tolerance = typeof actual === 'string' ? passesWith(expected, actual, tolerances) : null;
  if (tolerance !== null) return {tolerance};
  const difference = differenceOf({expected, actual: text, input: '', prompt: '', tolerances, file: name});
  return typeof actual === 'string'
    ? {difference, wouldPassWith: wouldPassWith(expected, actual, tolerances)}
    : {difference: {...difference, summary: withoutFile(name, actual.instead)}, wouldPassWith: null};
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
