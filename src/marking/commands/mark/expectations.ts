/*
 * Solutions of a course that say what becomes of them, by the folders of Kattis and DOMjudge in which they lie, by
 * DOMjudge's tag in their source, or by a table: if one does not get its label, the suite is wrong, or the label.
 */
import type {CaseMarks, Marks, SubmissionMarks} from '../../run/marks.js';
import {VERDICT_WORDS, type Verdict} from '../../run/verdicts.js';
import {oneLine} from '../../run/visible.js';

/** What a label says of the first case that does not pass; null: none of them does not. */
const FAILS: Readonly<Record<string, readonly Verdict[] | null>> = {
  accepted: null,
  wrong_answer: ['wrong-output', 'partly-right'],
  run_time_error: ['crashed', 'wrong-status', 'out-of-memory', 'too-many-processes'],
  time_limit_exceeded: ['timed-out'],
  memory_limit_exceeded: ['out-of-memory', 'crashed'],
  output_limit_exceeded: ['too-much-output'],
  compile_error: ['did-not-compile'],
  brute_force: ['timed-out', 'out-of-memory', 'crashed', 'wrong-status'],
};

/** Other names of these. */
const ALSO: Readonly<Record<string, string>> = {
  correct: 'accepted',
  runtime_error: 'run_time_error',
  timelimit: 'time_limit_exceeded',
  time_limit: 'time_limit_exceeded',
  slow: 'time_limit_exceeded',
  compiler_error: 'compile_error',
  run_error: 'run_time_error',
  no_output: 'wrong_answer',
  memory_limit: 'memory_limit_exceeded',
  output_limit: 'output_limit_exceeded',
};

/** Labels that are about all cases: some points but not all, or any failure. */
const OF_ALL = ['partially_accepted', 'rejected'];

export const LABELS: readonly string[] = [...Object.keys(FAILS), ...OF_ALL];

/** A label by any of its names; null if it is none. */
export function labelNamed(text: string): string | null {
  const name = text.trim().toLowerCase().replaceAll('-', '_');
  const known = ALSO[name] ?? name;
  return LABELS.includes(known) ? known : null;
}

/** Between the labels of a solution of which either will do. */
export const OR = ' or ';

export interface Expectation {
  readonly target: string;
  readonly label: string;
  /** What became of it instead, in words; null: what the label says. */
  readonly instead: string | null;
}

/** @param labelOf the label of a submission, by its name */
export function expectations({submissions}: Marks, labelOf: (target: string) => string): Expectation[] {
  return Array.from(submissions, (one) => {
    const label = labelOf(one.target);
    const outcomes = label.split(OR).map((either) => insteadOf(either, one));
    return {target: one.target, label, instead: outcomes.includes(null) ? null : (outcomes[0] ?? null)};
  });
}

function insteadOf(label: string, {cases, points, maxPoints}: SubmissionMarks): string | null {
  const failure = cases.find(({verdict}) => verdict !== 'pass');
  const said = failure === undefined ? 'all cases pass' : wordsOf(failure);
  if (label === 'rejected') return failure === undefined ? said : null;
  if (label === 'partially_accepted') {
    const isSome = failure !== undefined && !/^0(?:\.0*)?$/.test(points) && points !== maxPoints;
    return isSome ? null : `${points}/${maxPoints} points: ${said}`;
  }
  const fails = FAILS[label] ?? null;
  const isRight =
    fails === null ? failure === undefined : failure !== undefined && fails.includes(failure.verdict);
  return isRight ? null : said;
}

function wordsOf({case: name, verdict, reason, difference, lastWords}: CaseMarks): string {
  const why = lastWords ?? difference?.summary ?? reason?.split('\n')[0];
  return oneLine(`${name}: ${VERDICT_WORDS[verdict]}${why === undefined ? '' : `: ${why}`}`);
}

/** The text for people. */
export function* writeExpectations(all: readonly Expectation[]): Iterable<string> {
  const wrong = all.filter(({instead}) => instead !== null);
  for (const {target, label, instead} of wrong)
    yield `${oneLine(target)}: expected ${label}, but ${instead}\n`;
  yield `${all.length - wrong.length} of ${all.length} submissions did as their labels say\n`;
}
