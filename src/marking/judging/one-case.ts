/* One run of one case, judged. */
import type {Runner} from '../../running/runner.js';
import {type CaseFacts, type CaseMarks, caseMarks, type Judgement, NOTHING} from '../results/marks.js';
import {formatPoints} from '../results/points.js';
import type {Prepared} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import {type FixtureCase, givenOf, jobOf, limitsOf} from '../suites/fixture-case.js';
import type {Check} from './checker-programs.js';
import {badEnd, type JudgingPolicy, judge, shownText} from './judgement.js';
import {commandFor} from './reproducing.js';

/** Demands on every run, and the way to ask a checker program. */
export interface Judging extends JudgingPolicy {
  readonly check: Check;
}

/** Max bytes of input shown: whoever marks has the file. */
const INPUT_SHOWN = 16384;

/** Max characters of compiler output kept, which all cases of a submission repeat. */
const LONGEST_REASON = 8192;

/** Runs a case and judges it. As in a whole run, a case that runs out of time is run again. */
export async function markCase(
  submission: Submission,
  one: FixtureCase,
  prepared: Prepared,
  judging: Judging,
  runner: Runner,
): Promise<CaseMarks> {
  const run = () => judgeRun(submission, one, prepared, judging, runner);
  const first = await run();
  const {judgement} = first.outOfTime ? await run() : first;
  const command = judgement.verdict === 'pass' ? null : commandFor(submission, one, judgement);
  return caseMarks(factsOf(one), {...judgement, retried: first.outOfTime}, command);
}

/**
 * Runs a case once, unless nothing can be run, and judges that.
 *
 * @returns also whether wall-clock time ran out. A busy machine adds no processor time.
 */
export async function judgeRun(
  owner: Submission,
  one: FixtureCase,
  prepared: Prepared,
  judging: Judging,
  runner: Runner,
): Promise<{readonly judgement: Judgement; readonly outOfTime: boolean}> {
  if ('verdict' in prepared) {
    const reason = prepared.reason.slice(0, LONGEST_REASON);
    return {judgement: {...NOTHING, verdict: prepared.verdict, reason}, outOfTime: false};
  }
  const limits = limitsOf(one, judging.limits);
  const {command, toolchain} = prepared;
  const words = [...command, ...one.arguments];
  const seen = await runner.observe({owner, command: words, toolchain, limits, ...jobOf(one)});
  const isOver = !('could' in seen) && badEnd(one, seen, limits, judging) === null;
  const {checker} = one;
  const checked =
    isOver && checker?.kind === 'program' ? await judging.check(one, checker, seen.stdout) : null;
  return {
    judgement: judge(one, seen, limits, judging, checked),
    outOfTime: 'exceeded' in seen && seen.exceeded === 'wall',
  };
}

export function factsOf(one: FixtureCase): CaseFacts {
  const {name, number, suite, title, about, section, visibility, group, folder, points, input} = one;
  return {
    case: name,
    number,
    suite,
    title,
    about,
    section,
    visibility,
    group: group === 'all' ? folder : null,
    maxPoints: formatPoints(points),
    given: givenOf(one),
    input: shownText(input, INPUT_SHOWN),
  };
}
