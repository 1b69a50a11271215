/* Mistakes: failures grouped by cause, in one submission or across a class. */
import type {CaseMarks, Submissions} from '../results/marks.js';
import {VERDICT_WORDS} from '../results/verdicts.js';
import {headline} from './explain.js';

/** One cause, and everything that it affects. */
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

/** Facts about a case that a list of many shows. */
export type NamedCase = Pick<CaseMarks, 'case' | 'title' | 'visibility' | 'withheld' | 'verdict'>;

interface Group {
  label: string;
  count: number;
  readonly members: {readonly target: string; readonly cases: NamedCase[]}[];
  /** Place of the first case. */
  readonly index: number;
  readonly position: number;
}

/** Returns the causes: first what affects most submissions, then what affects most cases, skipped cases last. */
export function troublesOf(submissions: Submissions): Trouble[] {
  const groups = new Map<string, Group>();
  let index = 0;
  for (const {target, cases} of submissions) {
    const own = new Map<Group, NamedCase[]>();
    for (const [position, one] of cases.entries()) {
      if (one.verdict === 'pass') continue;
      const cause = causeOf(one);
      const group = groups.get(cause) ?? {label: headline(one), count: 0, members: [], index, position};
      groups.set(cause, group);
      group.label = commonLabel(group.label, one);
      group.count += 1;
      const named = own.get(group) ?? [];
      if (named.length === 0) group.members.push({target, cases: named});
      own.set(group, named);
      const {title, visibility, withheld, verdict} = one;
      named.push({case: one.case, title, visibility, withheld, verdict});
    }
    index += 1;
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .sort((a, b) => Number(isSkip(a)) - Number(isSkip(b)) || b.members.length - a.members.length)
    .map((group) => ({
      label: group.label,
      members: group.members,
      example: () => exampleIn(submissions, group),
    }));
}

/** Numbers, which differ between the cases of one mistake. */
const NUMBERS = /\d+|#/g;

/** Returns the same text for failures with the same cause, whatever numbers they mention. */
function causeOf(one: CaseMarks): string {
  if (isTimeOut(one)) return VERDICT_WORDS[one.verdict];
  // Two reasons may begin with the same line, but below a compiler's first error stand the names of files.
  const hasOther = one.difference !== null || one.verdict === 'did-not-compile';
  return `${headline(one)}\n${hasOther ? '' : one.reason}`.replace(NUMBERS, '#');
}

/** Returns what two headlines have in common: `#` stands for numbers that differ. */
function commonLabel(label: string, one: CaseMarks): string {
  const other = headline(one);
  // It does not matter which clock ran out.
  if (isTimeOut(one) && label !== other) return VERDICT_WORDS[one.verdict];
  const numbers = other.match(NUMBERS) ?? [];
  let index = 0;
  return label.replace(NUMBERS, (number) => (number === numbers[index++] ? number : '#'));
}

function isTimeOut({verdict, withheld}: CaseMarks): boolean {
  return verdict === 'timed-out' && !withheld;
}

function isSkip({members}: Group): boolean {
  return members[0]?.cases[0]?.verdict === 'skipped';
}

function exampleIn(submissions: Submissions, {index, position}: Group): ReturnType<Trouble['example']> {
  const {target = '', cases = []} = submissions.at(index) ?? {};
  const one = cases[position];
  if (one === undefined) throw new RangeError(`${target} has no case at ${position}`);
  return {target, one};
}
