/*
 * Searches for inputs that show different mistakes, and shrinks each as long as it shows the same one: removes lines, then
 * bytes within lines, and then makes the rest plainer. Runs no program itself.
 */
import {causeOf} from '../marking/reports/causes.js';
import {headline} from '../marking/reports/explain.js';
import type {CaseMarks} from '../marking/results/marks.js';
import {linesOf} from '../marking/results/visible.js';
import type {FixtureCase} from '../marking/suites/fixture-case.js';

/** Plainest first. Valid values come before those out of range. */
const DIGITS = '1234560789';

/** Max length of a list of which every run of items is tried; of longer ones only halves, quarters, eighths, … */
const SHORT = 16;

/** Max parts that a long line is divided into: it may have 100,000 bytes. */
const MOST_PARTS = 64;

export interface Input {
  readonly text: string;
  /** Case whose arguments, files and settings the input has; null if the input was made up. */
  readonly of: FixtureCase | null;
  /** Returns false for texts to which the input must not shrink: they may show another mistake. */
  readonly mayBecome: (text: string) => boolean;
}

/** Runs the program and the reference. Returns null if they agree, `dropped` if the input does not count. */
export type Compare = (input: Input) => Promise<Difference | null | 'dropped'>;

/** An input on which the program differs, as a case, and its marks. */
export interface Difference {
  readonly one: FixtureCase;
  readonly marks: CaseMarks;
}

export interface Find extends Difference {
  /** Number of the input that showed it first, from 1. */
  readonly run: number;
  readonly steps: number;
}

export type Result = Awaited<ReturnType<typeof search>>;

/**
 * Returns how many inputs were tried, how many of them the reference rejected, and how many mistakes were found.
 *
 * @param most mistakes after which the search ends
 * @throws what `compare` throws, except while an input is being shrunk
 */
export async function search(
  compare: Compare,
  count: number,
  inputOf: (number: number) => Input | Promise<Input>,
  most: number,
  onFind: (find: Find) => void,
) {
  const known = new Set<string>();
  let runs = 0;
  let dropped = 0;
  while (runs < count && known.size < most) {
    const input = await inputOf(runs);
    const difference = await compare(input);
    runs += 1;
    if (difference === 'dropped') dropped += 1;
    else if (difference !== null && !known.has(mistakeOf(difference))) {
      known.add(mistakeOf(difference));
      onFind(await shrunk(input, difference, compare, runs));
    }
  }
  return {runs, dropped, found: known.size};
}

/** Returns the same text for the same mistake, as in reports. */
function mistakeOf({marks}: Difference): string {
  return causeOf(marks, headline(marks));
}

/** Makes an input as small as its mistake allows. Another mistake is another find. */
async function shrunk(input: Input, first: Difference, compare: Compare, run: number): Promise<Find> {
  const mistake = mistakeOf(first);
  let smallest = first;
  let steps = 0;
  await shrink(input.text, async (text) => {
    if (!input.mayBecome(text)) return false;
    const found = await compare({...input, text}).catch(() => null);
    if (found === null || found === 'dropped' || mistakeOf(found) !== mistake) return false;
    smallest = found;
    steps += 1;
    return true;
  });
  return {...smallest, run, steps};
}

/** Offers simpler texts, each made from the last one accepted, until none is accepted. */
async function shrink(text: string, accepts: (simpler: string) => Promise<boolean>): Promise<void> {
  let lines = linesOf(text);
  const tried = new Set([text]);
  const attempt = async (simpler: readonly string[]): Promise<boolean> => {
    const candidate = simpler.join('');
    if (tried.has(candidate)) return false;
    tried.add(candidate);
    if (!(await accepts(candidate))) return false;
    lines = linesOf(candidate);
    return true;
  };
  for (let before = ''; before !== lines.join(''); ) {
    before = lines.join('');
    await removeRuns(lines, attempt);
    for (let at = lines.length - 1; at >= 0; at -= 1) {
      const [, line = '', end = ''] = /^(.*?)(\n?)$/s.exec(lines[at] ?? '') ?? [];
      const attemptLine = (simpler: readonly string[]): Promise<boolean> =>
        attempt(lines.with(at, simpler.join('') + end));
      await makePlainer(await removeRuns([...line], attemptLine), attemptLine);
    }
  }
}

type Attempt = (simpler: readonly string[]) => Promise<boolean>;

/** Removes runs of items, the longest first, and returns what is left. */
async function removeRuns(items: readonly string[], attempt: Attempt): Promise<readonly string[]> {
  let left = items;
  const isShort = items.length <= SHORT;
  for (let length = items.length; length > 0 && length * MOST_PARTS >= left.length; ) {
    for (let at = left.length - length; at >= 0; at -= isShort ? 1 : length) {
      const shorter = left.toSpliced(at, length);
      if (await attempt(shorter)) left = shorter;
    }
    length = isShort ? length - 1 : Math.floor(length / 2);
  }
  return left;
}

/** Replaces each character, wherever it occurs, with a plainer one. */
async function makePlainer(characters: readonly string[], attempt: Attempt): Promise<void> {
  let left = characters;
  for (const character of new Set(characters)) {
    for (const plainer of plainerThan(character)) {
      const simpler = left.map((one) => (one === character ? plainer : one));
      if (await attempt(simpler)) left = simpler;
    }
  }
}

function plainerThan(character: string): readonly string[] {
  if (/\d/.test(character)) return [...DIGITS.slice(0, DIGITS.indexOf(character))];
  if (/\s/.test(character)) return character === ' ' ? [] : [' '];
  return character === 'x' ? [] : ['x'];
}
