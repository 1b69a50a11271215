/*
 * What has changed between two runs: who gained and who lost points, and in which cases. A case has changed if its
 * verdict, its points or its maximum have; how an output is wrong, or how long it took, does not count.
 */
import {widthOf, wrapWords} from '../../command-line/terminal.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {counted, groupBy} from '../results/grouping.js';
import type {CaseMarks, Marks, SubmissionMarks} from '../results/marks.js';
import {isAtMost, lostPoints, sumOf} from '../results/points.js';
import {VERDICT_WORDS} from '../results/verdicts.js';
import {oneLine} from '../results/visible.js';
import {COLUMNS} from './drawing.js';

export interface Changes {
  /** Submissions of both runs, in the order of the new one. */
  readonly submissions: readonly SubmissionChange[];
  /** Names of submissions and cases that only one of the runs has. */
  readonly onlyOld: Only;
  readonly onlyNew: Only;
  /** Differences in what was marked, and how: other goldens, other options. */
  readonly notes: readonly string[];
}

interface Only {
  readonly submissions: readonly string[];
  readonly cases: readonly string[];
}

interface SubmissionChange {
  readonly target: string;
  readonly old: Sum;
  readonly now: Sum;
  readonly cases: readonly CaseChange[];
}

interface CaseChange {
  readonly name: string;
  readonly old: Outcome;
  readonly now: Outcome;
}

/** Decimal strings. */
type Sum = Pick<SubmissionMarks, 'points' | 'maxPoints'>;
type Outcome = Pick<CaseMarks, 'verdict' | 'points' | 'maxPoints'>;

type Direction = 'gained' | 'lost' | 'same';

export function changesOf(old: Marks, now: Marks): Changes {
  const before = new Map(Array.from(old.submissions, ({target}, index) => [target, index]));
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
    onlyNew: {submissions: without(after, before), cases: without(cases[1], cases[0])},
    notes: [...(submissions.length === 0 ? [NOBODY] : []), ...notesOf(old, now)],
  };
}

/** Returns whether any marks differ, or anything is in one of the runs only. */
export function hasChanged({submissions, onlyOld, onlyNew}: Changes): boolean {
  const only = [onlyOld, onlyNew].some((one) => one.submissions.length + one.cases.length > 0);
  return only || submissions.some(isChanged);
}

/** Writes the text for people: submissions, then changes that several of them share, then cases and a sum. */
export function* writeChanges(changes: Changes): Iterable<string> {
  for (const piece of piecesOf(changes)) yield withoutCommands(piece);
}

function submissionChange(old: SubmissionMarks, now: SubmissionMarks): SubmissionChange {
  const before = new Map(old.cases.map((one) => [one.case, one]));
  const cases = now.cases.flatMap((one) => {
    const earlier = before.get(one.case);
    const isUnchanged =
      earlier !== undefined &&
      earlier.verdict === one.verdict &&
      directionOf(earlier, one) === 'same' &&
      haveSameMaximum(earlier, one);
    return earlier === undefined || isUnchanged ? [] : [{name: one.case, old: earlier, now: one}];
  });
  return {target: now.target, old, now, cases: cases.map(outcomesOnly)};
}

/** Keeps little of each case: there may be very many. */
function outcomesOnly({name, old, now}: CaseChange): CaseChange {
  const outcomeOf = ({verdict, points, maxPoints}: Outcome): Outcome => ({verdict, points, maxPoints});
  return {name, old: outcomeOf(old), now: outcomeOf(now)};
}

function isChanged({old, now, cases}: SubmissionChange): boolean {
  return cases.length > 0 || directionOf(old, now) !== 'same' || !haveSameMaximum(old, now);
}

function directionOf(old: Sum, now: Sum): Direction {
  if (!isAtMost(now.points, old.points)) return 'gained';
  return isAtMost(old.points, now.points) ? 'same' : 'lost';
}

/** Returns how a case has changed; a pass of a case without points is a gain, too. */
function caseDirection({old, now}: CaseChange): Direction {
  const direction = directionOf(old, now);
  if (direction !== 'same' || (old.verdict === 'pass') === (now.verdict === 'pass')) return direction;
  return now.verdict === 'pass' ? 'gained' : 'lost';
}

/** Returns whether the maximum is the same number: `1` is `1.0`. */
function haveSameMaximum(old: Sum, now: Sum): boolean {
  return isAtMost(old.maxPoints, now.maxPoints) && isAtMost(now.maxPoints, old.maxPoints);
}

/** A file is `ann.c` where the whole folder was marked, and `class/ann.c` where it was named. */
const NOBODY = 'no submission has the same name in both runs';

function notesOf(old: Marks, now: Marks): string[] {
  const [before, after] = [old.run, now.run];
  return [
    ...(before.fixtures === after.fixtures
      ? []
      : ['the suite has changed: an input, a golden, or a suite.json']),
    ...(before.options === after.options
      ? []
      : [`the options have changed: ${optionsOf(before.options)}, now ${optionsOf(after.options)}`]),
    ...(old.sandbox === now.sandbox
      ? []
      : [`the sandbox was ${onOff(old.sandbox)}, and is ${onOff(now.sandbox)} now`]),
    ...(old.complete ? [] : ['the old run is incomplete']),
    ...(now.complete ? [] : ['the new run is incomplete']),
  ];
}

function optionsOf(options: string): string {
  return options === '' ? 'none' : oneLine(options);
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

function casesIn({submissions}: Marks): Set<string> {
  const names = new Set<string>();
  for (const {cases} of submissions) for (const one of cases) names.add(one.case);
  return names;
}

function without(names: Iterable<string>, others: {readonly has: (name: string) => boolean}): string[] {
  return [...names].filter((name) => !others.has(name));
}

function* piecesOf({submissions, onlyOld, onlyNew, notes}: Changes): Iterable<string> {
  const changed = submissions.filter(isChanged);
  const all = changed.flatMap(({target, cases}) => cases.map((one) => ({target, one, line: lineOf(one)})));
  const owners = groupBy(all, ({line}) => line);
  for (const one of changed) {
    yield `${oneLine(one.target)}  ${pointsOf(one.old, one.now)}\n`;
    for (const line of one.cases.map(lineOf)) if (owners.get(line)?.length === 1) yield `  ${line}\n`;
  }
  if (changed.length > 0) yield '\n';
  for (const [line, members] of owners) {
    if (members.length < 2) continue;
    yield `${counted(members.length, 'submission')}: ${line}\n`;
    const last = members.length - 1;
    const names = members.map(({target}, index) => `${oneLine(target)}${index === last ? '' : ','}`);
    for (const some of wrapWords(names, COLUMNS - 2, widthOf)) yield `  ${some}\n`;
    yield '\n';
  }
  const changes = all.map(({one}) => one);
  const byCase = submissions.length > 1 ? [...groupBy(changes, ({name}) => name)] : [];
  const rows = byCase
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([name, own]) => countsOf(name, own));
  if (rows.length > 0) yield `by case\n${rows.join('')}\n`;
  yield* onlyLines('old', onlyOld);
  yield* onlyLines('new', onlyNew);
  for (const note of notes) yield `note: ${note}\n`;
  yield `${totalOf(submissions)}\n`;
}

/** Returns a line for a case in which some gained or lost. */
function countsOf(name: string, changes: readonly CaseChange[]): string[] {
  const parts = (['gained', 'lost'] as const).flatMap((direction) => {
    const count = changes.filter((one) => caseDirection(one) === direction).length;
    return count === 0 ? [] : [`${count} ${direction}`];
  });
  return parts.length === 0 ? [] : [`  ${oneLine(name)}  ${parts.join(', ')}\n`];
}

function lineOf(change: CaseChange): string {
  return `${oneLine(change.name)}  ${outcomesOf(change)}`;
}

/** `12 submissions gained, 3 lost, 85 the same; 650.5 → 660.0 points (+9.5)` */
function totalOf(submissions: readonly SubmissionChange[]): string {
  const count = (wanted: Direction): number =>
    submissions.filter(({old, now}) => directionOf(old, now) === wanted).length;
  const sumIn = (which: 'old' | 'now'): Sum => ({
    points: sumOf(submissions.map(({[which]: {points}}) => points)),
    maxPoints: sumOf(submissions.map(({[which]: {maxPoints}}) => maxPoints)),
  });
  const gained = counted(count('gained'), 'submission');
  return `${gained} gained, ${count('lost')} lost, ${count('same')} the same; ${pointsOf(sumIn('old'), sumIn('now'))}`;
}

/** `8 → 9 points (+1)`; with the maximum if that has changed: `8/10 → 8/20 points (0)`. */
function pointsOf(old: Sum, now: Sum): string {
  const change = haveSameMaximum(old, now)
    ? `${old.points} → ${now.points}`
    : `${old.points}/${old.maxPoints} → ${now.points}/${now.maxPoints}`;
  return `${change} points (${differenceOf(old, now)})`;
}

/** `+0.5`, `-1`, or `0.0`. */
function differenceOf(old: Sum, now: Sum): string {
  switch (directionOf(old, now)) {
    case 'gained':
      return `+${lostPoints(old.points, now.points)}`;
    case 'lost':
      return `-${lostPoints(now.points, old.points)}`;
    case 'same':
      return lostPoints(old.points, now.points);
  }
}

/** `wrong output → pass`; with the points where the verdicts do not say them. */
function outcomesOf({old, now}: CaseChange): string {
  const words = [old, now].map(({verdict}) => VERDICT_WORDS[verdict]).join(' → ');
  return isAllOrNothing(old) && isAllOrNothing(now) && haveSameMaximum(old, now)
    ? words
    : `${words}, ${old.points}/${old.maxPoints} → ${now.points}/${now.maxPoints} points`;
}

function isAllOrNothing({verdict, points, maxPoints}: Outcome): boolean {
  return verdict === 'pass' ? isAtMost(maxPoints, points) : isAtMost(points, '0');
}

function* onlyLines(which: 'old' | 'new', only: Only): Iterable<string> {
  for (const noun of ['submissions', 'cases'] as const)
    if (only[noun].length > 0)
      yield `${noun} only in the ${which} run: ${only[noun].map(oneLine).join(', ')}\n`;
}
