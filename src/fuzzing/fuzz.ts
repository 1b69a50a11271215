/*
 * Entry point of `fivedice fuzz`: runs a program and a reference on made-up inputs until they differ, and then
 * shrinks that input as far as possible.
 */
import {existsSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {runCommand} from '../command-line/command.js';
import type {Command, Given} from '../command-line/flags.js';
import {EXIT, NOT_THERE, troubleError, usageError} from '../command-line/user-error.js';
import {
  commandOf,
  counted,
  detailsText,
  type FixtureCase,
  limitsFrom,
  markCase,
  PLAIN_CASE,
  RUN_FLAGS,
  refusalOf,
  type Submission,
  submissionAt,
  submissionFrom,
  submissionOf,
  TOLERATE_FLAG,
  targetOptionsFrom,
  tolerancesFrom,
  VERDICT_WORDS,
  type Verdict,
  withRunner,
  wordsOf,
} from '../marking/index.js';
import {DEFAULT_LIMITS} from '../running/limits.js';
import type {Runner} from '../running/runner.js';
import {
  agreementText,
  alternativesTo,
  mixtureText,
  type Reference,
  type ReferenceOutput,
  readings,
  strictTool,
} from './references.js';
import {type Compare, type Found, search} from './search.js';

export const COMMAND: Command = {
  name: 'fuzz',
  usage: 'TARGET | -- COMMAND …',
  about: `Runs a program and a reference on made-up sessions of "Simplified Yahtzee" until they differ, and then
    shrinks that session as far as possible. The same seed gives the same sessions.`,
  flags: [
    {
      name: 'reference',
      takes: 'CMD',
      help: 'a program or source file, in quotes if it has arguments (assign1 in either reading of choices, run in process)',
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

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, fuzzFrom);
}

async function fuzzFrom(given: Given): Promise<number> {
  const target = targetFrom(given);
  const numRuns = given.count('runs', 1) ?? 1000;
  const seed = given.count('seed', 0) ?? Math.floor(Math.random() * SEEDS);
  if (seed >= SEEDS) throw usageError(`--seed takes a whole number below ${SEEDS}`);
  const save = given.text('save');
  if (save !== null) checkSave(save);
  const found = await withRunner(given, 1, [], async (runner) => {
    const compare = await comparing(given, target, save ?? 'PATH', runner);
    return search(compare, await referencesFrom(given, runner), {numRuns, seed});
  });
  if (found.smallest === null) {
    process.stdout.write(`${counted(found.runs, 'session')}, no difference (seed ${seed})\n`);
    process.stdout.write(agreementText(found.references, found.agreed));
    return EXIT.passed;
  }
  const {one, marks} = found.smallest;
  const steps = `after ${counted(found.shrinks, 'step')}`;
  const which =
    found.stopped === null
      ? `the smallest that differs, ${steps}`
      : `it got no smaller than this, ${steps}, because ${found.stopped}`;
  process.stdout.write(`session ${found.runs} differs (seed ${seed}); ${which}:\n`);
  process.stdout.write(mixtureText(found.agreed, found.here, seed));
  process.stdout.write(`\n${detailsText(save === null ? {...marks, reproduce: null} : marks)}\n`);
  process.stdout.write(`\n${save === null ? 'to keep it as a case: --save PATH' : saved(one, save)}\n`);
  return EXIT.failed;
}

/** @throws UserError if the files of a case cannot be written there */
function checkSave(path: string): void {
  if (statSync(path, {throwIfNoEntry: false})?.isDirectory() === true)
    throw usageError(`--save: ${path} is a folder: add a name for the case, ${join(path, 'NAME')}`);
  for (const file of [`${path}.in`, `${path}.out`, `${path}.status`]) {
    if (existsSync(file)) throw usageError(`--save: ${file} already exists`);
    if (!existsSync(dirname(file))) throw usageError(`--save: ${dirname(file)}: ${NOT_THERE}`);
  }
}

/**
 * Makes the program ready, to be compared with references.
 *
 * @param path where a case is or would be saved, without extension
 */
async function comparing(given: Given, target: Submission, path: string, runner: Runner): Promise<Compare> {
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: null};
  const command = await commandOf(target, runner, 'target');
  const statusCounts = given.has('status');
  return async (input, references) => {
    const differences: Found[] = [];
    const agreeing: Reference[] = [];
    for (const {answer, references: these} of await alternativesTo(input, references, statusCounts)) {
      // Only a tolerance lets two answers pass.
      if (agreeing.length > 0 && demands.tolerances.length === 0) break;
      const one = caseOf(path, input, answer, statusCounts);
      const {marks} = await markCase({submission: target, one, number: 1}, {command}, demands, runner);
      if (NOTHING_KNOWN.includes(marks.verdict))
        throw troubleError(`${target.target}: ${VERDICT_WORDS[marks.verdict]}: ${marks.reason}`);
      if (marks.verdict === 'pass') agreeing.push(...these);
      else differences.push({one, marks});
    }
    return {differences, agreeing};
  };
}

/** Writes the files of a case, and says which. */
function saved(one: FixtureCase, path: string): string {
  const files = {
    [`${path}.in`]: one.input,
    [`${path}.out`]: one.expected,
    ...(one.status === null ? {} : {[`${path}.status`]: `${one.status}\n`}),
  };
  for (const [file, content] of Object.entries(files)) writeFileSync(file, content);
  return `saved: ${Object.keys(files).join(', ')}`;
}

/** Verdicts after which there is no point in going on. */
const NOTHING_KNOWN: readonly Verdict[] = ['could-not-check', 'could-not-run'];

function targetFrom(given: Given): Submission {
  const {positionals, rest} = given;
  const [path, ...more] = positionals;
  if (more.length > 0 || (path === undefined) === (rest === null) || rest?.length === 0) {
    throw usageError('name one TARGET, or a command after --');
  }
  const options = targetOptionsFrom(given);
  return path === undefined ? submissionOf(rest ?? [], options.shown) : submissionAt(path, options);
}

async function referencesFrom(given: Given, runner: Runner): Promise<Reference[]> {
  const line = given.text('reference');
  if (line === null) return readings();
  const inProcess = strictTool(wordsOf(line));
  const answer =
    inProcess === null ? await processOf(line, given, runner) : async (input: string) => inProcess(input);
  return [{name: line, answer}];
}

/** A reference that is a process for each session. */
async function processOf(line: string, given: Given, runner: Runner): Promise<Reference['answer']> {
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
    const seen = 'exceeded' in first && first.exceeded === 'wall' ? await runner.observe(job) : first;
    if ('could' in seen || seen.exceeded !== null || !('exited' in seen.end)) {
      throw troubleError(`the reference ${refusalOf(seen, limits)}, on ${JSON.stringify(input)}`);
    }
    return {output: seen.stdout.toString('latin1'), exitCode: seen.end.exited};
  };
}

/** @param path where the case is or would be saved, without extension */
function caseOf(
  path: string,
  input: string,
  {output, exitCode}: ReferenceOutput,
  demandStatus: boolean,
): FixtureCase {
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
