/* What went wrong in a class, by what it is. */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, SubmissionMarks} from '../marks/marks.js';
import {headline} from './details.js';

/** One thing that went wrong, and all submissions to which it happened. */
export interface Trouble {
  readonly label: string;
  /** Each submission once, with how many of its cases are so. */
  readonly members: readonly {readonly target: string; readonly cases: number}[];
  readonly example: {readonly target: string; readonly one: CaseMarks};
}

/** What went wrong across the class: what happened to most submissions first, and skipped cases last. */
export function troublesOf(submissions: readonly SubmissionMarks[]): Trouble[] {
  const failures = submissions.flatMap(({target, cases}, index) =>
    cases.filter(({verdict}) => verdict !== 'pass').map((one) => ({index, target, one})),
  );
  // Two reasons may begin with the same line, so the whole reason tells them apart.
  const keyOf = (one: CaseMarks): string =>
    JSON.stringify([headline(one), one.difference === null ? one.reason : null]);
  const skips = ({example}: Trouble): number => (example.one.verdict === 'skipped' ? 1 : 0);
  return [...groupBy(failures, ({one}) => keyOf(one)).values()]
    .flatMap((group): Trouble[] => {
      const [example] = group;
      if (example === undefined) return [];
      const members = [...groupBy(group, ({index}) => String(index)).values()].map((cases) => ({
        target: cases[0]?.target ?? '',
        cases: cases.length,
      }));
      return [{label: headline(example.one), members, example}];
    })
    .sort((a, b) => skips(a) - skips(b) || b.members.length - a.members.length);
}
