/* The mark of a course: points, marks by hand, cost of lateness. */
import {stageForStudent} from '../results/for-student.js';
import {type Grade, type HandMark, isIncomplete, type SubmissionMarks, stagesOf} from '../results/marks.js';
import {
  atMost,
  formatPoints,
  minus,
  type Points,
  parsePoints,
  sumOf,
  times,
  withDecimals,
  zeroOf,
} from '../results/points.js';
import {oneLine} from '../results/visible.js';

/** Cost of a day, given the maximum. */
export type Penalty = (max: Points) => Points;

export function parsePenalty(text: string): Penalty {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%?)\/day$/.exec(text) ?? [];
  if (amount === undefined)
    throw new RangeError(`10%/day (of the maximum) or 0.5/day (points), not ${JSON.stringify(text)}`);
  const {units, decimals} = parsePoints(amount);
  return (max) => (percent === '%' ? times({units, decimals: decimals + 2}, max) : {units, decimals});
}

export interface Policy {
  readonly penalty: Penalty | null;
  /** Max days late: a later submission gets 0. Null: no limit. */
  readonly latest: number | null;
}

/** Returns why people have no mark, in words to follow `3 of 20`; null if they have one. */
export function whyUnmarked(one: SubmissionMarks, byHand: readonly HandMark[]): string | null {
  const missing = byHand.filter(({points, max}) => points === null && max !== null);
  if (!one.isWhole) return 'are not marked yet';
  if (isIncomplete(one)) return 'have cases that could not be checked';
  return missing.length === 0 ? null : `have no mark for ${missing.map(({title}) => title).join(', ')}`;
}

export function gradeFor(
  one: SubmissionMarks,
  {byHand, comments}: Pick<Grade, 'byHand' | 'comments'>,
  days: number,
  policy: Policy,
): Grade {
  const all = sumOf([one.points, ...byHand.flatMap(({points}) => points ?? [])]);
  // Deductions may exceed the points.
  const sum = all.startsWith('-') ? zeroOf(all.slice(1)) : all;
  const max = sumOf([one.maxPoints, ...byHand.flatMap((part) => part.max ?? [])]);
  const {penalty, mark} = afterPenalty(sum, max, days, policy);
  return {
    byHand,
    sum,
    max,
    daysLate: days,
    latest: policy.latest !== null && days > policy.latest ? policy.latest : null,
    penalty,
    mark: whyUnmarked(one, byHand) === null ? mark : null,
    comments,
  };
}

/** Returns decimal strings. The penalty is at most the points. */
export function afterPenalty(
  points: string,
  maxPoints: string,
  days: number,
  {penalty, latest}: Policy,
): {readonly penalty: string; readonly mark: string} {
  const [earned, max] = [parsePoints(points), parsePoints(maxPoints)];
  const decimals = Math.max(earned.decimals, max.decimals);
  const daily = penalty === null ? {units: 0n, decimals: 0} : penalty(max);
  const cost = times(daily, {units: BigInt(days), decimals: 0});
  const taken = latest !== null && days > latest ? earned : atMost(cost, earned);
  return {
    penalty: formatPoints(withDecimals(taken, decimals)),
    mark: formatPoints(withDecimals(minus(earned, taken), decimals)),
  };
}

/** Returns titles and values from which the mark adds up, after the stages. */
export function gradeRows({byHand, sum, max, ...grade}: Grade): readonly (readonly [string, string])[] {
  const {daysLate, latest, penalty, mark} = grade;
  const outOf = (points: string, most: string | null): string => points + (most === null ? '' : `/${most}`);
  const given = byHand.filter((one) => one.points !== null || one.max !== null);
  const rows = given.map(
    ({title, points, max}) => [oneLine(title), outOf(points ?? 'missing', max)] as const,
  );
  const late = `late by ${daysLate} day${daysLate === 1 ? '' : 's'}${latest === null ? '' : `, more than ${latest}`}`;
  if (daysLate > 0) rows.push(['sum', outOf(sum, max)], [late, `-${penalty}`]);
  return [...rows, ['mark', mark === null ? 'not yet' : outOf(mark, max)]];
}

export function commentLines({comments}: Grade): readonly (readonly string[])[] {
  return comments.map(([column, text]) => {
    const [first = '', ...others] = text.split(/\r\n?|\n/).map(oneLine);
    return [`${oneLine(column)}: ${first}`, ...others];
  });
}

export function feedbackLines(one: Required<SubmissionMarks>): readonly string[] {
  const {grade} = one;
  const stages = stagesOf(one, stageForStudent(one));
  return [
    ...stages.map(({title, points, maxPoints}) => `${oneLine(title)}: ${points}/${maxPoints}`),
    ...gradeRows(grade).map(([title, value]) => `${title}: ${value}`),
    ...commentLines(grade).flatMap((lines) => ['', ...lines]),
  ];
}
