/* Changes between two runs: points gained and lost, and in which cases. A case changes by its verdict, points or maximum. */
import {counted, listIn} from '../results/grouping.js';
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
  /** Names of cases, by change of outcome: `wrong output → pass`. */
  readonly cases: ReadonlyMap<string, readonly string[]>;
}

export function compareRuns(old: Marks, now: Marks): Comparison {
  const places = new Map(old.submissions.targets.map((target, index) => [target, index]));
  const common = Array.from(now.submissions).flatMap((one) => {
    const place = places.get(one.target);
    return place === undefined ? [] : [submissionChange(old.submissions.at(place), one)];
  });
  const changed = common.filter((one) => one.cases.size > 0 || !isSame(one));
  const only = [...onlyLines('old', old, now), ...onlyLines('new', now, old)];
  const submissionLines = changed.flatMap(({target, cases, ...scores}) => [
    `${oneLine(target)}  ${changeText(scores)}`,
    ...Array.from(cases, outcomeLines).flat(),
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

/** Keeps only points and names of the cases: a class has too many to keep whole. */
function submissionChange(old: SubmissionMarks, now: SubmissionMarks): SubmissionChange {
  const before = new Map(old.cases.map((one) => [one.case, one]));
  const cases = new Map<string, string[]>();
  for (const one of now.cases) {
    const earlier = before.get(one.case);
    if (earlier === undefined) continue;
    if (earlier.verdict !== one.verdict || !isSame({old: earlier, now: one}))
      listIn(cases, outcomesOf(earlier, one)).push(oneLine(one.case));
  }
  return {target: now.target, old: pointsOf([old]), now: pointsOf([now]), cases};
}

/** Returns the points gained, with a minus if they were lost. */
function gainOf({old, now}: Change): string {
  return lostPoints(old.points, now.points);
}

function isNothing(points: string): boolean {
  return !/[1-9]/.test(points);
}

function isSame(change: Change): boolean {
  return isNothing(gainOf(change)) && haveSameMaximum(change);
}

function haveSameMaximum({old, now}: Change): boolean {
  return isNothing(lostPoints(old.maxPoints, now.maxPoints));
}

function onlyLines(which: 'old' | 'new', own: Marks, other: Marks): string[] {
  const casesOf = ({submissions}: Marks): string[] => (submissions.first?.cases ?? []).map((one) => one.case);
  return [
    ...onlyLine(`submissions only in the ${which} run`, own.submissions.targets, other.submissions.targets),
    ...onlyLine(`cases only in the ${which} run`, casesOf(own), casesOf(other)),
  ];
}

function onlyLine(what: string, names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  const only = names.filter((name) => !known.has(name));
  return only.length === 0 ? [] : [`${what}: ${only.map(oneLine).join(', ')}`];
}

function notesOf(old: Marks, now: Marks): string[] {
  const [before, after] = [old.submissions.totals, now.submissions.totals];
  const [earlier, later] = [old.run.options, now.run.options].map((text) => oneLine(text) || 'none');
  return [
    ...(old.run.fixtures === now.run.fixtures
      ? []
      : ['the suite has changed: an input, a golden, or a suite.json']),
    ...(earlier === later ? [] : [`the options have changed: ${earlier}, now ${later}`]),
    ...(before.complete ? [] : ['the old run is incomplete']),
    ...(after.complete ? [] : ['the new run is incomplete']),
  ];
}

/** Max cases of a submission with the same outcomes that each have a line. */
const MOST_NAMED = 5;

function outcomeLines([outcomes, names]: readonly [string, readonly string[]]): string[] {
  const titles = names.length > MOST_NAMED ? [`${names.length} cases, such as ${names[0]}`] : names;
  return titles.map((title) => `  ${title}  ${outcomes}`);
}

/** `12 submissions gained, 3 lost, 85 the same; 650.5 → 660.0 points (+9.5)` */
function totalOf(submissions: readonly SubmissionChange[]): string {
  const gains = submissions.map(gainOf);
  const same = gains.filter(isNothing).length;
  const lost = gains.filter((gain) => gain.startsWith('-')).length;
  const gained = counted(gains.length - same - lost, 'submission');
  const old = pointsOf(submissions.map((one) => one.old));
  const now = pointsOf(submissions.map((one) => one.now));
  return `${gained} gained, ${lost} lost, ${same} the same; ${changeText({old, now})}`;
}

/** `8 → 9 points (+1)`, or with another maximum `8/10 → 8/20 points (0)`. */
function changeText(change: Change): string {
  const {old, now} = change;
  const gain = gainOf(change);
  const sign = isNothing(gain) || gain.startsWith('-') ? '' : '+';
  const words = haveSameMaximum(change) ? `${old.points} → ${now.points}` : withMaximum(change);
  return `${words} points (${sign}${gain})`;
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
