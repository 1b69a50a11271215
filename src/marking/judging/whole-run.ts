/*
 * Marks submissions: runs every case of every submission in the lanes of a runner and judges each run. Runs
 * that time out are repeated at the end, one at a time, because a program is not wrong just because the
 * machine was busy.
 */
import {DEFAULT_LIMITS} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {type CaseMarks, MARKS_VERSION, type Marks, submissionMarks} from '../marks/marks.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {type Prepared, prepare} from './compiling.js';
import {caseMarks, type Demands, type Judgement, judge, NEVER_RAN, NOTHING} from './judgement.js';
import {type Submission, shellCommand, typedPath} from './submissions.js';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

export interface Marking extends Demands {
  readonly submissions: readonly Submission[];
  readonly cases: readonly FixtureCase[];
  readonly shard: Shard | null;
  readonly sandbox: boolean;
  /** How many programs run at once. */
  readonly lanes: number;
  /** Called after each case. */
  readonly progress: (done: number, total: number) => void;
}

/** A case of a submission, with its position among all cases. */
interface Task {
  readonly submission: Submission;
  readonly one: FixtureCase;
  readonly number: number;
  marks: CaseMarks | null;
  /** It exceeded its limit on wall-clock time and has not yet been run again. */
  outOfTime: boolean;
}

export async function markAll(marking: Marking, runner: Runner): Promise<Marks> {
  const tasks = tasksOf(marking);
  const total = tasks.reduce((sum, {tasks: some}) => sum + some.length, 0);
  let done = 0;
  const ready = new Map<Submission, Promise<Prepared>>();
  const run = async (task: Task, retried: boolean, others: readonly Task[]): Promise<void> => {
    const {submission} = task;
    const index = ready.size;
    const prepared = ready.get(submission) ?? prepare(submission, runner, `program-${index}`);
    ready.set(submission, prepared);
    if (hasFailedBefore(task, others)) {
      task.marks = skipped(task);
      return;
    }
    const {marks, outOfTime} = await markCase(task, await prepared, marking, runner);
    task.marks = {...marks, retried};
    task.outOfTime = outOfTime && !retried;
  };

  await inLanes(
    tasks.flatMap(({tasks: some}) =>
      some.map((task) => async () => {
        await run(task, false, some);
        done += 1;
        marking.progress(done, total);
      }),
    ),
    marking.lanes,
  );
  for (const {tasks: some} of tasks) {
    for (const task of some) if (task.outOfTime) await run(task, true, some);
  }
  return {
    version: MARKS_VERSION,
    sandbox: marking.sandbox,
    shard: marking.shard === null ? null : `${marking.shard.index}/${marking.shard.of}`,
    submissions: tasks.map(({submission, tasks: some}) => {
      // With several lanes, a case may have run before an earlier one failed. The order of the cases decides.
      for (const task of some) if (hasFailedBefore(task, some)) task.marks = skipped(task);
      return submissionMarks(
        submission.target,
        some.flatMap(({marks}) => marks ?? []),
      );
    }),
  };
}

/** All tasks, or those of the shard: whole submissions if there are several, otherwise cases. */
function tasksOf({submissions, cases, shard}: Marking): {submission: Submission; tasks: Task[]}[] {
  const isOurs = (index: number): boolean => shard === null || index % shard.of === shard.index - 1;
  const several = submissions.length > 1;
  // A stage that ends at its first failure is never split.
  const units = [...new Set(cases.map(unitOf))];
  const chosen = cases
    .map((one) => ({one, number: one.number}))
    .filter(({one}) => several || isOurs(units.indexOf(unitOf(one))));
  return submissions
    .filter((_, index) => !several || isOurs(index))
    .map((submission) => ({
      submission,
      tasks: chosen.map(({one, number}) => ({submission, one, number, marks: null, outOfTime: false})),
    }));
}

function unitOf({skipAfterFailure, folder, name}: FixtureCase): string {
  return skipAfterFailure ? `${folder}/` : name;
}

function hasFailedBefore({one, number}: Task, others: readonly Task[]): boolean {
  return (
    one.skipAfterFailure &&
    others.some(
      (other) =>
        other.number < number &&
        other.one.folder === one.folder &&
        other.marks !== null &&
        other.marks.verdict !== 'pass' &&
        other.marks.verdict !== 'could-not-check' &&
        !other.outOfTime,
    )
  );
}

async function inLanes(jobs: readonly (() => Promise<void>)[], lanes: number): Promise<void> {
  const waiting = [...jobs].reverse();
  const lane = async (): Promise<void> => {
    for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) await job();
  };
  await Promise.all(Array.from({length: lanes}, lane));
}

/** Runs one case and judges it. */
export async function markCase(
  {submission, one, number}: Pick<Task, 'submission' | 'one' | 'number'>,
  prepared: Prepared,
  demands: Demands,
  runner: Runner,
): Promise<{readonly marks: CaseMarks; readonly outOfTime: boolean}> {
  const limits = {...DEFAULT_LIMITS, ...one.limits, ...demands.limits};
  if ('verdict' in prepared) {
    return {marks: marksOf(submission, one, number, {...NOTHING, ...prepared}), outOfTime: false};
  }
  const command = [...prepared.command, ...one.arguments];
  const seen = await runner.observe({owner: submission, command, input: one.input, limits});
  return {
    marks: marksOf(submission, one, number, judge(one, seen, limits, demands)),
    // A busy machine does not add processor time, so only wall-clock time gets a second chance.
    outOfTime: 'passed' in seen && seen.passed === 'wall',
  };
}

function skipped({submission, one, number}: Task): CaseMarks {
  return marksOf(submission, one, number, {...NOTHING, reason: 'an earlier case of its stage failed'});
}

function marksOf(submission: Submission, one: FixtureCase, number: number, judgement: Judgement): CaseMarks {
  const command = shellCommand(submission, one.arguments);
  // A program that never ran fails all cases alike. Without the input, reports can say so just once.
  const input = NEVER_RAN.includes(judgement.verdict) ? '' : ` < ${typedPath(one.inputFile)}`;
  const end =
    judgement.verdict === 'wrong-output'
      ? ` | diff --text ${typedPath(one.expectedFile)} -`
      : '; echo "exit status $?"';
  return caseMarks(one, number, judgement, command && command + input + end);
}
