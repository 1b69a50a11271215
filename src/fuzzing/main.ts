/*
 * The door of `fivedice fuzz`: runs a program and a reference on made-up inputs until they differ, and then
 * shrinks that input as far as possible.
 */
import {existsSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {asyncProperty, check} from 'fast-check';
import {runCommand} from '../command-line/command.js';
import {EXIT} from '../command-line/exit-status.js';
import type {Command, Given} from '../command-line/flags.js';
import {messageOf, troubleError, usageError} from '../command-line/user-error.js';
import {
  limitsFrom,
  RUN_FLAGS,
  TOLERATE_FLAG,
  targetOptionsFrom,
  tolerancesFrom,
  withRunner,
} from '../marking/commands/run-flags.js';
import {commandOf, prepare} from '../marking/judging/compiling.js';
import {refusalOf} from '../marking/judging/judgement.js';
import {
  type Submission,
  submissionAt,
  submissionFrom,
  submissionOf,
  wordsOf,
} from '../marking/judging/submissions.js';
import {markCase} from '../marking/judging/whole-run.js';
import type {CaseMarks} from '../marking/marks/marks.js';
import {detailsText} from '../marking/reports/details.js';
import {type FixtureCase, PLAIN_CASE} from '../marking/suites/fixture-case.js';
import {DEFAULT_LIMITS} from '../running/limits.js';
import type {Runner} from '../running/runner.js';
import {sessionInputs} from './inputs.js';
import {type Answer, strictTool} from './strict-tool.js';

export const COMMAND: Command = {
  name: 'fuzz',
  usage: 'TARGET | -- COMMAND …',
  about: `Runs a program and a reference on made-up sessions of "Simplified Yahtzee" until they differ, and then
    shrinks that session as far as possible. The same seed gives the same sessions.`,
  flags: [
    {
      name: 'reference',
      takes: 'CMD',
      help: 'a program or source file, in quotes if it has arguments (assign1, run in process)',
    },
    {name: 'runs', takes: 'N', help: 'how many sessions (1000)'},
    {name: 'seed', takes: 'N', help: 'repeat the sessions of this seed (a new seed each time)'},
    {name: 'status', help: 'compare exit statuses, too'},
    {
      name: 'save',
      takes: 'PATH',
      help: 'save the session as a case: PATH.in, PATH.out and, with --status, PATH.status',
    },
    TOLERATE_FLAG,
    ...RUN_FLAGS,
  ],
  exitStatus: `0 no difference; 1 a difference; 2 the command line was wrong; 3 something could not be checked.`,
  needsLinux: true,
};

/** Seeds are below this. */
const SEEDS = 2 ** 31;

interface Found {
  readonly one: FixtureCase;
  readonly marks: CaseMarks;
}

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, fuzzFrom);
}

async function fuzzFrom(given: Given): Promise<number> {
  const target = targetFrom(given);
  const numRuns = given.count('runs', 1) ?? 1000;
  const seed = given.count('seed', 0) ?? Math.floor(Math.random() * SEEDS);
  if (seed >= SEEDS) throw usageError(`--seed takes a whole number below ${SEEDS}`);
  const save = given.text('save');
  for (const file of save === null ? [] : [`${save}.in`, `${save}.out`, `${save}.status`]) {
    if (existsSync(file)) throw usageError(`--save: ${file} already exists`);
    if (!existsSync(dirname(file))) throw usageError(`--save: there is no folder ${dirname(file)}`);
  }
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: null};

  const found = await withRunner(given, 1, [], async (runner) => {
    const prepared = await prepare(target, runner, 'target');
    const reference = await referenceFrom(given, runner);
    // fast-check only goes on to smaller inputs, so the last one on which they differ is the smallest.
    let smallest: Found | null = null;
    // Why nobody knows of a smaller one still.
    let stopped: string | null = null;
    const details = await check(
      asyncProperty(sessionInputs, async (input) => {
        if (stopped !== null) return true;
        try {
          const one = caseOf(save ?? 'PATH', input, await reference(input), given.has('status'));
          const {marks} = await markCase({submission: target, one, number: 1}, prepared, demands, runner);
          if (NOTHING_KNOWN.includes(marks.verdict)) throw troubleError(`${marks.verdict}: ${marks.reason}`);
          if (marks.verdict === 'pass') return true;
          smallest = {one, marks};
          return false;
        } catch (error) {
          // A difference that was found is not thrown away.
          if (smallest === null) throw error;
          stopped = messageOf(error);
          return true;
        }
      }),
      {numRuns, seed, endOnFailure: false},
    );
    const {errorInstance: error} = details;
    if (smallest === null && error !== null) throw error;
    return {
      runs: details.numRuns,
      shrinks: details.numShrinks,
      smallest: smallest as Found | null,
      stopped: stopped as string | null,
    };
  });
  if (found.smallest === null) {
    process.stdout.write(`${counted(found.runs, 'session')}, no difference (seed ${seed})\n`);
    return EXIT.passed;
  }
  const {one, marks} = found.smallest;
  const steps = `after ${counted(found.shrinks, 'step')}`;
  const which =
    found.stopped === null
      ? `the smallest that differs, ${steps}`
      : `it got no smaller than this, ${steps}, because ${found.stopped}`;
  process.stdout.write(
    `session ${found.runs} differs (seed ${seed}); ${which}:\n\n${detailsText(save === null ? {...marks, reproduce: null} : marks)}\n`,
  );
  if (save === null) {
    process.stdout.write('\nto keep it as a case: --save PATH\n');
  } else {
    writeFileSync(`${save}.in`, one.input);
    writeFileSync(`${save}.out`, one.expected);
    if (one.status !== null) writeFileSync(`${save}.status`, `${one.status}\n`);
    const files = ['in', 'out', ...(one.status === null ? [] : ['status'])].map(
      (ending) => `${save}.${ending}`,
    );
    process.stdout.write(`\nsaved: ${files.join(', ')}\n`);
  }
  return EXIT.failed;
}

/** Verdicts after which there is no point in going on. */
const NOTHING_KNOWN: readonly string[] = ['could-not-check', 'could-not-run', 'did-not-compile'];

function targetFrom(given: Given): Submission {
  const {positionals, rest} = given;
  const [path, ...more] = positionals;
  if (more.length > 0 || (path === undefined) === (rest === null) || rest?.length === 0) {
    throw usageError('name one TARGET, or a command after --');
  }
  const options = targetOptionsFrom(given);
  return path === undefined ? submissionOf(rest ?? [], options.shown) : submissionAt(path, options);
}

async function referenceFrom(given: Given, runner: Runner): Promise<(input: string) => Promise<Answer>> {
  const line = given.text('reference') ?? 'assign1';
  const inProcess = strictTool(wordsOf(line));
  if (inProcess !== null) return async (input) => inProcess(input);
  const submission = submissionFrom(line, targetOptionsFrom(given));
  const command = await commandOf(submission, runner, 'reference');
  const limits = {...DEFAULT_LIMITS, ...limitsFrom(given)};
  return async (input) => {
    const job = {
      command,
      input: Buffer.from(input, 'latin1'),
      limits,
    };
    const first = await runner.observe(job);
    const seen = 'passed' in first && first.passed === 'wall' ? await runner.observe(job) : first;
    if ('could' in seen || seen.passed !== null || !('exited' in seen.end)) {
      throw troubleError(`the reference ${refusalOf(seen, limits)}, on ${JSON.stringify(input)}`);
    }
    return {output: seen.stdout.toString('latin1'), exitCode: seen.end.exited};
  };
}

/** @param path where the case is or would be saved, without extension */
function caseOf(path: string, input: string, {output, exitCode}: Answer, demandStatus: boolean): FixtureCase {
  return {
    ...PLAIN_CASE,
    name: 'fuzz',
    number: 1,
    folder: '',
    suite: 'fuzz',
    title: 'fuzz',
    inputFile: `${path}.in`,
    input: Buffer.from(input, 'latin1'),
    expectedFile: `${path}.out`,
    expected: Buffer.from(output, 'latin1'),
    status: demandStatus ? exitCode : null,
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
