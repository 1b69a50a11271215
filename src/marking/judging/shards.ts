/* The parts of a run, of which each is marked by a process of its own, perhaps on another machine. */
import type {FixtureCase} from '../suites/fixture-case.js';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** A case, with its position among all cases, from 1. */
export interface NumberedCase {
  readonly one: FixtureCase;
  readonly number: number;
}

/** Those of a list that are in a part; null: the whole. Neighbours go to different parts. */
export function partOf<T>(items: readonly T[], shard: Shard | null): T[] {
  return items.filter((_, index) => shard === null || index % shard.of === shard.index - 1);
}

/**
 * The cases of a part of one submission. What ends at its first failure is never split: a stage or, if the whole
 * submission does, all cases.
 */
export function casesOfPart(
  cases: readonly FixtureCase[],
  shard: Shard | null,
  failFast: boolean,
): NumberedCase[] {
  const unitOf = ({skipAfterFailure, folder, name}: FixtureCase): string => {
    if (failFast) return '';
    return skipAfterFailure ? `${folder}/` : name;
  };
  const units = new Set(partOf([...new Set(cases.map(unitOf))], shard));
  return cases.map((one) => ({one, number: one.number})).filter(({one}) => units.has(unitOf(one)));
}
