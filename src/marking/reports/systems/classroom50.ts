/*
 * Classroom 50's `result.json`, `classroom50/result/v1`, as described on the page "Advanced Autograding" of its wiki. Scores
 * are whole numbers there, so all are multiplied by a power of ten: 0.1 of 8.0 is 1 of 80. The file lies in the student's
 * repository, so it is always written for students.
 */
import {forStudent} from '../../results/for-student.js';
import type {CaseMarks, Marks} from '../../results/marks.js';
import {parsePoints, shortPoints} from '../../results/points.js';
import {oneLine} from '../../results/visible.js';
import {drawnText} from '../draw.js';
import {explain, Legend, notesOf, type ReportOptions, titleOf} from '../explain.js';

/** Variables that Classroom 50's runner sets for every autograder, in the order of the keys below. */
export const CLASSROOM50_VARIABLES = 'CLASSROOM ASSIGNMENT SUBMISSION_TAG COMMIT_URL RELEASE_URL'.split(' ');

/** Max decimals of a score. Points from a checker program may have more. */
const MOST_DECIMALS = 6;

export function* writeClassroom50(marks: Marks, {environment, at}: ReportOptions): Iterable<string> {
  const [classroom, assignment, submission, commit, release] = CLASSROOM50_VARIABLES.map(
    (name) => environment[name],
  );
  const head = {schema: 'classroom50/result/v1', classroom, assignment, submission, commit, release};
  const {REVIEW_URL} = environment;
  const datetime = at.toISOString().replace(/\.\d+Z$/, 'Z');
  for (const {cases} of forStudent(marks).submissions) {
    const all = cases.flatMap(({points, maxPoints}) => [points, maxPoints]);
    const decimals = all.map((points) => parsePoints(shortPoints(points)).decimals);
    const scale = Math.min(MOST_DECIMALS, Math.max(0, ...decimals));
    const tests = cases.map((one) => testOf(one, scale));
    const score = tests.reduce((sum, one) => sum + one.score, 0);
    const max = tests.reduce((sum, one) => sum + one['max-score'], 0);
    yield `${JSON.stringify({...head, review: REVIEW_URL || commit, datetime, score, 'max-score': max, tests}, null, 2)}\n`;
  }
}

function testOf(one: CaseMarks, scale: number) {
  const passed = one.verdict === 'pass';
  const legend = new Legend();
  const lines = passed
    ? notesOf(one, 'student')
    : [legend.see(drawnText(explain(one, 'student'))), ...legend.lines()];
  return {
    'test-name': `${titleOf(one)} (${oneLine(one.case)})`,
    passed,
    score: scoreOf(one.points, scale),
    'max-score': scoreOf(one.maxPoints, scale),
    verdict: one.verdict,
    output: lines.join('\n'),
  };
}

/** Multiplies points by a power of ten, and rounds down. */
function scoreOf(points: string, scale: number): number {
  const {units, decimals} = parsePoints(points);
  return Number((units * 10n ** BigInt(scale)) / 10n ** BigInt(decimals));
}
