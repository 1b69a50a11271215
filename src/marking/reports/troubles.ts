/* What went wrong, grouped by cause: in one submission, or across a class. */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, SubmissionMarks} from '../marks/marks.js';
import {headline} from './details.js';

/** One thing that went wrong, and everything that it affects. */
export interface Trouble {
  readonly label: string;
  /** Each submission once, with its cases. */
  readonly members: readonly SomeCases[];
  readonly example: {readonly target: string; readonly one: CaseMarks};
}

/** Cases of a submission, at least one. */
export interface SomeCases {
  readonly target: string;
  readonly cases: readonly CaseMarks[];
}

/** What affects most submissions first, then what affects most cases, and skipped cases last. */
export function troublesOf(submissions: readonly SubmissionMarks[]): Trouble[] {
  const failures = submissions.flatMap(({target, cases}, index) =>
    cases.filter(({verdict}) => verdict !== 'pass').map((one) => ({index, target, one})),
  );
  // Two different reasons can begin with the same line, so the whole reason is the key.
  const keyOf = (one: CaseMarks): string =>
    JSON.stringify([headline(one), one.difference === null ? one.reason : null]);
  const groups = [...groupBy(failures, ({one}) => keyOf(one)).values()];
  return groups
    .sort((a, b) => b.length - a.length)
    .flatMap((group): Trouble[] => {
      const [example] = group;
      if (example === undefined) return [];
      const members = [...groupBy(group, ({index}) => String(index)).values()].map((some) => ({
        target: some[0]?.target ?? '',
        cases: some.map(({one}) => one),
      }));
      return [{label: headline(example.one), members, example}];
    })
    .sort((a, b) => skips(a) - skips(b) || b.members.length - a.members.length);
}

function skips({example}: Trouble): number {
  return example.one.verdict === 'skipped' ? 1 : 0;
}
