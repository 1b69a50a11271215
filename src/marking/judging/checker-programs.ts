/*
 * Checker programs of a course, in the convention of Kattis' output validators (Problem Package Format, legacy and
 * 2025-09, "Output validators"): `program input answer feedback_dir [arguments] < output`. Exit status 42 accepts, 43
 * refuses; any other is the checker's failure. A checker runs as another owner's program, in the sandbox if submissions do.
 */
import {inputError, messageOf} from '../../command-line/user-error.js';
import type {NoObservation, Observation} from '../../running/job.js';
import {DEFAULT_LIMITS, LIMITS, type Limits} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import type {WrittenFile} from '../../running/work-files.js';
import {differenceOf} from '../comparing/difference.js';
import {decimalOf} from '../comparing/numbers.js';
import {sessionOf} from '../comparing/session.js';
import type {Judgement} from '../results/marks.js';
import {formatPoints, isAtMost, ONE_POINT, type Points, times, withDecimals} from '../results/points.js';
import {verdictWords} from '../results/verdicts.js';
import {legible} from '../results/visible.js';
import {type Prepared, prepare} from '../submissions/compiling.js';
import {type LanguageCommands, languagesWith} from '../submissions/languages.js';
import {type Submission, submissionAt} from '../submissions/submissions.js';
import type {ShownPaths} from '../submissions/tools.js';
import type {CourseProgram} from '../suites/checker.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {signalInWords} from './crash-reports.js';

export type Checked = Partial<Judgement> & Pick<Judgement, 'verdict'>;

export type Check = (one: FixtureCase, checker: CourseProgram, output: Buffer) => Promise<Checked>;

/** Checkers are optimised and may have warnings. */
const COMMANDS: LanguageCommands = {
  compile: {c: 'gcc -O2 -o {program} {source} -lm', 'c++': 'g++ -O2 -o {program} {source}'},
};

const CHECKER_LIMITS: Limits = {...DEFAULT_LIMITS, wall: 20, cpu: 10, memory: 1024};

const ACCEPTS = 42;
const REFUSES = 43;

/** Arguments of a checker: names in its work folder, which also takes its feedback. */
const INPUT = 'input';
const GOLDEN = 'golden';
const FEEDBACK = './';

const FEEDBACK_FILES = ['judgemessage.txt', 'teammessage.txt', 'score_multiplier.txt'] as const;

const LONGEST_MESSAGE = 4096;

const MOST_DECIMALS = 20;

/** A failure of a checker. Its output, which may show its source, is for markers only. */
class Failure extends Error {
  readonly words: string | null;

  constructor(message: string, words: string) {
    super(message);
    this.words = words.slice(0, LONGEST_MESSAGE) || null;
  }
}

/** Returns the checker programs of cases, by path. @throws UserError if one cannot run */
export function namedPrograms(
  cases: readonly FixtureCase[],
  shown: ShownPaths,
): ReadonlyMap<string, Submission> {
  const programs = new Map<string, Submission>();
  for (const {checker} of cases) {
    if (checker?.kind !== 'program' || programs.has(checker.file)) continue;
    const {name, file, folder} = checker;
    const options = {compile: null, usual: null, languages: languagesWith(COMMANDS), shown};
    const found =
      folder === null
        ? submissionAt(file, {...options, files: []})
        : submissionAt(folder, {...options, files: [file.slice(folder.length + 1)]});
    if (found.plan.kind === 'none') throw inputError(`${file}: ${found.plan.reason}`);
    programs.set(file, {...found, target: name});
  }
  return programs;
}

export function checkWith(programs: ReadonlyMap<string, Submission>, runner: Runner): Check {
  const prepared = new Map<string, Promise<Prepared>>();
  return async (one, checker, output) => {
    const {file, name} = checker;
    try {
      const owner = programs.get(file);
      if (owner === undefined) throw new Error('no such program');
      const launch = prepared.get(file) ?? prepare(owner, runner, `checker-${prepared.size}`);
      prepared.set(file, launch);
      return await runChecker(one, checker, output, {owner, prepared: await launch, runner});
    } catch (error) {
      const reason = `the checker ${name}: ${messageOf(error)}`;
      const judgeMessage = error instanceof Failure ? error.words : null;
      return {verdict: 'could-not-check', reason, judgeMessage};
    }
  };
}

/** @throws Failure, or an Error of the marker, if there is no answer */
async function runChecker(
  one: FixtureCase,
  checker: CourseProgram,
  output: Buffer,
  {owner, prepared, runner}: {owner: Submission; prepared: Prepared; runner: Runner},
): Promise<Checked> {
  if ('verdict' in prepared) throw new Failure(verdictWords(prepared.verdict), prepared.reason);
  const limits = {...CHECKER_LIMITS, ...checker.limits};
  const seen = await runner.observe({
    owner,
    command: [...prepared.command, INPUT, GOLDEN, FEEDBACK, ...checker.arguments],
    toolchain: prepared.toolchain,
    input: output,
    limits,
    // Copies, which the checker may change.
    files: [
      {name: INPUT, content: one.input, isExecutable: false},
      {name: GOLDEN, content: one.expected, isExecutable: false},
    ],
    wanted: FEEDBACK_FILES,
  });
  const {isAccepted, written} = answerIn(seen, limits);
  const [judge = null, team = null, multiplier = null] = FEEDBACK_FILES.map((_, index) =>
    textOf(written[index]),
  );
  const judgeMessage = judge || null;
  const message = team || null;
  const points = isAccepted && multiplier !== null ? partOf(one.points, multiplier) : null;
  if (isAccepted && points === null) return {verdict: 'pass', judgeMessage};
  const share = points === null ? null : `${points} of ${formatPoints(one.points)} points`;
  const reason =
    [share, message].filter((words) => words !== null).join('\n') || `refused by ${checker.name}`;
  const outputs = {expected: one.expected, actual: output, session: () => sessionOf(one), tolerances: []};
  const difference = one.expected.equals(output) ? null : differenceOf(outputs);
  const summary = reason.split('\n', 1).join();
  return {
    verdict: points === null ? 'wrong-output' : 'partly-right',
    points,
    judgeMessage,
    reason,
    // The first difference from the golden need not be wrong.
    difference: difference && {...difference, summary, exactness: 'none'},
  };
}

/** @throws Failure, or an Error of the marker, if there is no answer */
function answerIn(
  seen: Observation | NoObservation,
  limits: Limits,
): Pick<Observation, 'written'> & {readonly isAccepted: boolean} {
  if ('could' in seen) throw new Error(seen.reason);
  const words = legible(seen.stderr.toString('latin1', 0, LONGEST_MESSAGE)).trimEnd();
  if (seen.exceeded !== null) throw new Failure(LIMITS[seen.exceeded].exceeded(limits[seen.exceeded]), words);
  if ('signalled' in seen.end) throw new Failure(`it crashed: ${signalInWords(seen.end.signalled)}`, words);
  const {exited} = seen.end;
  if (exited !== ACCEPTS && exited !== REFUSES)
    throw new Failure(`exit status ${exited}; ${ACCEPTS} accepts, ${REFUSES} refuses`, words);
  return {written: seen.written, isAccepted: exited === ACCEPTS};
}

/** Returns the start of a regular file that the checker wrote; null without one. */
function textOf(file: WrittenFile | undefined): string | null {
  if (file === undefined || 'instead' in file) return null;
  const text = legible(file.content.toString('latin1', 0, LONGEST_MESSAGE)).trimEnd();
  return file.content.length > LONGEST_MESSAGE ? `${text}…` : text;
}

/** Returns a part of a case's points; null for all. @throws Error if the text is not a decimal number from 0 to 1 */
function partOf(points: Points, multiplier: string): string | null {
  const part = decimalOf(multiplier.trim());
  if (part !== null && part.units >= 0n && isAtMost(part, ONE_POINT)) {
    const share = times(points, part);
    const awarded = withDecimals(share, points.decimals);
    const isAll = awarded.decimals === points.decimals && awarded.units === points.units;
    if (awarded.decimals <= points.decimals + MOST_DECIMALS) return isAll ? null : formatPoints(awarded);
  }
  const shown = JSON.stringify(multiplier.trim().slice(0, 64));
  throw new Error(`score_multiplier.txt: ${shown} is not a decimal number from 0 to 1`);
}
