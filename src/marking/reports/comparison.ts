/*
 * What has changed between two runs: who gained and who lost points, and in which cases. A case has changed if its
 * verdict, its points or its maximum have; how an output is wrong, or how long it took, does not count.
 */
import {widthOf, wrapWords} from '../../command-line/terminal.js';
import {counted, groupBy} from '../results/grouping.js';
import type {CaseMarks, Marks, SubmissionMarks} from '../results/marks.js';
import {isAtMost, lostPoints, sumOf} from '../results/points.js';
import {VERDICT_WORDS} from '../results/verdicts.js';
import {oneLine} from '../results/visible.js';

export interface Comparison {
  /** Whether any marks differ, or anything is in one of the runs only. */
  readonly hasChanged: boolean;
  /** For people: submissions, then changes that several of them share, then cases, notes and a sum. */
  readonly lines: readonly string[];
}

/** A submission of both runs. */
interface SubmissionChange extends Change {
  readonly target: string;
  readonly cases: readonly CaseChange[];
}

interface CaseChange extends Change {
  readonly name: string;
  /** The change in words. */
  readonly text: string;
  readonly direction: Direction;
}

/** Decimal strings. */
type Sum = Pick<SubmissionMarks, 'points' | 'maxPoints'>;

interface Change {
  readonly old: Sum;
  readonly now: Sum;
}

type Direction = 'gained' | 'lost' | 'same';

export function compareRuns(old: Marks, now: Marks): Comparison {
  const places = new Map(Array.from(old.submissions, ({target}, index) => [target, index]));
  const [before, after] = [namesIn(old), namesIn(now)];
  const common = Array.from(now.submissions).flatMap((one) => {
    const earlier = old.submissions.at(places.get(one.target) ?? old.submissions.length);
    return earlier === undefined ? [] : [submissionChange(earlier, one)];
  });
  const changed = common.filter(
    (one) => one.cases.length > 0 || directionOf(one) !== 'same' || !haveSameMaximum(one),
  );
  const only = [...onlyLines('old', before, after), ...onlyLines('new', after, before)];
  return {
    hasChanged: changed.length + only.length > 0,
    lines: [
      ...submissionLines(changed),
      ...(common.length > 1 ? caseLines(changed) : []),
      ...only,
      ...notesOf(old, now, common.length === 0).map((note) => `note: ${note}`),
      totalOf(common),
    ],
  };
}

/** Names of a run by what they name. */
type Names = Readonly<Record<'submissions' | 'cases', ReadonlySet<string>>>;

function namesIn({submissions}: Marks): Names {
  const names = {submissions: new Set<string>(), cases: new Set<string>()};
  for (const {target, cases} of submissions) {
    names.submissions.add(target);
    for (const one of cases) names.cases.add(one.case);
  }
  return names;
}

function onlyLines(which: 'old' | 'new', own: Names, other: Names): string[] {
  return (['submissions', 'cases'] as const).flatMap((noun) => {
    const names = [...own[noun]].filter((name) => !other[noun].has(name));
    return names.length === 0 ? [] : [`${noun} only in the ${which} run: ${names.map(oneLine).join(', ')}`];
  });
}

/** Keeps only points and words of the cases: there may be very many. */
function submissionChange(old: SubmissionMarks, now: SubmissionMarks): SubmissionChange {
  const sum = ({points, maxPoints}: Sum): Sum => ({points, maxPoints});
  const before = new Map(old.cases.map((one) => [one.case, one]));
  const cases = now.cases.flatMap((one): CaseChange[] => {
    const earlier = before.get(one.case);
    if (earlier === undefined) return [];
    const change = {old: sum(earlier), now: sum(one)};
    const direction = directionOf(change);
    if (earlier.verdict === one.verdict && direction === 'same' && haveSameMaximum(change)) return [];
    const passes = [earlier, one].map(({verdict}) => verdict === 'pass');
    // A pass of a case without points is a gain, too.
    const ofPass = passes[0] === passes[1] ? 'same' : passes[1] ? 'gained' : 'lost';
    const text = `${oneLine(one.case)}  ${outcomesOf(earlier, one)}`;
    return [{...change, name: one.case, text, direction: direction === 'same' ? ofPass : direction}];
  });
  return {target: now.target, old: sum(old), now: sum(now), cases};
}

function directionOf({old, now}: Change): Direction {
  if (!isAtMost(now.points, old.points)) return 'gained';
  return isAtMost(old.points, now.points) ? 'same' : 'lost';
}

/** Returns whether the maximum is the same number: `1` is `1.0`. */
function haveSameMaximum({old, now}: Change): boolean {
  return isAtMost(old.maxPoints, now.maxPoints) && isAtMost(now.maxPoints, old.maxPoints);
}

function notesOf(old: Marks, now: Marks, hasNothing: boolean): string[] {
  const options = [old, now].map(({run}) => (run.options === '' ? 'none' : oneLine(run.options)));
  const sandbox = [old, now].map((one) => (one.sandbox ? 'on' : 'off'));
  return [
    // A file is `ann.c` where the whole folder was marked, and `class/ann.c` where it was named.
    ...(hasNothing ? ['no submission has the same name in both runs'] : []),
    ...(old.run.fixtures === now.run.fixtures
      ? []
      : ['the suite has changed: an input, a golden, or a suite.json']),
    ...(options[0] === options[1] ? [] : [`the options have changed: ${options.join(', now ')}`]),
    ...(sandbox[0] === sandbox[1] ? [] : [`the sandbox was ${sandbox[0]}, and is ${sandbox[1]} now`]),
    ...(old.complete ? [] : ['the old run is incomplete']),
    ...(now.complete ? [] : ['the new run is incomplete']),
  ];
}

/** Max columns of a line of names, which is indented by two. */
const WIDTH = 78;

function submissionLines(changed: readonly SubmissionChange[]): string[] {
  const all = changed.flatMap(({target, cases}) => cases.map(({text}) => ({target, text})));
  const owners = groupBy(all, ({text}) => text);
  const shared = [...owners].filter(([, members]) => members.length > 1);
  return [
    ...changed.flatMap(({target, cases, ...sums}) => [
      `${oneLine(target)}  ${pointsOf(sums)}`,
      ...cases.filter(({text}) => owners.get(text)?.length === 1).map(({text}) => `  ${text}`),
    ]),
    ...(changed.length > 0 ? [''] : []),
    ...shared.flatMap(([text, members]) => {
      const names = members.map(({target}) => oneLine(target)).join(',\n');
      const lines = wrapWords(names.split('\n'), WIDTH, widthOf).map((some) => `  ${some}`);
      return [`${counted(members.length, 'submission')}: ${text}`, ...lines, ''];
    }),
  ];
}

/** Returns a line for each case in which some gained or lost. */
function caseLines(changed: readonly SubmissionChange[]): string[] {
  const byCase = groupBy(
    changed.flatMap(({cases}) => cases),
    ({name}) => name,
  );
  const lines = [...byCase]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([name, own]) => {
      const parts = (['gained', 'lost'] as const).flatMap((which) => {
        const count = own.filter(({direction}) => direction === which).length;
        return count === 0 ? [] : [`${count} ${which}`];
      });
      return parts.length === 0 ? [] : [`  ${oneLine(name)}  ${parts.join(', ')}`];
    });
  return lines.length === 0 ? [] : ['by case', ...lines, ''];
}

/** `12 submissions gained, 3 lost, 85 the same; 650.5 → 660.0 points (+9.5)` */
function totalOf(submissions: readonly SubmissionChange[]): string {
  const [gained = 0, lost, same] = (['gained', 'lost', 'same'] as const).map(
    (which) => submissions.filter((one) => directionOf(one) === which).length,
  );
  const sumIn = (which: 'old' | 'now'): Sum => ({
    points: sumOf(submissions.map((one) => one[which].points)),
    maxPoints: sumOf(submissions.map((one) => one[which].maxPoints)),
  });
  const points = pointsOf({old: sumIn('old'), now: sumIn('now')});
  return `${counted(gained, 'submission')} gained, ${lost} lost, ${same} the same; ${points}`;
}

/** `8 → 9 points (+1)`; with the maximum if that has changed: `8/10 → 8/20 points (0)`. */
function pointsOf(change: Change): string {
  const {old, now} = change;
  const direction = directionOf(change);
  const less = direction === 'lost';
  const difference = less ? lostPoints(now.points, old.points) : lostPoints(old.points, now.points);
  const sign = {gained: '+', lost: '-', same: ''}[direction];
  const words = haveSameMaximum(change) ? `${old.points} → ${now.points}` : withMaximum(change);
  return `${words} points (${sign}${difference})`;
}

function withMaximum({old, now}: Change): string {
  return `${old.points}/${old.maxPoints} → ${now.points}/${now.maxPoints}`;
}

/** `wrong output → pass`; with the points where the verdicts do not say them. */
function outcomesOf(old: CaseMarks, now: CaseMarks): string {
  const words = [old, now].map(({verdict}) => VERDICT_WORDS[verdict]).join(' → ');
  const isPlain = [old, now].every(({verdict, points, maxPoints}) =>
    verdict === 'pass' ? isAtMost(maxPoints, points) : isAtMost(points, '0'),
  );
  return isPlain && haveSameMaximum({old, now}) ? words : `${words}, ${withMaximum({old, now})} points`;
}
