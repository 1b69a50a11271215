/*
 * A table for a spreadsheet, in the format of RFC 4180: a row for each submission, a column for each stage, if there are
 * several, and for each case.
 */
import {row} from '../results/csv.js';
import {type CaseMarks, isIncomplete, type Marks, stagesOf, stageTitles} from '../results/marks.js';

/** Last columns, after all that scripts may cut by number. */
const FACTS = ['id', 'email', 'group', 'folder', 'submitted', 'program'] as const;

export function* writeCsv({submissions}: Marks): Iterable<string> {
  const titles = stageTitles(submissions);
  const names = (submissions.first?.cases ?? []).map((one) => one.case);
  yield row(['submission', 'points', 'maxPoints', ...titles, ...names, ...FACTS]);
  for (const one of submissions) {
    const stages = titles.length === 0 ? [] : stagesOf(one).map(pointsCell);
    const facts = FACTS.map((fact) => one[fact] ?? '');
    yield row([one.target, pointsCell(one), one.maxPoints, ...stages, ...one.cases.map(resultOf), ...facts]);
  }
}

/** Returns the points; no number if some case could not be checked, so that no spreadsheet adds it up. */
function pointsCell({
  points,
  cases,
}: {
  readonly points: string;
  readonly cases: readonly CaseMarks[];
}): string {
  return isIncomplete({cases}) ? `${points} could-not-check` : points;
}

/** All verdicts but `partly-right` mean all of the points, or none. */
function resultOf({verdict, points, maxPoints}: CaseMarks): string {
  return verdict === 'partly-right' ? `${verdict} ${points}/${maxPoints}` : verdict;
}
