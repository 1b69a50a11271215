/* One run of a program on a case, and the verdict on it. */
import type {NoObservation, Observation} from '../../running/job.js';
import {LIMITS, type Limit, type Limits} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {compareWithAnswers} from '../comparing/alternatives.js';
import {type Compared, compare, missingFile} from '../comparing/difference.js';
import {sessionOf, shownSession} from '../comparing/session.js';
import {inOrder, type Tolerance} from '../comparing/tolerances.js';
import {lastWordsIn} from '../results/last-words.js';
import {
  type CaseFacts,
  type CaseMarks,
  type Cause,
  caseMarks,
  type Judgement,
  NOTHING,
} from '../results/marks.js';
import {formatPoints} from '../results/points.js';
import type {Verdict} from '../results/verdicts.js';
import {legible, visibleLines} from '../results/visible.js';
import type {Prepared} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import {extraOutputs, type FixtureCase, givenOf, isStatus, jobOf, limitsOf} from '../suites/fixture-case.js';
import type {Check, Checked} from './checker-programs.js';
import {meaningOf, signalInWords} from './crash-reports.js';
import {loopIn, unanswered} from './repetition.js';
import {commandFor} from './reproducing.js';

export interface Judging {
  /** Override the limits of the suites. */
  readonly limits: Partial<Limits>;
  /** Apply besides the tolerances of the suites. */
  readonly tolerances: readonly Tolerance[];
  /** Asks a checker program. */
  readonly check: Check;
}

const EXCEEDED: Readonly<Record<Limit, Verdict>> = {
  wall: 'timed-out',
  cpu: 'timed-out',
  memory: 'out-of-memory',
  output: 'too-much-output',
  disk: 'too-much-output',
  processes: 'too-many-processes',
};

/** Verdicts on a right output. */
const RIGHT: readonly Verdict[] = ['pass', 'partly-right'];

/** Shell errors for a file that this machine cannot execute: the program's fault. Other failed starts are not. */
const NO_PROGRAM = /exec format error|cannot execute binary file/i;

const STDERR_SHOWN = 4096;

/** Max bytes of input shown. The marker has the file. */
const INPUT_SHOWN = 16384;

/** Max characters of compiler output, which all cases of a submission repeat. */
const LONGEST_REASON = 8192;

/** Runs and judges a case outside of a whole run. A case that runs out of time runs again. */
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
  const reproduce = commandFor(submission, one, judgement);
  return caseMarks(factsOf(one), {...judgement, retried: first.outOfTime, reproduce});
}

/** Runs a case once, unless nothing can be run. `outOfTime`: the wall clock ran out, perhaps because the machine was busy. */
export async function judgeRun(
  owner: Submission,
  one: FixtureCase,
  prepared: Prepared,
  judging: Judging,
  runner: Runner,
): Promise<{readonly judgement: Judgement; readonly outOfTime: boolean}> {
  if ('verdict' in prepared) {
    const {verdict, remedy, studentReason} = prepared;
    const reason = prepared.reason.slice(0, LONGEST_REASON);
    return {judgement: {...NOTHING, verdict, reason, remedy, studentReason}, outOfTime: false};
  }
  const limits = limitsOf(one, judging.limits);
  const {command, toolchain} = prepared;
  const words = [...command, ...one.arguments];
  const seen = await runner.observe({owner, command: words, toolchain, limits, ...jobOf(one)});
  const endedWell = !('could' in seen) && badEnd(one, seen, limits) === null;
  const {checker} = one;
  const checked =
    endedWell && checker?.kind === 'program' ? await judging.check(one, checker, seen.stdout) : null;
  return {
    judgement: judge(one, seen, limits, judging.tolerances, checked),
    outOfTime: 'exceeded' in seen && seen.exceeded === 'wall',
  };
}

/**
 * Judges one run: how it ended counts before what it printed, as in Kattis, DOMjudge and check50.
 *
 * @param checked judgement of the case's checker program; null: it was not asked, or there is none
 */
export function judge(
  one: FixtureCase,
  seen: Observation | NoObservation,
  limits: Limits,
  tolerances: readonly Tolerance[],
  checked: Checked | null = null,
): Judgement {
  if ('could' in seen) {
    const isFault = seen.could === 'not-run' && NO_PROGRAM.test(seen.reason);
    return {...NOTHING, verdict: isFault ? 'could-not-run' : 'could-not-check', reason: seen.reason};
  }
  const ending = endingOf(one, seen);
  const {leftProcesses, seconds} = seen;
  const facts: Judgement = {...NOTHING, ...ending, leftProcesses, seconds};
  const bad = badEnd(one, seen, limits);
  // No checker program is asked after a bad end, so the output may be right or wrong.
  const isKnown = one.checker?.kind !== 'program' || checked !== null;
  const made = isKnown ? outputOf(one, seen, tolerances, checked) : null;
  if (bad === null) return {...facts, ...made};
  const {difference = null} = made ?? {};
  const after = ending.signal !== null && made?.verdict === 'pass' ? 'after the right output' : null;
  const lastWords = ending.lastWords === null ? '' : `: ${ending.lastWords}`;
  const isShown = bad.verdict !== 'wrong-status' || (made === null && seen.stdout.length > 0);
  return {
    ...facts,
    verdict: bad.verdict,
    reason: bad.reason === null ? after : bad.reason + lastWords,
    cause: bad.verdict === 'wrong-status' ? null : shownCause(one, seen, ending),
    difference,
    printed: isShown ? shownSession(seen.stdout.toString('latin1'), sessionOf(one)) : null,
  };
}

/** Returns the cause of a crash or of an exceeded limit, as far as one run tells. */
function shownCause(
  one: FixtureCase,
  {stdout}: Observation,
  {signal, lastWords}: Pick<Judgement, 'signal' | 'lastWords'>,
): Cause | null {
  const loop = signal === null ? loopIn(stdout) : null;
  const what = loop?.words ?? lastWords ?? meaningOf(signal ?? '');
  const isRepeated = unanswered(one, stdout) > Math.max(1, unanswered(one, one.expected));
  const isPastEnd = isRepeated || loop?.isPrompt === true;
  return what === '' && !isPastEnd ? null : {where: null, what, isPastEnd};
}

function outputOf(
  one: FixtureCase,
  seen: Observation,
  others: readonly Tolerance[],
  checked: Checked | null,
): Checked {
  const tolerances = inOrder([...one.tolerances, ...others]);
  const numbers = one.checker?.kind === 'numbers' ? one.checker : null;
  const outputs = (expected: Buffer, actual: Buffer) => ({expected, actual, tolerances, numbers});
  if (checked !== null && !RIGHT.includes(checked.verdict)) return checked;
  const files = extraOutputs(one, seen).map(({golden: {name, content}, made}): Compared => {
    if ('content' in made) return compare({...outputs(content, made.content), file: name});
    return missingFile(name, made.instead, outputs(content, Buffer.alloc(0)));
  });
  const output = {...outputs(one.expected, seen.stdout), session: () => sessionOf(one)};
  const all = checked === null ? [compareWithAnswers(one, output), ...files] : files;
  const wrong = all.flatMap((one) => ('difference' in one ? one : []));
  const [first] = wrong;
  if (first !== undefined) {
    const isSame = wrong.every((other) => other.wouldPassWith === first.wouldPassWith);
    return {
      verdict: 'wrong-output',
      difference: first.difference,
      wouldPassWith: isSame ? first.wouldPassWith : null,
    };
  }
  const needed = tolerances.filter((each) => all.some((one) => 'needed' in one && one.needed.includes(each)));
  const tolerance = needed.map(({name}) => name).join(' + ') || null;
  // Demanded error output is right: reports need not show it.
  return {verdict: 'pass', tolerance, ...(one.expectedErrors === null ? {} : {stderr: null}), ...checked};
}

function badEnd(
  one: FixtureCase,
  {end, exceeded}: Observation,
  limits: Limits,
): {readonly verdict: Verdict; readonly reason: string | null} | null {
  if (exceeded !== null)
    return {verdict: EXCEEDED[exceeded], reason: LIMITS[exceeded].exceeded(limits[exceeded])};
  if ('signalled' in end) return {verdict: 'crashed', reason: null};
  if (isStatus(end.exited, one.status)) return null;
  return {verdict: 'wrong-status', reason: `${end.exited} instead of ${one.status}`};
}

/** Describes an end, with the error output that leads to the last words. */
function endingOf(
  {isMerged}: FixtureCase,
  {end, exceeded, stdout, stderr}: Observation,
): Pick<Judgement, 'exitStatus' | 'signal' | 'lastWords' | 'stderr'> {
  const exitStatus = exceeded === null && 'exited' in end ? end.exited : null;
  const isQuiet = exitStatus === 0 || exceeded !== null;
  const last = isQuiet ? null : lastWordsIn((isMerged ? stdout : stderr).toString('latin1'));
  const from = isMerged ? 0 : Math.max(0, (last?.end ?? 0) - STDERR_SHOWN);
  const before = from > 0 ? `… ${from} bytes before\n` : '';
  return {
    exitStatus,
    signal: exceeded === null && 'signalled' in end ? end.signalled : null,
    lastWords: last && legible(last.words),
    stderr: stderr.length === 0 ? null : before + shownText(stderr.subarray(from), STDERR_SHOWN),
  };
}

function shownText(bytes: Buffer, most: number): string {
  const shown = visibleLines(bytes.subarray(0, most).toString('latin1')).join('\n');
  return bytes.length > most ? `${shown}\n… ${bytes.length - most} more bytes` : shown;
}

/** Returns why a run cannot serve as a reference; null if it can. */
export function refusalOf(seen: Observation | NoObservation, limits: Limits): string | null {
  if ('could' in seen) return `could not be run: ${seen.reason}`;
  if (seen.exceeded !== null)
    return `exceeded a limit: ${LIMITS[seen.exceeded].exceeded(limits[seen.exceeded])}`;
  return 'signalled' in seen.end ? `crashed: ${signalInWords(seen.end.signalled)}` : null;
}

export function factsOf(one: FixtureCase): CaseFacts {
  const {name, number, suite, title, about, section, visibility, group, folder, points, input} = one;
  // biome-ignore format: a table
  return {
    case: name, number, suite, title, about, section, visibility, group: group === 'all' ? folder : null,
    maxPoints: formatPoints(points), given: givenOf(one), input: shownText(input, INPUT_SHOWN),
  };
}
