/* Parts of a run, each marked by a process of its own, perhaps on another machine. */
import {groupBy} from '../run/grouping.js';
import type {FixtureCase} from '../suites/fixture-case.js';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** Picks the items of a part; null: all of them. Neighbours go to different parts. */
export function partOf<T>(items: readonly T[], shard: Shard | null): T[] {
  return items.filter((_, index) => shard === null || index % shard.of === shard.index - 1);
}

/** Picks the cases of a part of one submission. No unit is split. */
export function casesOfPart(
  cases: readonly FixtureCase[],
  shard: Shard | null,
  failFast: boolean,
): FixtureCase[] {
  return partOf(unitsOf(cases, failFast), shard).flat();
}

/** Groups cases that end with the first failure among them: a stage or, with `failFast`, all. Any other case is alone. */
export function unitsOf(cases: readonly FixtureCase[], failFast: boolean): FixtureCase[][] {
  const unitOf = ({skipAfterFailure, folder, name}: FixtureCase): string => {
    if (failFast) return '';
    return skipAfterFailure ? `${folder}/` : name;
  };
  return [...groupBy(cases, unitOf).values()];
}
