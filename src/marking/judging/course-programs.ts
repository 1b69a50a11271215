/*
 * The course's own programs as checkers, in the convention of Kattis' output validators (Problem Package Format, legacy
 * and 2025-09, "Output validators"): `program input answer feedback_dir [arguments] < output`. Exit status 42 accepts, 43
 * refuses, and everything else is a fault of the program, through no fault of the submission.
 *
 * It runs where submissions run, in the sandbox if they do, as somebody else's program: it sees the input, the golden and
 * an empty folder for its feedback.
 */
import type {WrittenFile} from '../../running/lanes/work-files.js';
import {DEFAULT_LIMITS, LIMITS, type Limits} from '../../running/limits.js';
import type {NoObservation, Observation} from '../../running/meaning.js';
import type {Job} from '../../running/run.js';
import type {Runner} from '../../running/runner.js';
import {decimalOf, isAtMost} from '../comparing/checkers/decimal.js';
import type {Difference} from '../run/marks.js';
import {formatPoints, timesPoints, withDecimals} from '../run/points.js';
import {legible} from '../run/visible.js';
import {type Prepared, prepare} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import type {CourseProgram} from '../suites/checker.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import type {Finding} from './judgement.js';

/** A checker gets more than a beginner's program. */
const CHECKER_LIMITS: Limits = {...DEFAULT_LIMITS, wall: 20, cpu: 10, memory: 1024};

/** Exit statuses of a checker. */
const [ACCEPTS, REFUSES] = [42, 43];

/** The folder in which it works is that for its feedback, and holds the case. By these names, all is the same in the sandbox. */
const [FEEDBACK, INPUT, GOLDEN] = ['./', 'input', 'golden'] as const;

/** Files in it that are read. */
const [JUDGE_MESSAGE, TEAM_MESSAGE, MULTIPLIER] = [
  'judgemessage.txt',
  'teammessage.txt',
  'score_multiplier.txt',
];
const FEEDBACK_FILES = [JUDGE_MESSAGE, TEAM_MESSAGE, MULTIPLIER];

/** Max bytes of a message shown, and of a multiplier. */
const LONGEST_MESSAGE = 4096;
const LONGEST_MULTIPLIER = 64;

const ONE = {units: 1n, exponent: 0};

/** Max decimals that a multiplier may add to the points of a case. */
const MOST_DECIMALS = 20;

/** What it said of an output: its exit status, and its files by their names. */
interface CheckerAnswer {
  readonly accepted: boolean;
  readonly files: ReadonlyMap<string, WrittenFile>;
}

/** How it failed. Its own words, or a compiler's, may show its source: they are for those who mark. */
export class Failure extends Error {
  readonly words: string | null;

  constructor(message: string, words: string) {
    super(message);
    this.words = words.slice(0, LONGEST_MESSAGE) || null;
  }
}

type Differing = (one: FixtureCase, golden: string, output: Buffer) => Difference | null;

export class CoursePrograms {
  private readonly runner: Runner;
  private readonly programs: ReadonlyMap<string, Submission>;
  private readonly prepared = new Map<string, Promise<Prepared>>();

  /** @param programs by their paths */
  constructor(runner: Runner, programs: ReadonlyMap<string, Submission>) {
    this.runner = runner;
    this.programs = programs;
  }

  /**
   * Asks a checker program about an output.
   *
   * @throws Failure, or an Error of the marker, that says why there is no answer
   */
  async findingOf(
    one: FixtureCase,
    checker: CourseProgram,
    output: Buffer,
    differing: Differing,
  ): Promise<Finding> {
    const {job, limits} = await this.jobFor(one, checker);
    const answer = answerIn(await this.runner.observe({...job, input: output}), limits);
    return foundBy(answer, one, checker, () => differing(one, one.expected.toString('latin1'), output));
  }

  /** How the program is run. It works among copies of its files: what it sees stays the same from case to case. */
  private async jobFor(
    {input, expected}: FixtureCase,
    {file, arguments: words, limits: own}: CourseProgram,
  ): Promise<{readonly job: Omit<Job, 'input'>; readonly limits: Limits}> {
    const owner = this.programs.get(file);
    if (owner === undefined) throw new Error('no such program');
    const ready = this.prepared.get(file) ?? prepare(owner, this.runner, `checker-${this.prepared.size}`);
    this.prepared.set(file, ready);
    const prepared = await ready;
    if ('verdict' in prepared) throw new Failure(prepared.verdict, prepared.reason);
    const limits = {...CHECKER_LIMITS, ...own};
    const contents = {[INPUT]: input, [GOLDEN]: expected};
    const files = Object.entries(contents).map(([name, content]) => ({name, content, isExecutable: false}));
    const command = [...prepared.command, INPUT, GOLDEN, FEEDBACK, ...words];
    return {job: {owner, command, limits, files, wanted: FEEDBACK_FILES}, limits};
  }
}

/** @throws Error if what the program wrote is no message, or no score for this case */
function foundBy(
  answer: CheckerAnswer,
  one: FixtureCase,
  checker: CourseProgram,
  difference: () => Difference | null,
): Finding {
  const [judge, team] = [messageIn(answer, JUDGE_MESSAGE), messageIn(answer, TEAM_MESSAGE)];
  const points = pointsIn(answer, one);
  if (points === 'all') return {verdict: 'pass', judgeMessage: judge};
  return {
    verdict: answer.accepted ? 'partly-right' : 'wrong-output',
    points,
    judgeMessage: judge,
    ...told(one, checker, team, points, difference()),
  };
}

/** @throws Failure, or an Error of the marker, that says why nothing was said */
function answerIn(seen: Observation | NoObservation, limits: Limits): CheckerAnswer {
  if ('could' in seen) throw new Error(seen.reason);
  const words = legible(seen.stderr.subarray(0, LONGEST_MESSAGE).toString('latin1')).trimEnd();
  if (seen.exceeded !== null) throw new Failure(LIMITS[seen.exceeded].exceeded(limits[seen.exceeded]), words);
  if ('signalled' in seen.end) throw new Failure(`it crashed: ${seen.end.signalled}`, words);
  const {exited} = seen.end;
  if (exited !== ACCEPTS && exited !== REFUSES) {
    throw new Failure(`exit status ${exited}; ${ACCEPTS} accepts, ${REFUSES} refuses`, words);
  }
  const found = FEEDBACK_FILES.flatMap((name, index) => {
    const file = seen.written[index];
    return file === undefined ? [] : [[name, file] as const];
  });
  return {accepted: exited === ACCEPTS, files: new Map(found)};
}

/** Its message, as text; null if there is none. @throws Error if it is no regular file */
function messageIn(answer: CheckerAnswer, name: string): string | null {
  const bytes = fileIn(answer, name);
  if (bytes === null) return null;
  const text = legible(bytes.subarray(0, LONGEST_MESSAGE).toString('latin1')).trimEnd();
  return bytes.length > LONGEST_MESSAGE ? `${text}…` : text || null;
}

function fileIn({files}: CheckerAnswer, name: string): Buffer | null {
  const file = files.get(name) ?? {instead: 'nothing'};
  if ('content' in file) return file.content;
  if (file.instead === 'nothing') return null;
  const what = file.instead === 'closed' ? 'nobody may read it' : `it is ${file.instead}, not a regular file`;
  throw new Error(`${name}: ${what}`);
}

/**
 * The points for an output: a decimal string, or `all`; null if it is refused.
 *
 * @throws Error if the checker wrote no multiplier from 0 to 1
 */
function pointsIn(answer: CheckerAnswer, {points}: FixtureCase): string | 'all' | null {
  if (!answer.accepted) return null;
  const bytes = fileIn(answer, MULTIPLIER);
  if (bytes === null) return 'all';
  const text = bytes.toString('latin1', 0, LONGEST_MULTIPLIER + 1).trim();
  const part = text.length > LONGEST_MULTIPLIER ? null : decimalOf(text);
  if (part !== null && part.units >= 0n && isAtMost(part, ONE)) {
    const share = timesPoints(points, {units: part.units, decimals: -part.exponent});
    const awarded = withDecimals(share, points.decimals);
    const isAll = awarded.decimals === points.decimals && awarded.units === points.units;
    if (awarded.decimals <= points.decimals + MOST_DECIMALS) return isAll ? 'all' : formatPoints(awarded);
  }
  const shown = legible(text.slice(0, LONGEST_MULTIPLIER)).trim();
  throw new Error(`${MULTIPLIER}: ${JSON.stringify(shown)} is not a decimal number from 0 to 1`);
}

/** What is said of an output that did not get all points. */
function told(
  one: FixtureCase,
  {name}: CourseProgram,
  message: string | null,
  points: string | null,
  difference: Difference | null,
): Pick<Finding, 'reason' | 'difference'> {
  const what = points === null ? `refused by ${name}` : `${points} of ${formatPoints(one.points)} points`;
  const first = message?.split('\n')[0] ?? null;
  // Numbers become `#` as in other summaries, so that the same mistake has the same words.
  const summary = points === null ? (first?.replace(/\d+/g, '#') ?? what) : what;
  const reason =
    points === null ? (message ?? what) : [what, ...(message === null ? [] : [message])].join('\n');
  return {reason, difference: difference && {...difference, summary, exactness: 'none'}};
}
