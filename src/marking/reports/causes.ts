/* What went wrong, grouped by cause: in one submission, or across a class. */
import {groupBy} from '../marks/grouping.js';
import {type CaseMarks, type SubmissionMarks, VERDICT_WORDS} from '../marks/marks.js';
import {headline} from './details.js';
import {oneLine} from './plain.js';

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
  const groups = [...groupBy(failures, ({one}) => causeOf(one)).values()];
  return groups
    .sort((a, b) => b.length - a.length)
    .flatMap((group): Trouble[] => {
      const [example] = group;
      if (example === undefined) return [];
      const members = [...groupBy(group, ({index}) => String(index)).values()].map((some) => ({
        target: some[0]?.target ?? '',
        cases: some.map(({one}) => one),
      }));
      const {cases} = submissions[example.index] ?? {cases: []};
      const one = withoutAim(example.one, cases);
      return [{label: labelOfAll(group.map((some) => some.one)), members, example: {...example, one}}];
    })
    .sort((a, b) => skips(a) - skips(b) || b.members.length - a.members.length);
}

/** The same text for failures with the same cause: of time-outs it does not matter which clock ran out. */
export function causeOf(one: CaseMarks): string {
  if (isTimeOut(one)) return VERDICT_WORDS[one.verdict];
  // Two different reasons can begin with the same line, so the whole reason counts.
  return JSON.stringify([headline(one), one.difference === null ? one.reason : null]);
}

/** What all failures with the same cause have in their headlines. */
export function labelOf(one: CaseMarks): string {
  return isTimeOut(one) ? VERDICT_WORDS[one.verdict] : headline(one);
}

function labelOfAll([first, ...others]: readonly CaseMarks[]): string {
  if (first === undefined) return '';
  const limits = isTimeOut(first) ? [first, ...others].map(({reason}) => oneLine(reason ?? '')) : [];
  const more = [...new Set(limits)].slice(1).map((limit) => `, or ${limit}`);
  return headline(first) + more.join('');
}

function isTimeOut({verdict, withheld}: CaseMarks): boolean {
  return verdict === 'timed-out' && !withheld;
}

/** Where all cases of a suite fail, it is not for what one of them tests. */
function withoutAim(one: CaseMarks, cases: readonly CaseMarks[]): CaseMarks {
  const own = cases.filter(({suite}) => suite === one.suite);
  const isOneOfMany = own.length === 1 || own.some(({verdict}) => verdict === 'pass');
  return isOneOfMany ? one : {...one, about: null, section: null};
}

function skips({example}: Trouble): number {
  return example.one.verdict === 'skipped' ? 1 : 0;
}
