/* What went wrong in a class, grouped by cause. */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, SubmissionMarks} from '../marks/marks.js';
import {headline} from './details.js';

/** One thing that went wrong, and all submissions that have it. */
export interface Trouble {
  readonly label: string;
  /** Each submission once, with the number of its cases affected. */
  readonly members: readonly {readonly target: string; readonly cases: number}[];
  readonly example: {readonly target: string; readonly one: CaseMarks};
}

/** What went wrong across the class: what affects most submissions first, and skipped cases last. */
export function troublesOf(submissions: readonly SubmissionMarks[]): Trouble[] {
  const failures = submissions.flatMap(({target, cases}, index) =>
    cases.filter(({verdict}) => verdict !== 'pass').map((one) => ({index, target, one})),
  );
  // Two different reasons can begin with the same line, so the whole reason is the key.
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
