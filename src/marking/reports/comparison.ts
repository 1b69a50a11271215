/* Changes between two runs: points gained and lost, and in which cases. A case changes by its verdict, points or maximum. */
import {counted, groupBy} from '../results/grouping.js';
import {type CaseMarks, type Marks, pointsOf, type Score, type SubmissionMarks} from '../results/marks.js';
import {areAtMost, lostPoints} from '../results/points.js';
import {verdictWords} from '../results/verdicts.js';
import {oneLine} from '../results/visible.js';

export interface Comparison {
  /** True if any marks differ, or one run lacks a submission or a case of the other. */
  readonly hasChanged: boolean;
  readonly lines: readonly string[];
}

interface Change {
  readonly old: Score;
  readonly now: Score;
}

interface SubmissionChange extends Change {
  readonly target: string;
  readonly cases: readonly CaseChange[];
}

interface CaseChange {
  readonly name: string;
  /** `wrong output → pass` */
  readonly outcomes: string;
}

export function compareRuns(old: Marks, now: Marks): Comparison {
  const places = new Map(old.submissions.targets.map((target, index) => [target, index]));
  const common = Array.from(now.submissions).flatMap((one) => {
    const place = places.get(one.target);
    return place === undefined ? [] : [submissionChange(old.submissions.at(place), one)];
  });
  const changed = common.filter((one) => one.cases.length > 0 || !isSame(one));
  const only = [...onlyLines('old', old, now), ...onlyLines('new', now, old)];
  const submissionLines = changed.flatMap(({target, cases, ...scores}) => [
    `${oneLine(target)}  ${changeText(scores)}`,
    ...outcomeLines(cases),
  ]);
  return {
    hasChanged: changed.length + only.length > 0,
    lines: [
      ...submissionLines,
      ...(changed.length > 0 ? [''] : []),
      ...only,
      ...notesOf(old, now).map((note) => `note: ${note}`),
      totalOf(common),
    ],
  };
}

/** Keeps only points and words of the cases: a class has too many to keep whole. */
function submissionChange(old: SubmissionMarks, now: SubmissionMarks): SubmissionChange {
  const score = ({points, maxPoints}: Score): Score => ({points, maxPoints});
  const before = new Map(old.cases.map((one) => [one.case, one]));
  const cases = now.cases.flatMap((one): CaseChange[] => {
    const earlier = before.get(one.case);
    if (earlier === undefined) return [];
    if (earlier.verdict === one.verdict && isSame({old: earlier, now: one})) return [];
    return [{name: one.case, outcomes: outcomesOf(earlier, one)}];
  });
  return {target: now.target, old: score(old), now: score(now), cases};
}

function directionOf({old, now}: Change): 'gained' | 'lost' | 'same' {
  if (!areAtMost(now.points, old.points)) return 'gained';
  return areAtMost(old.points, now.points) ? 'same' : 'lost';
}

function isSame(change: Change): boolean {
  return directionOf(change) === 'same' && haveSameMaximum(change);
}

function haveSameMaximum({old, now}: Change): boolean {
  return areAtMost(old.maxPoints, now.maxPoints) && areAtMost(now.maxPoints, old.maxPoints);
}

/** Names that may be in one run only, by what they name. */
const NAMED: Readonly<Record<string, (marks: Marks) => readonly string[]>> = {
  submissions: ({submissions}) => submissions.targets,
  cases: ({submissions}) => (submissions.first?.cases ?? []).map((one) => one.case),
};

function onlyLines(which: 'old' | 'new', own: Marks, other: Marks): string[] {
  return Object.entries(NAMED).flatMap(([noun, namesIn]) => {
    const others = new Set(namesIn(other));
    const names = namesIn(own).filter((name) => !others.has(name));
    return names.length === 0 ? [] : [`${noun} only in the ${which} run: ${names.map(oneLine).join(', ')}`];
  });
}

function notesOf(old: Marks, now: Marks): string[] {
  const totals = [old, now].map(({submissions}) => submissions.totals);
  const options = [old, now].map(({run}) => (run.options === '' ? 'none' : oneLine(run.options)));
  const sandbox = totals.map((one) => (one.sandbox ? 'on' : 'off'));
  return [
    ...(old.run.fixtures === now.run.fixtures
      ? []
      : ['the suite has changed: an input, a golden, or a suite.json']),
    ...(options[0] === options[1] ? [] : [`the options have changed: ${options.join(', now ')}`]),
    ...(sandbox[0] === sandbox[1] ? [] : [`the sandbox was ${sandbox[0]}, and is ${sandbox[1]} now`]),
    ...['old', 'new'].flatMap((which, at) =>
      totals[at]?.complete ? [] : [`the ${which} run is incomplete`],
    ),
  ];
}

/** Max cases of a submission with the same outcomes that each have a line. */
const MOST_NAMED = 5;

function outcomeLines(cases: readonly CaseChange[]): string[] {
  return [...groupBy(cases, ({outcomes}) => outcomes)].flatMap(([outcomes, own]) => {
    const names = own.map(({name}) => oneLine(name));
    const titles = own.length > MOST_NAMED ? [`${own.length} cases, such as ${names[0]}`] : names;
    return titles.map((title) => `  ${title}  ${outcomes}`);
  });
}

/** `12 submissions gained, 3 lost, 85 the same; 650.5 → 660.0 points (+9.5)` */
function totalOf(submissions: readonly SubmissionChange[]): string {
  const [gained = 0, lost, same] = (['gained', 'lost', 'same'] as const).map(
    (which) => submissions.filter((one) => directionOf(one) === which).length,
  );
  const old = pointsOf(submissions.map((one) => one.old));
  const now = pointsOf(submissions.map((one) => one.now));
  return `${counted(gained, 'submission')} gained, ${lost} lost, ${same} the same; ${changeText({old, now})}`;
}

/** `8 → 9 points (+1)`, or with another maximum `8/10 → 8/20 points (0)`. */
function changeText(change: Change): string {
  const {old, now} = change;
  const direction = directionOf(change);
  const isLess = direction === 'lost';
  const difference = isLess ? lostPoints(now.points, old.points) : lostPoints(old.points, now.points);
  const sign = {gained: '+', lost: '-', same: ''}[direction];
  const words = haveSameMaximum(change) ? `${old.points} → ${now.points}` : withMaximum(change);
  return `${words} points (${sign}${difference})`;
}

function withMaximum({old, now}: Change): string {
  return `${old.points}/${old.maxPoints} → ${now.points}/${now.maxPoints}`;
}

/** `wrong output → pass`, with the points unless the verdicts imply them. */
function outcomesOf(old: CaseMarks, now: CaseMarks): string {
  const words = [old, now].map(({verdict}) => verdictWords(verdict)).join(' → ');
  const isPlain = [old, now].every(({verdict, points, maxPoints}) =>
    verdict === 'pass' ? areAtMost(maxPoints, points) : areAtMost(points, '0'),
  );
  return isPlain && haveSameMaximum({old, now}) ? words : `${words}, ${withMaximum({old, now})} points`;
}
