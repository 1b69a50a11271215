/* What recording finds: runs the reference on every case, and looks which goldens it changes. */
import {existsSync, readFileSync} from 'node:fs';
import {troubleError} from '../../../command-line/user-error.js';
import type {Limits} from '../../../running/limits.js';
import type {NoObservation, Observation} from '../../../running/meaning.js';
import type {Runner} from '../../../running/runner.js';
import type {Word} from '../../../running/sandbox.js';
import {patternsFor} from '../../comparing/checkers/regex.js';
import {type Check, refusalOf} from '../../judging/judgement.js';
import {toldOnce} from '../../run/grouping.js';
import {type ExpectedFile, type FixtureCase, jobOf, limitsOf, madeBeside} from '../../suites/fixture-case.js';
import type {GoldenChange} from './changes.js';

/** How a reference is run, and what it says is looked at. */
export interface Recording {
  readonly command: readonly Word[];
  readonly ownLimits: Partial<Limits>;
  /** Whether exit statuses are recorded too. */
  readonly statuses: boolean;
  /** null: no case has a checker. */
  readonly check: Check | null;
}

export interface Recorded {
  readonly changes: readonly GoldenChange[];
  readonly kept: readonly Kept[];
  /** Why the reference cannot be used, and for which cases, one line each. */
  readonly refusals: readonly string[];
}

/** A golden that stays, although the reference prints other bytes now. */
export interface Kept {
  readonly file: string;
  readonly because: Because;
}

/** Its checker accepts what is printed now; or it has patterns, which nobody's output replaces, and it matches them, or not. */
export type Because = 'accepted' | 'matched' | 'unmatched';

/**
 * Runs the reference twice on every case, and says what that changes.
 *
 * @throws UserError if a checker cannot be used
 */
export async function recordAll(
  cases: readonly FixtureCase[],
  {command, ownLimits, statuses, check}: Recording,
  runner: Runner,
): Promise<Recorded> {
  const [changes, kept]: [GoldenChange[], Kept[]] = [[], []];
  const refusals: {of: string; what: string}[] = [];
  for (const one of cases) {
    const limits = limitsOf(one, ownLimits);
    const job = {command: [...command, ...one.arguments], limits, ...jobOf(one)};
    const [first, second] = [await runner.observe(job), await runner.observe(job)];
    const refusal =
      refusalOf(first, limits) ??
      refusalOf(second, limits) ??
      (await differenceOf(one, first, second, check));
    if (refusal !== null) refusals.push({of: one.name, what: `the reference ${refusal}`});
    if (refusal !== null || 'could' in first) continue;
    for (const {change, golden} of candidatesIn(one, first, statuses)) {
      const because = await reasonToKeep(change, golden, check);
      if (because === null) changes.push(change);
      else kept.push({file: change.file, because});
    }
  }
  return {changes, kept, refusals: toldOnce(refusals)};
}

/** Why a golden stays as it is; null if it does not. */
async function reasonToKeep(
  {before, content}: GoldenChange,
  golden: Golden | null,
  check: Check | null,
): Promise<Because | null> {
  if (before === null || golden === null || !golden.isThere) return null;
  const isAccepted = await accepts(check, golden.asked, content);
  // Somebody wrote the patterns, and what a program prints is none.
  if (hasPatterns(golden)) return isAccepted ? 'matched' : 'unmatched';
  return isAccepted ? 'accepted' : null;
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

function hasPatterns({asked}: Golden): boolean {
  return asked.checker?.kind === 'regex';
}

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
  const {verdict, reason} = (await check.findingsOf(one, {stdout: output, stderr: output, written: []}))
    .output;
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
    return `printed something different the second time${hintFor(one)}`;
  const again = madeBeside(one, second);
  for (const [index, {golden: file, made: before}] of madeBeside(one, first).entries()) {
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

/** Patterns for what is never the same cannot come from the reference. */
function hintFor(one: FixtureCase): string {
  const golden = goldenOf(one);
  return hasPatterns(golden) && !golden.isThere ? '; its checker is regex: write the patterns first' : '';
}

/** Whether two outputs, or files, are the same, byte for byte or to the checker. */
async function isSame(
  {asked: one, isThere}: Golden,
  first: Buffer,
  second: Buffer,
  check: Check | null,
): Promise<boolean> {
  if (first.equals(second)) return true;
  switch (one.checker?.kind) {
    // These look at the golden itself, which may hold what no program prints.
    case 'regex':
    case 'program':
      return isThere && (await accepts(check, one, first)) && (await accepts(check, one, second));
    default:
      return accepts(check, {...one, expected: first}, second);
  }
}

function statusOf({end}: Observation): number | null {
  return 'exited' in end ? end.exited : null;
}

/** What may change, and of which golden; null: it is an exit status. */
interface Candidate {
  readonly change: GoldenChange;
  readonly golden: Golden | null;
}

function candidatesIn(one: FixtureCase, seen: Observation, statuses: boolean): Candidate[] {
  const statusFile = one.expectedFile.replace(/\.(?:out|ans)$/, '.status');
  // `nonzero` stands for the status as well.
  const isKept = one.status === 'nonzero' && statusOf(seen) !== 0;
  const status = Buffer.from(`${isKept ? one.status : statusOf(seen)}\n`);
  const made = [
    {file: one.expectedFile, printed: seen.stdout, golden: goldenOf(one)},
    ...(statuses || existsSync(statusFile) ? [{file: statusFile, printed: status, golden: null}] : []),
    ...madeBeside(one, seen).flatMap(({golden, made}) =>
      'instead' in made
        ? []
        : [{file: golden.path, printed: made.content, golden: goldenOfFile(one, golden)}],
    ),
  ];
  return made.flatMap(({file, printed, golden}) => {
    const before = existsSync(file) ? readFileSync(file) : null;
    // Where patterns are to be made, the characters of an output stand for themselves.
    const arePatterns = golden !== null && hasPatterns(golden) && !golden.isThere;
    const content = arePatterns ? patternsFor(printed) : printed;
    return before?.equals(content) ? [] : [{change: {one, file, content, before, arePatterns}, golden}];
  });
}
