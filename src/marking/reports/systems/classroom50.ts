/*
 * Classroom 50's `result.json`, `classroom50/result/v1`, as the page "Advanced Autograding" of its wiki demands it of
 * every autograder. Its runner sets the variables that say whose submission this is, and checks them; it adds by itself
 * who owns the repository.
 *
 * Scores are whole numbers there. If any of ours is not, all are multiplied by the same power of ten, so that the shares
 * stay exact: 0.1 of 8.0 is 1 of 80. Only what a checker gives can have endless decimals, as two thirds of 5 points have;
 * that is rounded down, and the case says so.
 *
 * The file lies in the student's repository, so it is always written as a student may see it.
 */
import {forStudent} from '../../results/for-student.js';
import type {CaseMarks, Marks} from '../../results/marks.js';
import {type Points, parsePoints} from '../../results/points.js';
import {oneLine} from '../../results/visible.js';
import {detailsText, notesOf, titleOf} from '../details.js';
import {type Members, writeTests} from './tests-json.js';

export interface Classroom50Options {
  readonly environment: Environment;
  /** When it was marked. */
  readonly at: Date;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What Classroom 50's runner sets for every autograder. */
export const CLASSROOM50_VARIABLES = [
  'CLASSROOM',
  'ASSIGNMENT',
  'SUBMISSION_TAG',
  'COMMIT_URL',
  'RELEASE_URL',
] as const;

/** @throws RangeError unless there is exactly one submission, and the environment is that of the runner */
export function* writeClassroom50(marks: Marks, {environment, at}: Classroom50Options): Iterable<string> {
  const [only] = forStudent(marks).submissions;
  if (only === undefined || marks.submissions.length > 1)
    throw new RangeError(`a Classroom 50 report holds one submission, not ${marks.submissions.length}`);
  const [classroom = '', assignment = '', submission = '', commit = '', release = ''] =
    CLASSROOM50_VARIABLES.map((name) => {
      const {[name]: value = ''} = environment;
      if (value === '') throw new RangeError(`a Classroom 50 report needs ${name}, which its runner sets`);
      return value;
    });
  const {REVIEW_URL: review = ''} = environment;
  const {cases} = only;
  const decimals = decimalsFor(cases);
  // Not the sum of the points, but that of the scores, so that rounded ones add up too.
  const sumOf = (key: 'points' | 'maxPoints'): bigint =>
    cases.reduce((sum, one) => sum + scoreOf(one[key], decimals), 0n);
  const texts = {
    schema: 'classroom50/result/v1',
    classroom,
    assignment,
    submission,
    commit,
    release,
    review: review === '' ? commit : review,
    datetime: at.toISOString().replace(/\.\d+Z$/, 'Z'),
  };
  const head = {...quoted(texts), score: `${sumOf('points')}`, 'max-score': `${sumOf('maxPoints')}`};
  yield* writeTests(head, cases, (one) => testOf(one, decimals));
}

function quoted(texts: Readonly<Record<string, string>>): Members {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, JSON.stringify(text)]));
}

/** The wiki demands the first four; others are kept as they are. */
function testOf(one: CaseMarks, decimals: number): Members {
  const passed = one.verdict === 'pass';
  const isRounded = decimalsOf(one.points) > decimals;
  const told = [
    ...(passed ? notesOf(one) : [detailsText(one)]),
    ...(isRounded ? [`the score is rounded down from ${one.points} of ${one.maxPoints} points`] : []),
  ];
  return {
    'test-name': JSON.stringify(`${titleOf(one)} (${oneLine(one.case)})`),
    passed: `${passed}`,
    score: `${scoreOf(one.points, decimals)}`,
    'max-score': `${scoreOf(one.maxPoints, decimals)}`,
    verdict: JSON.stringify(one.verdict),
    output: JSON.stringify(told.join('\n')),
  };
}

/** Points that a checker gives may have so many decimals, or as many as the points of a suite. */
const MOST_DECIMALS = 6;

/** The power of ten by which all points are multiplied: 2 if one is 0.25. */
function decimalsFor(cases: readonly CaseMarks[]): number {
  const most = (key: 'points' | 'maxPoints'): number =>
    Math.max(0, ...cases.map((one) => decimalsOf(one[key])));
  return Math.max(most('maxPoints'), Math.min(most('points'), MOST_DECIMALS));
}

/** Points times a power of ten, rounded down: a whole number, with all its digits. */
function scoreOf(points: string, decimals: number): bigint {
  const {units, decimals: own} = parsePoints(points);
  return own > decimals ? units / 10n ** BigInt(own - decimals) : units * 10n ** BigInt(decimals - own);
}

/** How many decimals are needed: none of `8.0`. */
function decimalsOf(text: string): number {
  const {units, decimals}: Points = parsePoints(text);
  return units === 0n ? 0 : Math.max(0, decimals - (/0*$/.exec(String(units))?.[0].length ?? 0));
}
