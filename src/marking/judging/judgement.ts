/* The verdict on one run of a program. */
import type {NoObservation, Observation} from '../../running/job.js';
import {LIMITS, type Limit, type Limits} from '../../running/limits.js';
import {shownDialogue} from '../comparing/dialogue.js';
import {differenceOf} from '../comparing/difference.js';
import {passesWith, wouldPassWith} from '../comparing/equality.js';
import {capped} from '../comparing/evidence.js';
import {inOrder, type Tolerance} from '../comparing/tolerances.js';
import {allNeeded, type FileFinding, findingOf, sameHint} from '../comparing/written.js';
import {lastWordsIn} from '../results/last-words.js';
import {type Judgement, NOTHING} from '../results/marks.js';
import type {Verdict} from '../results/verdicts.js';
import {legible, visibleLines} from '../results/visible.js';
import {extraOutputs, type FixtureCase, isStatus, type Status} from '../suites/fixture-case.js';

/** Demands on every run, besides those of its case. */
export interface JudgingPolicy {
  /** Override the limits of the suites. */
  readonly limits: Partial<Limits>;
  /** Apply besides the tolerances of the suites. */
  readonly tolerances: readonly Tolerance[];
  /** Exit status to demand where the suite does not say; null: 0. */
  readonly status: Status | null;
}

/** Verdict on a program that exceeds a limit. */
const EXCEEDED: Readonly<Record<Limit, Verdict>> = {
  wall: 'timed-out',
  cpu: 'timed-out',
  memory: 'out-of-memory',
  output: 'too-much-output',
  disk: 'too-much-output',
  processes: 'too-many-processes',
};

/** Signals by which the system enforces limits. A program that sends them to itself, within the limits, crashed. */
const LIMIT_SIGNALS: readonly string[] = ['SIGXCPU', 'SIGXFSZ'];

/** Verdicts on an output that is right, if only in part. */
const RIGHT: readonly Verdict[] = ['pass', 'partly-right'];

/**
 * Words of a shell for a file that no machine of this kind runs. Anything else that keeps a program from starting is the
 * machine's fault: it lacks an interpreter or a loader, or may not read the file.
 */
const NO_PROGRAM = /exec format error|cannot execute binary file/i;

/** Verdicts on programs that never got any input. */
export const NEVER_RAN: readonly Verdict[] = ['did-not-compile', 'could-not-run', 'skipped'];

/** Max bytes of error output shown. */
const STDERR_SHOWN = 4096;

/** Findings of a checker on an output: a part of the judgement on the run. */
export type Finding = Partial<Judgement> & {
  readonly verdict: Extract<Verdict, 'pass' | 'partly-right' | 'wrong-output' | 'could-not-check'>;
};

/** Findings of a checker on everything that a program made. */
export interface Findings {
  readonly output: Finding;
  /** On the files that the program must write, in their order; null: their bytes are compared. */
  readonly files: readonly FileFinding[] | null;
}

/** Parts of an observation that checkers look at. */
export type CheckedOutput = Pick<Observation, 'stdout' | 'stderr' | 'written'>;

/** Asks the checker of a case, about a program that ended by itself. */
export type Check = (one: FixtureCase, seen: CheckedOutput) => Promise<Findings>;

/**
 * The verdict on one run: how it ended counts before what it printed, as in Kattis, DOMjudge and check50.
 *
 * @param findings of the case's checker; null: the bytes are compared
 */
export function judge(
  one: FixtureCase,
  seen: Observation | NoObservation,
  limits: Limits,
  policy: JudgingPolicy,
  findings: Findings | null = null,
): Judgement {
  if ('could' in seen) {
    const isFault = seen.could === 'not-run' && NO_PROGRAM.test(seen.reason);
    return {...NOTHING, verdict: isFault ? 'could-not-run' : 'could-not-check', reason: seen.reason};
  }
  const {lastWords, ...ending} = endingOf(one, seen);
  const {leftProcesses, seconds} = seen;
  const facts: Judgement = {...NOTHING, ...ending, lastWords, leftProcesses, seconds};
  const printed = (): string =>
    shownDialogue(seen.stdout.toString('latin1'), {
      prompt: one.prompt,
      input: one.input.toString('latin1'),
    });
  const made = findingIn(one, seen, policy, findings);
  // A checker is not asked about a program that ended badly, so nobody knows whether its output is right.
  const isRight = made.verdict === 'pass' && one.checker === null;
  const {difference = null} = isRight || one.checker !== null ? {} : made;
  const stopped = stoppedBy(seen, limits) ?? tooLongFile(one, seen, limits);
  if (stopped !== null) return capped({...facts, ...stopped, difference, printed: printed()});

  const bad = badEnd(one, seen, policy);
  if (bad === null) return capped({...facts, ...made});
  const hasCrashed = bad.verdict === 'crashed';
  const reason = `${bad.reason}${hasCrashed && isRight ? ', after the right output' : ''}`;
  const end = {verdict: bad.verdict, reason: reason + (lastWords === null ? '' : `: ${lastWords}`)};
  if (hasCrashed || (one.checker !== null && seen.stdout.length > 0))
    return capped({...facts, ...end, difference, printed: printed()});
  return capped({...facts, ...end, difference});
}

/** Judges the output of a program that ended by itself and, if that is right, its files. */
function findingIn(
  one: FixtureCase,
  seen: Observation,
  policy: JudgingPolicy,
  findings: Findings | null,
): Finding {
  const tolerances = inOrder([...one.tolerances, ...policy.tolerances]);
  const [expected, actual] = [one.expected.toString('latin1'), seen.stdout.toString('latin1')];
  const files = findings?.files ?? filesByBytes(one, seen, tolerances);
  const wrong = files.filter((file) => 'difference' in file);
  const hints = wrong.map((file) => file.wouldPassWith);
  const tolerance = findings === null ? passesWith(expected, actual, tolerances) : '';
  const output =
    findings?.output ?? (tolerance === null ? wrongBytes(one, actual, tolerances, hints) : PASSED);
  if (!RIGHT.includes(output.verdict)) return output;
  const [first] = wrong;
  if (first !== undefined) return {...first, verdict: 'wrong-output', wouldPassWith: sameHint(hints)};
  const needed = allNeeded(
    [tolerance ?? '', ...files.map((file) => ('tolerance' in file ? file.tolerance : ''))],
    tolerances,
  );
  return {tolerance: needed === '' ? null : needed, ...output};
}

const PASSED: Finding = {verdict: 'pass'};

function filesByBytes(one: FixtureCase, seen: Observation, tolerances: readonly Tolerance[]): FileFinding[] {
  return extraOutputs(one, seen).map(({golden, made}) => {
    const actual = 'content' in made ? made.content.toString('latin1') : made;
    return findingOf({name: golden.name, expected: golden.content.toString('latin1'), actual}, tolerances);
  });
}

/** @param hints tolerances that would have let the wrong files pass */
function wrongBytes(
  {expected, input, prompt}: FixtureCase,
  actual: string,
  tolerances: readonly Tolerance[],
  hints: readonly (string | null)[],
): Finding {
  const comparison = {
    expected: expected.toString('latin1'),
    actual,
    input: input.toString('latin1'),
    prompt,
    tolerances,
  };
  return {
    verdict: 'wrong-output',
    wouldPassWith: sameHint([wouldPassWith(comparison.expected, actual, tolerances), ...hints]),
    difference: differenceOf(comparison),
  };
}

/** Returns why a run that stayed within its limits fails, whatever it printed; null if its output decides. */
export function badEnd(
  one: FixtureCase,
  {end}: Observation,
  policy: JudgingPolicy,
): {readonly verdict: Verdict; readonly reason: string} | null {
  if ('signalled' in end) {
    const isLimit = LIMIT_SIGNALS.includes(end.signalled);
    return {verdict: 'crashed', reason: end.signalled + (isLimit ? ', within the limits' : '')};
  }
  const demanded = one.status ?? policy.status ?? 0;
  if (isStatus(end.exited, demanded)) return null;
  return {verdict: 'wrong-status', reason: `exit status ${end.exited}, expected ${demanded}`};
}

/** Describes an end: exit status, last words, and the error output that leads to those. */
function endingOf(
  {isMerged}: FixtureCase,
  {end, exceeded, stdout, stderr}: Observation,
): Pick<Judgement, 'exitStatus' | 'lastWords' | 'stderr'> {
  const exitStatus = exceeded === null && 'exited' in end ? end.exited : null;
  const said =
    exitStatus === 0 || exceeded !== null
      ? null
      : lastWordsIn((isMerged ? stdout : stderr).toString('latin1'));
  const from = isMerged ? 0 : Math.max(0, (said?.end ?? 0) - STDERR_SHOWN);
  const before = from > 0 ? `… ${from} bytes before\n` : '';
  return {
    exitStatus,
    lastWords: said && legible(said.words),
    stderr: stderr.length === 0 ? null : before + shownText(stderr.subarray(from), STDERR_SHOWN),
  };
}

function stoppedBy({exceeded}: Observation, limits: Limits): {verdict: Verdict; reason: string} | null {
  if (exceeded === null) return null;
  return {verdict: EXCEEDED[exceeded], reason: LIMITS[exceeded].exceeded(limits[exceeded])};
}

/** Files are read up to the limit on output only, which no golden exceeds. */
function tooLongFile(
  {expectedFiles}: FixtureCase,
  {written}: Observation,
  {output}: Limits,
): {verdict: Verdict; reason: string} | null {
  const isTooLong = (file: Observation['written'][number] | undefined): boolean =>
    file !== undefined && 'content' in file && file.content.length > output * 1024;
  const tooLong = expectedFiles.find((_, index) => isTooLong(written[index]));
  if (tooLong === undefined) return null;
  return {verdict: 'too-much-output', reason: `more than ${output} KiB in ${tooLong.name}`};
}

/** Shows the first bytes as visible lines. */
export function shownText(bytes: Buffer, most: number): string {
  const shown = visibleLines(bytes.subarray(0, most).toString('latin1')).join('\n');
  return bytes.length > most ? `${shown}\n… ${bytes.length - most} more bytes` : shown;
}

/** Returns why a run cannot serve as a reference; null if it can. */
export function refusalOf(seen: Observation | NoObservation, limits: Limits): string | null {
  if ('could' in seen) return `could not be run: ${seen.reason}`;
  if (seen.exceeded !== null)
    return `exceeded a limit: ${LIMITS[seen.exceeded].exceeded(limits[seen.exceeded])}`;
  return 'signalled' in seen.end ? `crashed: ${seen.end.signalled}` : null;
}
