/*
 * What has changed between two reports: who gained and who lost points, and in which cases. A case has changed if its
 * verdict, its points or its maximum have; how an output is wrong, or how long it took, does not count.
 */
import type {CaseMarks, Marks, SubmissionMarks} from '../../run/marks.js';
import {isAtMost, lostPoints, sumOf} from '../../run/points.js';
import type {Verdict} from '../../run/verdicts.js';
import {oneLine} from '../../run/visible.js';

export interface Changes {
  /** Those that are in both reports, in the order of the new one. */
  readonly submissions: readonly SubmissionChange[];
  /** The names of submissions, and of cases, that only one of the reports has. */
  readonly onlyOld: Only;
  readonly onlyNew: Only;
  /** The cases that have changed for somebody, and for how many. Those that changed for most come first. */
  readonly cases: readonly CaseCounts[];
  /** What to know when the two are compared: other goldens, other options. */
  readonly notes: readonly string[];
}

export interface Only {
  readonly submissions: readonly string[];
  readonly cases: readonly string[];
}

export interface SubmissionChange {
  readonly target: string;
  readonly old: Sum;
  readonly now: Sum;
  /** null: nothing has changed. */
  readonly change: Change | null;
  /** With its sign: `+0.5`, `-1`, `0.0`. */
  readonly difference: string;
  readonly cases: readonly CaseChange[];
}

/** Decimal strings. */
export interface Sum {
  readonly points: string;
  readonly maxPoints: string;
}

type Direction = 'gained' | 'lost' | 'same';

/** How a submission or a case has changed. `otherwise`: in its verdict or its maximum, without a gain or a loss. */
export const CHANGES = ['gained', 'lost', 'otherwise'] as const;
export type Change = (typeof CHANGES)[number];

export interface CaseChange {
  readonly name: string;
  readonly old: Outcome;
  readonly now: Outcome;
  readonly change: Change;
}

interface Outcome extends Sum {
  readonly verdict: Verdict;
}

interface CaseCounts extends Readonly<Record<Change, number>> {
  readonly name: string;
}

export function changesOf(old: Marks, now: Marks): Changes {
  const before = byTarget(old);
  const after = new Set<string>();
  const submissions: SubmissionChange[] = [];
  for (const one of now.submissions) {
    after.add(one.target);
    const index = before.get(one.target);
    const earlier = index === undefined ? undefined : old.submissions.at(index);
    if (earlier !== undefined) submissions.push(submissionChange(earlier, one));
  }
  const cases = [casesIn(old), casesIn(now)] as const;
  return {
    submissions,
    onlyOld: {submissions: without(before.keys(), after), cases: without(cases[0], cases[1])},
    onlyNew: {submissions: without(after.keys(), before), cases: without(cases[1], cases[0])},
    cases: countsOf(submissions),
    notes: [...(submissions.length === 0 ? [NOBODY] : []), ...notesOf(old, now)],
  };
}

/** Whether anybody's marks are others now, or anything is in one of the reports only. */
export function hasChanged({submissions, onlyOld, onlyNew}: Changes): boolean {
  const only = [onlyOld, onlyNew].some((one) => one.submissions.length + one.cases.length > 0);
  return only || submissions.some(isChanged);
}

export function isChanged({change}: SubmissionChange): boolean {
  return change !== null;
}

/** Whether the maximum is the same number: `1` is `1.0`. */
export function haveSameMaximum(old: Sum, now: Sum): boolean {
  return directionOf(old.maxPoints, now.maxPoints) === 'same';
}

/** `+0.5`, `-1`, or `0.0`. */
export function differenceOf(old: string, now: string): string {
  switch (directionOf(old, now)) {
    case 'gained':
      return `+${lostPoints(old, now)}`;
    case 'lost':
      return `-${lostPoints(now, old)}`;
    case 'same':
      return lostPoints(old, now);
  }
}

/** The points of all that both reports have, old and new. */
export function sumsOf({submissions}: Changes): {readonly old: Sum; readonly now: Sum} {
  const sumsIn = (which: 'old' | 'now'): Sum => ({
    points: sumOf(submissions.map(({[which]: {points}}) => points)),
    maxPoints: sumOf(submissions.map(({[which]: {maxPoints}}) => maxPoints)),
  });
  return {old: sumsIn('old'), now: sumsIn('now')};
}

function submissionChange(old: SubmissionMarks, now: SubmissionMarks): SubmissionChange {
  const before = new Map(old.cases.map((one) => [one.case, one]));
  const cases = now.cases.flatMap((one) => {
    const earlier = before.get(one.case);
    return earlier === undefined || isSame(earlier, one) ? [] : [caseChange(earlier, one)];
  });
  const direction = directionOf(old.points, now.points);
  // It may gain in one case what it loses in another.
  const isOtherwise = cases.length > 0 || !haveSameMaximum(old, now);
  return {
    target: now.target,
    old: {points: old.points, maxPoints: old.maxPoints},
    now: {points: now.points, maxPoints: now.maxPoints},
    change: direction !== 'same' ? direction : isOtherwise ? 'otherwise' : null,
    difference: differenceOf(old.points, now.points),
    cases,
  };
}

function isSame(old: CaseMarks, now: CaseMarks): boolean {
  const isWorthTheSame = directionOf(old.points, now.points) === 'same' && haveSameMaximum(old, now);
  return old.verdict === now.verdict && isWorthTheSame;
}

/** Where the points say nothing, since the case has none, or none were given, the verdict may. */
function caseChange(old: CaseMarks, now: CaseMarks): CaseChange {
  const byPoints = directionOf(old.points, now.points);
  const passes = Number(now.verdict === 'pass') - Number(old.verdict === 'pass');
  const byVerdict = passes > 0 ? 'gained' : passes < 0 ? 'lost' : 'otherwise';
  return {
    name: now.case,
    old: {verdict: old.verdict, points: old.points, maxPoints: old.maxPoints},
    now: {verdict: now.verdict, points: now.points, maxPoints: now.maxPoints},
    change: byPoints === 'same' ? byVerdict : byPoints,
  };
}

function directionOf(old: string, now: string): Direction {
  if (!isAtMost(now, old)) return 'gained';
  return isAtMost(old, now) ? 'same' : 'lost';
}

function countsOf(submissions: readonly SubmissionChange[]): CaseCounts[] {
  const counts = new Map<string, Record<Change, number>>();
  for (const {name, change} of submissions.flatMap(({cases}) => cases)) {
    const count = counts.get(name) ?? {gained: 0, lost: 0, otherwise: 0};
    count[change] += 1;
    counts.set(name, count);
  }
  const all = ({gained, lost, otherwise}: Readonly<Record<Change, number>>): number =>
    gained + lost + otherwise;
  return [...counts].map(([name, count]) => ({name, ...count})).sort((a, b) => all(b) - all(a));
}

/** A file is `ann.c` where the whole folder was marked, and `class/ann.c` where it was named. */
const NOBODY = 'no submission has the same name in both reports';

function notesOf(old: Marks, now: Marks): string[] {
  const [before, after] = [old.run, now.run];
  return [
    ...(before !== null && after !== null && before.fixtures !== after.fixtures
      ? ['the suite has changed: an input, a golden, or what a suite.json says']
      : []),
    ...(before !== null && after !== null && before.options !== after.options
      ? [`the options have changed: ${optionsOf(before.options)}, now ${optionsOf(after.options)}`]
      : []),
    ...(before === null || after === null
      ? ['one of the reports does not say which goldens it was made with']
      : []),
    ...(old.sandbox === now.sandbox
      ? []
      : [`the sandbox was ${onOff(old.sandbox)}, and is ${onOff(now.sandbox)} now`]),
    ...(old.complete ? [] : ['the old report is incomplete']),
    ...(now.complete ? [] : ['the new report is incomplete']),
  ];
}

function optionsOf(options: string): string {
  return options === '' ? 'none' : oneLine(options);
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

/** Where each submission is. */
function byTarget({submissions}: Marks): Map<string, number> {
  return new Map(Array.from(submissions, ({target}, index) => [target, index]));
}

function casesIn({submissions}: Marks): Set<string> {
  const names = new Set<string>();
  for (const {cases} of submissions) for (const one of cases) names.add(one.case);
  return names;
}

function without(names: Iterable<string>, others: {readonly has: (name: string) => boolean}): string[] {
  return [...names].filter((name) => !others.has(name));
}
