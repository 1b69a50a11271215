/*
 * Checker programs of a course, in the convention of Kattis' output validators (Problem Package Format, legacy and
 * 2025-09, "Output validators"): `program input answer feedback_dir [arguments] < output`. Exit status 42 accepts, 43
 * refuses; anything else is the checker's own failure, and the submission's case could not be checked.
 *
 * A checker runs where submissions run, in the sandbox if they do, but as another owner's program: it sees the input, the
 * golden and an empty folder for its feedback.
 */

import type {NoObservation, Observation} from '../../running/job.js';
import {DEFAULT_LIMITS, LIMITS, type Limits} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import type {WrittenFile} from '../../running/work-files.js';
import {decimalOf, isAtMost} from '../comparing/checkers/decimal.js';
import type {Difference} from '../results/marks.js';
import {formatPoints, type Points, timesPoints, withDecimals} from '../results/points.js';
import {legible} from '../results/visible.js';
import {type Prepared, prepare} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import type {CourseProgram} from '../suites/checker.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import type {Finding} from './judgement.js';

/** A checker gets more than a beginner's program. */
const CHECKER_LIMITS: Limits = {...DEFAULT_LIMITS, wall: 20, cpu: 10, memory: 1024};

/** Exit statuses of a checker. */
const [ACCEPTS, REFUSES] = [42, 43];

/** Arguments of a checker: names in its work folder, which is also its folder for feedback. */
const [INPUT, GOLDEN, FEEDBACK] = ['input', 'golden', './'];

const FEEDBACK_FILES = ['judgemessage.txt', 'teammessage.txt', 'score_multiplier.txt'] as const;

/** Max bytes of a message shown, and of a multiplier. */
const [LONGEST_MESSAGE, LONGEST_MULTIPLIER] = [4096, 64];

const ONE = {units: 1n, exponent: 0};

/** Max decimals that a multiplier may add to the points of a case. */
const MOST_DECIMALS = 20;

/** A failure of a checker. Its own words, or a compiler's, may show its source: they are for those who mark. */
export class Failure extends Error {
  readonly words: string | null;

  constructor(message: string, words: string) {
    super(message);
    this.words = words.slice(0, LONGEST_MESSAGE) || null;
  }
}

export class CoursePrograms {
  private readonly runner: Runner;
  private readonly programs: ReadonlyMap<string, Submission>;
  private readonly prepared = new Map<string, Promise<Prepared>>();

  /** @param programs by path */
  constructor(runner: Runner, programs: ReadonlyMap<string, Submission>) {
    this.runner = runner;
    this.programs = programs;
  }

  /**
   * Asks a checker about an output.
   *
   * @param difference of the output from the golden, computed only if it is shown
   * @throws Failure, or an Error of the marker, if there is no answer
   */
  async findingOf(
    one: FixtureCase,
    checker: CourseProgram,
    output: Buffer,
    difference: () => Difference | null,
  ): Promise<Finding> {
    const owner = this.programs.get(checker.file);
    if (owner === undefined) throw new Error('no such program');
    const prepared = await this.prepare(owner, checker.file);
    if ('verdict' in prepared) throw new Failure(prepared.verdict, prepared.reason);
    const limits = {...CHECKER_LIMITS, ...checker.limits};
    const seen = await this.runner.observe({
      owner,
      command: [...prepared.command, INPUT, GOLDEN, FEEDBACK, ...checker.arguments],
      toolchain: prepared.toolchain,
      input: output,
      limits,
      // Copies: every case sees the same, whatever the checker does to them.
      files: [
        {name: INPUT, content: one.input, isExecutable: false},
        {name: GOLDEN, content: one.expected, isExecutable: false},
      ],
      wanted: FEEDBACK_FILES,
    });
    const {judgeMessage, ...answer} = answerIn(seen, limits, one.points);
    if (answer.points === 'all') return {verdict: 'pass', judgeMessage};
    return {judgeMessage, ...notAll(answer.points, answer.teamMessage, one, checker, difference())};
  }

  private prepare(owner: Submission, file: string): Promise<Prepared> {
    const prepared = this.prepared.get(file) ?? prepare(owner, this.runner, `checker-${this.prepared.size}`);
    this.prepared.set(file, prepared);
    return prepared;
  }
}

/** A checker's answer about an output. */
interface Answer {
  /** Points as a decimal string, or all of them; null if the output is refused. */
  readonly points: string | 'all' | null;
  /** Messages for everybody, and for those who mark; null if there is none. */
  readonly teamMessage: string | null;
  readonly judgeMessage: string | null;
}

/** @throws Failure, or an Error of the marker, if there is no answer */
function answerIn(seen: Observation | NoObservation, limits: Limits, points: Points): Answer {
  if ('could' in seen) throw new Error(seen.reason);
  const words = legible(seen.stderr.toString('latin1', 0, LONGEST_MESSAGE)).trimEnd();
  if (seen.exceeded !== null) throw new Failure(LIMITS[seen.exceeded].exceeded(limits[seen.exceeded]), words);
  if ('signalled' in seen.end) throw new Failure(`it crashed: ${seen.end.signalled}`, words);
  const {exited} = seen.end;
  if (exited !== ACCEPTS && exited !== REFUSES) {
    throw new Failure(`exit status ${exited}; ${ACCEPTS} accepts, ${REFUSES} refuses`, words);
  }
  const [judge = null, team = null, multiplier = null] = FEEDBACK_FILES.map((name, index) =>
    contentOf(name, seen.written[index]),
  );
  return {
    points: exited === REFUSES ? null : multiplier === null ? 'all' : partOf(points, multiplier),
    teamMessage: messageIn(team),
    judgeMessage: messageIn(judge),
  };
}

/** Returns null if there is no such file. @throws Error if it is no regular file */
function contentOf(name: string, file: WrittenFile = {instead: 'nothing'}): Buffer | null {
  if ('content' in file) return file.content;
  if (file.instead === 'nothing') return null;
  const what = file.instead === 'closed' ? 'nobody may read it' : `it is ${file.instead}, not a regular file`;
  throw new Error(`${name}: ${what}`);
}

function messageIn(bytes: Buffer | null): string | null {
  if (bytes === null) return null;
  const text = legible(bytes.toString('latin1', 0, LONGEST_MESSAGE)).trimEnd();
  return bytes.length > LONGEST_MESSAGE ? `${text}…` : text || null;
}

/** Multiplies the points of a case. @throws Error unless the file holds a decimal number from 0 to 1 */
function partOf(points: Points, multiplier: Buffer): string | 'all' {
  const text = multiplier.toString('latin1', 0, LONGEST_MULTIPLIER + 1).trim();
  const part = text.length > LONGEST_MULTIPLIER ? null : decimalOf(text);
  if (part !== null && part.units >= 0n && isAtMost(part, ONE)) {
    const share = timesPoints(points, {units: part.units, decimals: -part.exponent});
    const awarded = withDecimals(share, points.decimals);
    const isAll = awarded.decimals === points.decimals && awarded.units === points.units;
    if (awarded.decimals <= points.decimals + MOST_DECIMALS) return isAll ? 'all' : formatPoints(awarded);
  }
  const shown = legible(text.slice(0, LONGEST_MULTIPLIER)).trim();
  throw new Error(`score_multiplier.txt: ${JSON.stringify(shown)} is not a decimal number from 0 to 1`);
}

/** Describes an output that did not get all points. */
function notAll(
  points: string | null,
  message: string | null,
  one: FixtureCase,
  {name}: CourseProgram,
  difference: Difference | null,
): Finding {
  const told = (summary: string, reason: string): Pick<Finding, 'reason' | 'difference'> => ({
    reason,
    difference: difference && {...difference, summary, exactness: 'none'},
  });
  if (points === null) {
    const reason = message ?? `refused by ${name}`;
    // Numbers become `#` as in other summaries, so that the same mistake has the same words.
    const summary = message === null ? reason : (reason.split('\n')[0] ?? '').replace(/\d+/g, '#');
    return {verdict: 'wrong-output', points, ...told(summary, reason)};
  }
  const summary = `${points} of ${formatPoints(one.points)} points`;
  const reason = message === null ? summary : `${summary}\n${message}`;
  return {verdict: 'partly-right', points, ...told(summary, reason)};
}
