/* Tries inputs until a program differs from the reference, and makes that input small. Does not run programs itself. */
import type {CaseMarks} from '../marking/results/marks.js';
import type {FixtureCase} from '../marking/suites/fixture-case.js';
import {shrink} from './shrinking.js';

export interface Input {
  /** Latin-1 text. */
  readonly text: string;
  /** The case whose arguments, files and settings go with it; null if it was made up. */
  readonly of: FixtureCase | null;
  /** Set if the input ends in the middle of a line or of a session. */
  readonly isCutOff: boolean;
  /** Returns true for texts to which the input may shrink: not to one that shows another mistake. */
  readonly mayBecome: (text: string) => boolean;
}

/** Runs program and reference. Returns null if they agree, and `dropped` if the input does not count. */
export type Compare = (input: Input) => Promise<Difference | null | 'dropped'>;

/** An input on which the program differs, as a case, and its marks. */
export interface Difference {
  readonly one: FixtureCase;
  readonly marks: CaseMarks;
}

/** The smallest difference, and the number of steps to it. */
interface Found extends Difference {
  readonly isCutOff: boolean;
  readonly steps: number;
}

export interface Result {
  /** Inputs tried, up to the one that differs, and those of them that do not count. */
  readonly runs: number;
  readonly dropped: number;
  readonly found: Found | null;
}

/** Returns how many of so many inputs are cut off. They come last, so that they hide no other mistake. */
export function cutOffShare(count: number): number {
  return Math.floor(count / 10);
}

/** @throws what `compare` throws before there is a difference */
export async function search(
  compare: Compare,
  count: number,
  inputOf: (number: number) => Input | Promise<Input>,
): Promise<Result> {
  let dropped = 0;
  for (let runs = 1; runs <= count; runs += 1) {
    const input = await inputOf(runs - 1);
    const difference = await compare(input);
    if (difference === 'dropped') dropped += 1;
    else if (difference !== null) return {runs, dropped, found: await shrunk(input, difference, compare)};
  }
  return {runs: count, dropped, found: null};
}

/** Keeps to the first verdict: another one is another mistake. So is an input on which the reference fails. */
async function shrunk(input: Input, first: Difference, compare: Compare): Promise<Found> {
  let [smallest, steps] = [first, 0];
  await shrink(input.text, async (text) => {
    if (!input.mayBecome(text)) return false;
    const found = await compare({...input, text}).catch(() => null);
    if (found === null || found === 'dropped' || found.marks.verdict !== first.marks.verdict) return false;
    smallest = found;
    steps += 1;
    return true;
  });
  return {...smallest, isCutOff: input.isCutOff, steps};
}
