/* What recording finds: runs the reference on every case, and looks which goldens it changes. */
import {existsSync, readFileSync} from 'node:fs';
import {troubleError} from '../../../command-line/user-error.js';
import type {NoObservation, Observation} from '../../../running/job.js';
import type {Limits} from '../../../running/limits.js';
import type {Runner} from '../../../running/runner.js';
import {type Check, refusalOf} from '../../judging/judgement.js';
import {toldOnce} from '../../results/grouping.js';
import type {Launch} from '../../submissions/launch-plan.js';
import {
  type ExpectedFile,
  extraOutputs,
  type FixtureCase,
  isStatus,
  jobOf,
  limitsOf,
} from '../../suites/fixture-case.js';
import type {GoldenChange} from './changes.js';

/** How a reference is run, and what it says is looked at. */
export interface Recording {
  readonly reference: Launch;
  readonly ownLimits: Partial<Limits>;
  /** null: no case has a checker. */
  readonly check: Check | null;
}

export interface Recorded {
  readonly changes: readonly GoldenChange[];
  /** Goldens that stay, because their checkers accept what the reference prints now. */
  readonly kept: readonly string[];
  /** Why the reference cannot be used, and for which cases, one line each. */
  readonly refusals: readonly string[];
}

/**
 * Runs the reference twice on every case, and says what that changes.
 *
 * @throws UserError if a checker cannot be used
 */
export async function recordAll(
  cases: readonly FixtureCase[],
  {reference, ownLimits, check}: Recording,
  runner: Runner,
): Promise<Recorded> {
  const [changes, kept]: [GoldenChange[], string[]] = [[], []];
  const refusals: {of: string; what: string}[] = [];
  for (const one of cases) {
    const limits = limitsOf(one, ownLimits);
    const {command, toolchain} = reference;
    const job = {command: [...command, ...one.arguments], toolchain, limits, ...jobOf(one)};
    const [first, second] = [await runner.observe(job), await runner.observe(job)];
    const refusal =
      refusalOf(first, limits) ??
      refusalOf(second, limits) ??
      (await differenceOf(one, first, second, check));
    if (refusal !== null) refusals.push({of: one.name, what: `the reference ${refusal}`});
    if (refusal !== null || 'could' in first) continue;
    for (const {change, golden} of candidatesIn(one, first)) {
      if (await stays(change, golden, check)) kept.push(change.file);
      else changes.push(change);
    }
  }
  return {changes, kept, refusals: toldOnce(refusals)};
}

/** Returns whether a golden stays, because its checker accepts the new output. */
async function stays(
  {before, content}: GoldenChange,
  golden: Golden | null,
  check: Check | null,
): Promise<boolean> {
  return before !== null && golden?.isThere === true && accepts(check, golden.asked, content);
}

/** A golden, and the case that a checker is asked about, which has no other. */
interface Golden {
  readonly asked: FixtureCase;
  readonly isThere: boolean;
}

function goldenOf(one: FixtureCase): Golden {
  return {asked: {...one, ...NOTHING_BESIDE}, isThere: existsSync(one.expectedFile)};
}

const NOTHING_BESIDE = {expectedFiles: [], expectedErrors: null};

/** That of a file, as if it were of the output. A program of the course is asked about outputs only. */
function goldenOfFile(one: FixtureCase, {content}: ExpectedFile): Golden {
  const checker = one.checker?.kind === 'program' ? null : one.checker;
  // A file that is to be made begins as an empty one.
  return {asked: {...one, checker, expected: content, ...NOTHING_BESIDE}, isThere: content.length > 0};
}

/**
 * Whether the checker of a case accepts an output; false where bytes are compared.
 *
 * @throws UserError if it cannot say
 */
async function accepts(check: Check | null, one: FixtureCase, output: Buffer): Promise<boolean> {
  if (check === null || one.checker === null) return false;
  const {verdict, reason} = (await check(one, {stdout: output, stderr: output, written: []})).output;
  if (verdict === 'could-not-check') throw troubleError(`${one.name}: could not check: ${reason}`);
  return verdict === 'pass';
}

async function differenceOf(
  one: FixtureCase,
  first: Observation | NoObservation,
  second: Observation | NoObservation,
  check: Check | null,
): Promise<string | null> {
  if ('could' in first || 'could' in second) return null;
  if (!(await isSame(goldenOf(one), first.stdout, second.stdout, check)))
    return 'printed something different the second time';
  const again = extraOutputs(one, second);
  for (const [index, {golden: file, made: before}] of extraOutputs(one, first).entries()) {
    const {name} = file;
    const after = again[index]?.made;
    if ('instead' in before) return `wrote no file ${name}`;
    const isTheSame =
      after !== undefined &&
      'content' in after &&
      (await isSame(goldenOfFile(one, file), before.content, after.content, check));
    if (!isTheSame) return `wrote something different to ${name} the second time`;
  }
  return statusOf(first) === statusOf(second) ? null : 'had a different exit status the second time';
}

/** Whether two outputs, or files, are the same, byte for byte or to the checker. */
async function isSame(
  {asked: one, isThere}: Golden,
  first: Buffer,
  second: Buffer,
  check: Check | null,
): Promise<boolean> {
  if (first.equals(second)) return true;
  // A checker program needs the golden itself, which may hold what no program prints.
  return one.checker?.kind === 'program'
    ? isThere && (await accepts(check, one, first)) && (await accepts(check, one, second))
    : accepts(check, {...one, expected: first}, second);
}

function statusOf({end}: Observation): number | null {
  return 'exited' in end ? end.exited : null;
}

/** What may change, and of which golden; null: it is an exit status. */
interface Candidate {
  readonly change: GoldenChange;
  readonly golden: Golden | null;
}

function candidatesIn(one: FixtureCase, seen: Observation): Candidate[] {
  const status = statusOf(seen);
  const isExpected = status === null || isStatus(status, one.status ?? 0);
  const statusFile = one.expectedFile.replace(/\.(?:out|ans)$/, '.status');
  const made = [
    {file: one.expectedFile, printed: seen.stdout, golden: goldenOf(one)},
    ...(isExpected ? [] : [{file: statusFile, printed: Buffer.from(`${status}\n`), golden: null}]),
    ...extraOutputs(one, seen).flatMap(({golden, made}) =>
      'instead' in made
        ? []
        : [{file: golden.path, printed: made.content, golden: goldenOfFile(one, golden)}],
    ),
  ];
  return made.flatMap(({file, printed, golden}) => {
    const before = existsSync(file) ? readFileSync(file) : null;
    return before?.equals(printed) ? [] : [{change: {one, file, content: printed, before}, golden}];
  });
}
