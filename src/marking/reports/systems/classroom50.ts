/*
 * Classroom 50's `result.json`, `classroom50/result/v1`, as the page "Advanced Autograding" of its wiki demands it of
 * every autograder. Its runner sets the variables that say whose submission this is, and checks them; it adds by itself
 * who owns the repository.
 *
 * Scores are whole numbers there. If any of ours is not, all are multiplied by the same power of ten, so that the shares
 * stay exact: 0.1 of 8.0 is 1 of 80.
 */
import type {CaseMarks, Marks} from '../../marks/marks.js';
import {type Points, parsePoints} from '../../marks/points.js';
import {detailsText, notesOf, titleOf} from '../details.js';
import {oneLine} from '../plain.js';

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
  const [only] = marks.submissions;
  if (only === undefined || marks.submissions.length > 1)
    throw new RangeError(`a Classroom 50 report holds one submission, not ${marks.submissions.length}`);
  const [classroom, assignment, submission, commit, release] = CLASSROOM50_VARIABLES.map((name) => {
    const {[name]: value = ''} = environment;
    if (value === '') throw new RangeError(`a Classroom 50 report needs ${name}, which its runner sets`);
    return value;
  });
  const {REVIEW_URL: review = ''} = environment;
  const whole = wholeFrom(only.cases.flatMap(({points, maxPoints}) => [points, maxPoints]));
  const result = {
    schema: 'classroom50/result/v1',
    classroom,
    assignment,
    submission,
    commit,
    release,
    review: review === '' ? commit : review,
    datetime: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    score: whole(only.points),
    'max-score': whole(only.maxPoints),
    tests: only.cases.map((one) => testOf(one, whole)),
  };
  yield `${JSON.stringify(result, null, 2)}\n`;
}

/** The wiki demands the first four; others are kept as they are. */
function testOf(one: CaseMarks, whole: (points: string) => number): Readonly<Record<string, unknown>> {
  const passed = one.verdict === 'pass';
  return {
    'test-name': `${titleOf(one)} (${oneLine(one.case)})`,
    passed,
    score: whole(one.points),
    'max-score': whole(one.maxPoints),
    verdict: one.verdict,
    // Students read it: what a checker says to markers is not for them.
    output: passed ? notesOf(one).join('\n') : detailsText({...one, judgeMessage: null}),
  };
}

/** Makes points whole numbers, each times the same power of ten. */
function wholeFrom(all: readonly string[]): (points: string) => number {
  const decimals = Math.max(0, ...all.map(decimalsOf));
  return (text) => {
    const {units, decimals: own} = parsePoints(text);
    return Number(
      own > decimals ? units / 10n ** BigInt(own - decimals) : units * 10n ** BigInt(decimals - own),
    );
  };
}

/** How many decimals are needed: none of `8.0`. */
function decimalsOf(text: string): number {
  const {units, decimals}: Points = parsePoints(text);
  return units === 0n ? 0 : Math.max(0, decimals - (/0*$/.exec(String(units))?.[0].length ?? 0));
}
