/* One run of one case, judged; and its marks. */
import type {Runner} from '../../running/runner.js';
import type {CaseGiven, CaseMarks, Judgement} from '../results/marks.js';
import {formatPoints} from '../results/points.js';
import type {Prepared} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import {type FixtureCase, givenOf, jobOf, limitsOf} from '../suites/fixture-case.js';
import {badEnd, type Check, type JudgingPolicy, judge, NEVER_RAN, NOTHING, shownText} from './judgement.js';
import {commandFor} from './reproducing.js';

/** Max bytes of input shown: whoever marks has the file. */
const INPUT_SHOWN = 16384;

/** Runs a case and judges it. As in a whole run, a case that runs out of time is run again. */
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

/**
 * Runs a case once, unless nothing can be run, and judges that.
 *
 * @returns also whether wall-clock time ran out. A busy machine adds no processor time.
 */
export async function judgeRun(
  owner: Submission,
  one: FixtureCase,
  prepared: Prepared,
  policy: JudgingPolicy,
  runner: Runner,
  check: Check | null,
): Promise<{readonly judgement: Judgement; readonly outOfTime: boolean}> {
  if ('verdict' in prepared) return {judgement: {...NOTHING, ...prepared}, outOfTime: false};
  const limits = limitsOf(one, policy.limits);
  const {command, toolchain} = prepared;
  const words = [...command, ...one.arguments];
  const seen = await runner.observe({owner, command: words, toolchain, limits, ...jobOf(one)});
  const isOver = !('could' in seen) && seen.exceeded === null && badEnd(one, seen, policy) === null;
  const findings = isOver && one.checker !== null && check !== null ? await check(one, seen) : null;
  return {
    judgement: judge(one, seen, limits, policy, findings),
    outOfTime: 'exceeded' in seen && seen.exceeded === 'wall',
  };
}

export function marksOf(submission: Submission, one: FixtureCase, judgement: Judgement): CaseMarks {
  const reproduce = judgement.verdict === 'pass' ? null : commandFor(submission, one, judgement);
  return caseMarks(one, judgement, reproduce);
}

export function caseMarks(one: FixtureCase, judgement: Judgement, reproduce: string | null): CaseMarks {
  // In the order of `CaseMarks`.
  const {verdict, reason, exitStatus, lastWords, stderr, printed, judgeMessage, ...others} = judgement;
  const {points: awarded, ...rest} = others;
  const passed = verdict === 'pass';
  const {points, noPoints, given, input} = textsOf(one);
  const showsInput = !passed && !NEVER_RAN.includes(verdict);
  return {
    case: one.name,
    number: one.number,
    suite: one.suite,
    title: one.title,
    about: one.about,
    section: one.section,
    visibility: one.visibility,
    group: one.group === 'all' ? one.folder : null,
    withheld: false,
    verdict,
    reason,
    exitStatus,
    lastWords,
    points: passed ? points : (awarded ?? noPoints),
    maxPoints: points,
    ...rest,
    given: showsInput ? given : null,
    input: showsInput ? input : null,
    stderr,
    printed,
    reproduce: passed ? null : reproduce,
    judgeMessage,
  };
}

/** Texts of a case that the marks of all submissions share. */
interface CaseTexts {
  readonly points: string;
  readonly noPoints: string;
  readonly given: CaseGiven | null;
  readonly input: string;
}

const TEXTS = new WeakMap<FixtureCase, CaseTexts>();

function textsOf(one: FixtureCase): CaseTexts {
  const texts = TEXTS.get(one) ?? {
    points: formatPoints(one.points),
    noPoints: formatPoints({...one.points, units: 0n}),
    given: givenOf(one),
    input: shownText(one.input, INPUT_SHOWN),
  };
  TEXTS.set(one, texts);
  return texts;
}
