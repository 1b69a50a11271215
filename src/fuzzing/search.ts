/*
 * Searches for a session on which a program differs from every reference that it agreed with until then, and makes that
 * session small. How the program is run it does not know.
 */
import {asyncProperty, check} from 'fast-check';
import {messageOf} from '../command-line/user-error.js';
import type {CaseMarks, FixtureCase} from '../marking/index.js';
import {sessionInputs} from './inputs.js';
import type {Reference} from './references.js';

/** A session on which the program differs from an answer, as a case, and how. */
export interface Found {
  readonly one: FixtureCase;
  readonly marks: CaseMarks;
}

/** Runs the program: how it differs from each answer to an input, and the references with which it agrees. */
export type Compare = (
  input: string,
  references: readonly Reference[],
) => Promise<{readonly differences: readonly Found[]; readonly agreeing: readonly Reference[]}>;

export interface Result {
  /** How many sessions were run, up to the one that differs, and how many steps made that one smaller. */
  readonly runs: number;
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
  {numRuns, seed}: {readonly numRuns: number; readonly seed: number},
): Promise<Result> {
  const hunt = new Hunt(compare, references);
  const {
    errorInstance: error,
    numRuns: runs,
    numShrinks: shrinks,
  } = await check(
    asyncProperty(sessionInputs, (input) => hunt.passes(input)),
    {numRuns, seed, endOnFailure: false},
  );
  const {smallest, stopped, agreed, here} = hunt;
  if (smallest === null && error !== null) throw error;
  return {runs, shrinks, smallest, stopped, references, agreed, here};
}

/** What is known so far. */
class Hunt {
  /** fast-check only goes on to smaller inputs, so the last one on which they differ is the smallest. */
  smallest: Found | null = null;
  stopped: string | null = null;
  agreed: readonly Reference[];
  here: readonly Reference[] = [];
  private readonly compare: Compare;
  private readonly references: readonly Reference[];

  constructor(compare: Compare, references: readonly Reference[]) {
    this.compare = compare;
    this.references = references;
    this.agreed = references;
  }

  /** Whether the program agrees with a reference on this session. */
  async passes(input: string): Promise<boolean> {
    if (this.stopped !== null) return true;
    try {
      const {differences, agreeing} = await this.compare(input, this.agreed);
      const nearest = nearestOf(differences);
      if (agreeing.length === 0 && nearest !== null) {
        this.here = await this.othersAgreeing(input);
        this.smallest = nearest;
        return false;
      }
      // While a difference is made smaller, what it is compared with stays the same.
      if (this.smallest === null) this.agreed = agreeing;
    } catch (error) {
      // A difference that was found is not thrown away.
      if (this.smallest === null) throw error;
      this.stopped = messageOf(error);
    }
    return true;
  }

  /** The references with which the program agrees here, though it has disagreed with them before. */
  private async othersAgreeing(input: string): Promise<readonly Reference[]> {
    const others = this.references.filter((reference) => !this.agreed.includes(reference));
    return others.length === 0 ? [] : (await this.compare(input, others)).agreeing;
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
