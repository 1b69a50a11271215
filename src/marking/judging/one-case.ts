/* One run of one case, judged; and its marks. */
import type {NoObservation, Observation} from '../../running/meaning.js';
import type {Job} from '../../running/run.js';
import type {Runner} from '../../running/runner.js';
import type {CaseMarks, Judgement} from '../run/marks.js';
import type {Prepared} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import {type FixtureCase, jobOf, limitsOf} from '../suites/fixture-case.js';
import {
  badEnd,
  type Check,
  caseMarks,
  type Findings,
  type JudgingPolicy,
  judge,
  NOTHING,
} from './judgement.js';
import {commandFor} from './reproducing.js';

/** Runs one case and judges it. As in a whole run, it gets a second chance if it ran out of time. */
export async function markCase(
  submission: Submission,
  one: FixtureCase,
  prepared: Prepared,
  policy: JudgingPolicy,
  runner: Runner,
  check: Check | null,
): Promise<{readonly marks: CaseMarks}> {
  const run = () => judgeRun(submission, one, prepared, policy, runner, check);
  const first = await run();
  const {judgement} = first.outOfTime ? await run() : first;
  return {marks: marksOf(submission, one, {...judgement, retried: first.outOfTime})};
}

/** Runs a case once, unless nothing can be run, and judges that. `outOfTime`: on a machine with less to do it may do better. */
export async function judgeRun(
  owner: Submission,
  one: FixtureCase,
  prepared: Prepared,
  policy: JudgingPolicy,
  runner: Runner,
  check: Check | null = null,
): Promise<{readonly judgement: Judgement; readonly outOfTime: boolean}> {
  if ('verdict' in prepared) return {judgement: {...NOTHING, ...prepared}, outOfTime: false};
  const limits = limitsOf(one, policy.limits);
  const command = [...prepared.command, ...one.arguments];
  const job = {owner, command, limits, ...jobOf(one)};
  const {seen, findings} = await observed(one, job, policy, runner, check);
  return {
    judgement: judge(one, seen, limits, policy, findings),
    // A busy machine does not add processor time, so only wall-clock time gets a second chance.
    outOfTime: 'exceeded' in seen && seen.exceeded === 'wall',
  };
}

/** What a program does in a case, and what the checker finds of it if it ended as it must. */
async function observed(
  one: FixtureCase,
  job: Job,
  policy: JudgingPolicy,
  runner: Runner,
  check: Check | null,
): Promise<{readonly seen: Observation | NoObservation; readonly findings: Findings | null}> {
  const {checker} = one;
  const seen = await runner.observe(job);
  const isOver = !('could' in seen) && seen.exceeded === null && badEnd(one, seen, policy) === null;
  return {
    seen,
    findings: isOver && checker !== null && check !== null ? await check(one, seen) : null,
  };
}

export function marksOf(submission: Submission, one: FixtureCase, judgement: Judgement): CaseMarks {
  const reproduce = judgement.verdict === 'pass' ? null : commandFor(submission, one, judgement);
  return caseMarks(one, judgement, reproduce);
}
