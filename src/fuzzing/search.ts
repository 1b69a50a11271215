/*
 * Searches for an input on which a program differs from every reference that it agreed with until then, and makes that
 * input small. How the program is run it does not know.
 */
import {messageOf} from '../command-line/user-error.js';
import type {CaseMarks, FixtureCase} from '../marking/index.js';
import type {Made, Reference} from './references.js';
import {type Simplify, simplifications} from './shrinking.js';

/** An input on which the program differs from an answer, as a case, and how. */
export interface Found {
  readonly one: FixtureCase;
  readonly marks: CaseMarks;
}

/** Runs the program: how it differs from each answer to an input, and the references with which it agrees. */
export type Compare = (
  input: Made,
  references: readonly Reference[],
) => Promise<{readonly differences: readonly Found[]; readonly agreeing: readonly Reference[]}>;

export interface Search {
  /** How many inputs to try. */
  readonly count: number;
  /** The input of a number, from 0. */
  readonly input: (number: number) => Promise<Made>;
  /** Whether an input is one that programs must read. */
  readonly isValid: (input: Made) => Promise<boolean>;
  /** What makes a text smaller, besides what makes any text smaller. */
  readonly steps?: (text: string) => Simplify[];
}

export interface Result {
  /** How many inputs were tried, up to the one that differs, and how many of them were not valid. */
  readonly runs: number;
  readonly dropped: number;
  /** How many steps made the one that differs smaller. */
  readonly shrinks: number;
  readonly smallest: Found | null;
  /** Why nobody knows of a smaller one still. */
  readonly stopped: string | null;
  /** All there are; with which of them the program agreed before it differed; and with which others in the smallest. */
  readonly references: readonly Reference[];
  readonly agreed: readonly Reference[];
  readonly here: readonly Reference[];
}

/** @throws what `compare` throws before there is a difference */
export async function search(
  compare: Compare,
  references: readonly Reference[],
  {count, input, isValid, steps}: Search,
): Promise<Result> {
  let agreed = references;
  let dropped = 0;
  for (let number = 0; number < count; number += 1) {
    const made = await input(number);
    if (!(await isValid(made))) {
      dropped += 1;
      continue;
    }
    const {differences, agreeing} = await compare(made, agreed);
    const found = nearestOf(differences);
    if (agreeing.length > 0 || found === null) {
      agreed = agreeing;
      continue;
    }
    // While a difference is made smaller, what it is compared with stays the same.
    const differs = async (text: string): Promise<Found | null> => {
      const candidate = {...made, text};
      if (!(await isValid(candidate))) return null;
      const {differences: left, agreeing: equal} = await compare(candidate, agreed);
      return equal.length > 0 ? null : nearestOf(left);
    };
    const {smallest, text, ...shrunk} = await shrink(made.text, found, differs, steps);
    const others = references.filter((reference) => !agreed.includes(reference));
    const here = others.length === 0 ? [] : (await compare({...made, text}, others)).agreeing;
    return {runs: number + 1, dropped, smallest, ...shrunk, references, agreed, here};
  }
  const none = {shrinks: 0, smallest: null, stopped: null, here: []};
  return {runs: count, dropped, ...none, references, agreed};
}

/** Goes on to the first simpler text that differs too, until there is none. */
async function shrink(
  text: string,
  found: Found,
  differs: (text: string) => Promise<Found | null>,
  steps?: (text: string) => Simplify[],
): Promise<{smallest: Found; text: string; shrinks: number; stopped: string | null}> {
  let smallest = {found, text, shrinks: 0, step: 0};
  const result = (stopped: string | null) => {
    return {smallest: smallest.found, text: smallest.text, shrinks: smallest.shrinks, stopped};
  };
  const tried = new Set<string>();
  for (;;) {
    const simpler = simplifications(smallest.text, steps);
    let isSmaller = false;
    for (let turn = 0; turn < simpler.length && !isSmaller; turn += 1) {
      // The steps before the one that led here have just failed, so they come last.
      const step = (smallest.step + turn) % simpler.length;
      const candidate = simpler[step]?.() ?? smallest.text;
      if (tried.has(candidate)) continue;
      tried.add(candidate);
      try {
        const next = await differs(candidate);
        if (next === null) continue;
        smallest = {found: next, text: candidate, shrinks: smallest.shrinks + 1, step};
        isSmaller = true;
      } catch (error) {
        // A difference that was found is not thrown away.
        return result(messageOf(error));
      }
    }
    if (!isSmaller) return result(null);
  }
}

/** The difference from the answer with which the program agrees longest. */
function nearestOf(differences: readonly Found[]): Found | null {
  const offsetOf = ({marks}: Found): number => marks.difference?.offset ?? 0;
  return differences.reduce<Found | null>(
    (nearest, one) => (nearest !== null && offsetOf(nearest) >= offsetOf(one) ? nearest : one),
    null,
  );
}
