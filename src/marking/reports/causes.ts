/* What went wrong, grouped by cause: in one submission, or across a class. */
import type {CaseMarks, Submissions} from '../results/marks.js';
import {VERDICT_WORDS} from '../results/verdicts.js';
import {oneLine} from '../results/visible.js';
import {headline} from './details.js';

/** One thing that went wrong, and everything that it affects. */
export interface Trouble {
  readonly label: string;
  /** Each submission once, with its cases. */
  readonly members: readonly SomeCases[];
  /** Read again when it is shown: there may be very many. */
  readonly example: () => {readonly target: string; readonly one: CaseMarks};
}

/** Cases of a submission, at least one. */
export interface SomeCases {
  readonly target: string;
  readonly cases: readonly NamedCase[];
}

/** What a list of cases says of each. */
export type NamedCase = Pick<CaseMarks, 'case' | 'title' | 'visibility' | 'withheld'>;

interface Group {
  /** What the headlines have in common, and what time-outs say besides. */
  readonly label: string;
  readonly limits: Set<string>;
  readonly isSkip: boolean;
  readonly members: {readonly target: string; readonly cases: NamedCase[]}[];
  /** Where the first case is. */
  readonly index: number;
  readonly position: number;
  count: number;
}

/** What affects most submissions first, then what affects most cases, and skipped cases last. */
export function troublesOf(submissions: Submissions): Trouble[] {
  const groups = new Map<string, Group>();
  let index = 0;
  for (const {target, cases} of submissions) {
    const own = new Map<Group, NamedCase[]>();
    for (const [position, one] of cases.entries()) {
      if (one.verdict === 'pass') continue;
      const cause = causeOf(one);
      const group = groups.get(cause) ?? newGroup(one, index, position);
      groups.set(cause, group);
      group.count += 1;
      if (isTimeOut(one)) group.limits.add(oneLine(one.reason ?? ''));
      const named = own.get(group) ?? [];
      if (named.length === 0) group.members.push({target, cases: named});
      own.set(group, named);
      named.push({case: one.case, title: one.title, visibility: one.visibility, withheld: one.withheld});
    }
    index += 1;
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .sort((a, b) => Number(a.isSkip) - Number(b.isSkip) || b.members.length - a.members.length)
    .map(({label, limits, members, ...first}) => ({
      label:
        label +
        [...limits]
          .slice(1)
          .map((limit) => `, or ${limit}`)
          .join(''),
      members,
      example: () => exampleIn(submissions, first),
    }));
}

function newGroup(one: CaseMarks, index: number, position: number): Group {
  const isSkip = one.verdict === 'skipped';
  return {label: headline(one), limits: new Set(), isSkip, members: [], index, position, count: 0};
}

function exampleIn(
  submissions: Submissions,
  {index, position}: Pick<Group, 'index' | 'position'>,
): ReturnType<Trouble['example']> {
  const {target = '', cases = []} = submissions.at(index) ?? {};
  const one = cases[position];
  if (one === undefined) throw new RangeError(`${target} has no case at ${position}`);
  return {target, one: withoutAim(one, cases)};
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

function isTimeOut({verdict, withheld}: CaseMarks): boolean {
  return verdict === 'timed-out' && !withheld;
}

/** Where all cases of a suite fail, it is not for what one of them tests. */
function withoutAim(one: CaseMarks, cases: readonly CaseMarks[]): CaseMarks {
  const own = cases.filter(({suite}) => suite === one.suite);
  const isOneOfMany = own.length === 1 || own.some(({verdict}) => verdict === 'pass');
  return isOneOfMany ? one : {...one, about: null, section: null};
}
