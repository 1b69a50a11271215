/*
 * Entry point of `fivedice fuzz`: runs a program and a reference on made-up inputs until they differ, and then
 * shrinks that input as far as possible.
 */
import {existsSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {hasColour} from '../command-line/terminal.js';
import {EXIT, troubleError, usageError} from '../command-line/user-error.js';
import {
  commandOf,
  counted,
  type FixtureCase,
  jobOf,
  limitsFrom,
  limitsOf,
  loadFixtures,
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
  writeExample,
} from '../marking/index.js';
import type {Runner} from '../running/runner.js';
import {mutated, pickFrom} from './mutations.js';
import {
  agreementText,
  alternativesTo,
  type Made,
  mixtureText,
  type Reference,
  type ReferenceOutput,
} from './references.js';
import {type Compare, type Found, type Search, search} from './search.js';
import type {Simplify} from './shrinking.js';

/** What the caller provides: inputs of a task that it knows, and what they are compared with. */
export interface Context {
  /** What the inputs are, for the help. */
  readonly title: string;
  /** The command that is run in process. */
  readonly command: string;
  readonly inputs: (seed: number, count: number) => readonly string[];
  readonly steps: (text: string) => Simplify[];
  readonly readings: () => readonly {
    readonly name: string;
    readonly remark: string;
    readonly answer: (input: string) => ReferenceOutput;
  }[];
  /** The tool in process, if these words name it; otherwise null. */
  readonly inProcess: (words: readonly string[]) => ((input: string) => ReferenceOutput) | null;
}

export const commandWith = ({title, command}: Context): Command => ({
  name: 'fuzz',
  usage: 'TARGET | -- COMMAND …',
  about: `Runs a program and a reference on made-up inputs until they differ, and then shrinks that input as far as
    possible: inputs of a suite with a few changes (--from), those of a generator (--generator), or else ${title}. The
    same seed gives the same inputs.`,
  flags: [
    {
      name: 'reference',
      takes: 'CMD',
      help: `a program or source file, in quotes if it has arguments (${command} in either reading of choices, run in process)`,
    },
    {
      name: FROM,
      takes: 'DIR',
      help: 'a folder of cases: their inputs are tried first, and then with a few changes. Those on which the reference ends otherwise than with status 0 are dropped',
    },
    {
      name: 'generator',
      takes: 'CMD',
      help: "a command that prints an input; the word SEED in it becomes a number: 'python3 gen.py SEED'",
    },
    {name: 'check-input', takes: 'CMD', help: 'drop inputs for which this command, which reads them, fails'},
    {name: 'plain', help: 'with --from: no odd white space, no carriage returns, only text'},
    {name: 'runs', takes: 'N', help: 'how many inputs (1000)'},
    {name: 'seed', takes: 'N', help: 'repeat the inputs of this seed (a new seed each time)'},
    {name: 'status', help: 'compare exit statuses, too'},
    {name: 'save', takes: 'DIR', help: 'add the input to this folder of cases'},
    TOLERATE_FLAG,
    ...RUN_FLAGS,
  ],
  exitStatus: `0 no difference; 1 a difference; 2 the command line was wrong; 3 something could not be checked.`,
  needsLinux: true,
});

/** The flag for a folder of cases. */
const FROM = 'from';

/** Seeds are below this. */
const SEEDS = 2 ** 31;

export function main(args: readonly string[], context: Context): Promise<number> {
  return runCommand(commandWith(context), args, (given) => fuzzFrom(given, context));
}

async function fuzzFrom(given: ParsedFlags, context: Context): Promise<number> {
  const target = targetFrom(given);
  const count = given.count('runs', 1) ?? 1000;
  const seed = given.count('seed', 0) ?? Math.floor(Math.random() * SEEDS);
  if (seed >= SEEDS) throw usageError(`--seed takes a whole number below ${SEEDS}`);
  checkSources(given);
  const save = given.text('save');
  const path = save === null ? 'PATH' : newCaseIn(save);
  const cases = given.texts(FROM).flatMap((folder) => loadFixtures(folder, 'not yet'));
  const noun = isOfCaller(given) ? 'session' : 'input';
  const found = await withRunner(given, 1, [], async (runner) => {
    const compare = await comparing(given, target, path, runner);
    const inputs = await inputsFrom(given, {count, seed}, cases, context, runner);
    const references = await referencesFrom(given, context, runner);
    const isValid = await validity(given, references, runner);
    return search(compare, references, {...inputs, isValid});
  });
  const dropped = found.dropped === 0 ? '' : `, ${found.dropped} of them dropped`;
  if (found.smallest === null) {
    process.stdout.write(`${counted(found.runs, noun)}${dropped}, no difference (seed ${seed})\n`);
    process.stdout.write(agreementText(found.references, found.agreed));
    if (found.dropped < found.runs) return EXIT.passed;
    throw troubleError('all of them were dropped: the reference, or --check-input, refuses each');
  }
  const {one, marks} = found.smallest;
  const steps = `after ${counted(found.shrinks, 'step')}`;
  const which =
    found.stopped === null
      ? `the smallest that differs, ${steps}`
      : `it got no smaller than this, ${steps}, because ${found.stopped}`;
  process.stdout.write(`${noun} ${found.runs}${dropped} differs (seed ${seed}); ${which}:\n`);
  process.stdout.write(mixtureText(found.agreed, found.here, `${context.command} `, seed));
  process.stdout.write('\n');
  const shown = save === null ? {...marks, reproduce: null} : marks;
  for (const line of writeExample(shown, hasColour(process.stdout, process.env))) process.stdout.write(line);
  process.stdout.write(`\n${save === null ? 'to keep it as a case: --save DIR' : saved(one, path)}\n`);
  return EXIT.failed;
}

function isOfCaller(given: ParsedFlags): boolean {
  return !given.has(FROM) && !given.has('generator');
}

/** @throws UserError for flags that do not go together */
function checkSources(given: ParsedFlags): void {
  if (given.has(FROM) && given.has('generator'))
    throw usageError('--from and --generator both say where inputs come from: give one of them');
  if (!isOfCaller(given) && !given.has('reference'))
    throw usageError(`--${given.has(FROM) ? FROM : 'generator'} needs --reference, a program that is right`);
  if (given.has('plain') && !given.has(FROM)) throw usageError('--plain is for --from');
}

/** A path without ending for a new case. @throws UserError if it is no folder */
function newCaseIn(folder: string): string {
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory() === false)
    throw usageError(`--save: ${folder} is no folder`);
  for (let number = 1; ; number += 1) {
    const path = join(folder, `fuzz-${number}`);
    if (['in', 'out', 'status'].every((ending) => !existsSync(`${path}.${ending}`))) return path;
  }
}

/** Where inputs come from. */
async function inputsFrom(
  given: ParsedFlags,
  {count, seed}: {readonly count: number; readonly seed: number},
  cases: readonly FixtureCase[],
  {inputs, steps}: Context,
  runner: Runner,
): Promise<Omit<Search, 'isValid'>> {
  const generator = given.text('generator');
  if (generator !== null) return {count, input: await generated(generator, seed, given, runner)};
  if (cases.length > 0) {
    const texts = cases.map(({input}) => input.toString('latin1'));
    const isPlain = given.has('plain');
    const input = async (number: number): Promise<Made> => {
      const pick = pickFrom(seed, number);
      const at = number < cases.length ? number : pick(cases.length);
      const text = texts[at] ?? '';
      return {
        text: number < cases.length ? text : mutated(text, texts, isPlain, pick),
        of: cases[at] ?? null,
      };
    };
    return {count, input};
  }
  const all = inputs(seed, count);
  return {count, steps, input: async (number) => ({text: all[number] ?? '', of: null})};
}

/** @throws UserError if the generator cannot be used */
async function generated(
  line: string,
  seed: number,
  given: ParsedFlags,
  runner: Runner,
): Promise<Search['input']> {
  if (!/\bSEED\b/.test(line))
    throw usageError('--generator: its command has no word SEED, so it prints the same each time');
  return async (number) => {
    const words = line.replace(/\bSEED\b/g, String(seed + number));
    const seen = await (await runnerOf(words, 'generator', given, runner))('', null);
    if (seen.exitCode !== 0) throw troubleError(`the generator ended with status ${seen.exitCode}: ${words}`);
    return {text: seen.output, of: null};
  };
}

/** Which inputs count: those that the check of inputs accepts, and of changed ones those that the reference does. */
async function validity(
  given: ParsedFlags,
  references: readonly Reference[],
  runner: Runner,
): Promise<Search['isValid']> {
  const line = given.text('check-input');
  const check = line === null ? null : await runnerOf(line, 'input-check', given, runner);
  const [reference] = given.has(FROM) ? references : [];
  return async (input) => {
    if (check !== null && (await check(input.text, null)).exitCode !== 0) return false;
    return reference === undefined || (await reference.answer(input)).exitCode === 0;
  };
}

/**
 * Makes the program ready, to be compared with references.
 *
 * @param path where a case is or would be saved, without extension
 */
async function comparing(
  given: ParsedFlags,
  target: Submission,
  path: string,
  runner: Runner,
): Promise<Compare> {
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: null};
  const command = await commandOf(target, runner, 'target');
  const statusCounts = given.has('status');
  const dropsFailures = given.has(FROM);
  return async (input, references) => {
    const differences: Found[] = [];
    const agreeing: Reference[] = [];
    for (const {answer, references: these} of await alternativesTo(input, references, statusCounts)) {
      // What the reference refuses may be refused in any way.
      if (dropsFailures && answer.exitCode !== 0) {
        agreeing.push(...these);
        continue;
      }
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

/** Writes the files of a case, and says which, and what they cannot say. */
function saved(one: FixtureCase, path: string): string {
  const files = {
    [`${path}.in`]: one.input,
    [`${path}.out`]: one.expected,
    ...(one.status === null ? {} : {[`${path}.status`]: `${one.status}\n`}),
  };
  mkdirSync(join(path, '..'), {recursive: true});
  for (const [file, content] of Object.entries(files)) writeFileSync(file, content, {flag: 'wx'});
  const isGiven = one.arguments.length + one.files.length + Object.keys(one.environment).length > 0;
  const hint = isGiven ? `; give it in suite.json what ${one.title} is given` : '';
  return `saved: ${Object.keys(files).join(', ')}${hint}`;
}

/** Verdicts after which there is no point in going on. */
const NOTHING_KNOWN: readonly Verdict[] = ['could-not-check', 'could-not-run'];

function targetFrom(given: ParsedFlags): Submission {
  const {positionals, rest} = given;
  const [path, ...more] = positionals;
  if (more.length > 0 || (path === undefined) === (rest === null) || rest?.length === 0) {
    throw usageError('name one TARGET, or a command after --');
  }
  const options = targetOptionsFrom(given);
  return path === undefined ? submissionOf(rest ?? [], options.shown) : submissionAt(path, options);
}

async function referencesFrom(
  given: ParsedFlags,
  {readings, inProcess}: Context,
  runner: Runner,
): Promise<Reference[]> {
  const line = given.text('reference');
  if (line === null) {
    return readings().map(({answer, ...one}) => ({...one, answer: async ({text}) => answer(text)}));
  }
  const tool = inProcess(wordsOf(line));
  if (tool !== null) return [{name: line, answer: async ({text}) => tool(text)}];
  const run = await runnerOf(line, 'reference', given, runner);
  // It is asked whether an input counts, and then what is right.
  let last: {readonly input: Made; readonly answer: ReferenceOutput} | null = null;
  const answer = async (input: Made): Promise<ReferenceOutput> => {
    if (last?.input !== input) last = {input, answer: await run(input.text, input.of)};
    return last.answer;
  };
  return [{name: line, answer}];
}

/** A program of whoever searches, which must not fail: a process for each input. */
async function runnerOf(
  line: string,
  name: string,
  given: ParsedFlags,
  runner: Runner,
): Promise<(text: string, of: FixtureCase | null) => Promise<ReferenceOutput>> {
  const submission = submissionFrom(line, targetOptionsFrom(given));
  const command = await commandOf(submission, runner, name);
  return async (text, of) => {
    const one = caseOf('', {text, of}, {output: '', exitCode: 0}, false);
    const limits = limitsOf(one, limitsFrom(given));
    const job = {...jobOf(one), command: [...command, ...one.arguments], limits};
    const first = await runner.observe(job);
    const seen = 'exceeded' in first && first.exceeded === 'wall' ? await runner.observe(job) : first;
    if ('could' in seen || seen.exceeded !== null || !('exited' in seen.end)) {
      throw troubleError(`the ${name} ${refusalOf(seen, limits)}, on ${JSON.stringify(text)}`);
    }
    return {output: seen.stdout.toString('latin1'), exitCode: seen.end.exited};
  };
}

/** @param path where the case is or would be saved, without extension */
function caseOf(
  path: string,
  {text, of}: Made,
  {output, exitCode}: ReferenceOutput,
  demandStatus: boolean,
): FixtureCase {
  return {
    ...PLAIN_CASE,
    ...of,
    name: 'fuzz',
    number: 1,
    folder: '',
    suite: 'fuzz',
    title: of?.name ?? 'fuzz',
    inputFile: `${path}.in`,
    input: Buffer.from(text, 'latin1'),
    expectedFile: `${path}.out`,
    expected: Buffer.from(output, 'latin1'),
    expectedFiles: [],
    expectedErrors: null,
    checker: null,
    status: demandStatus ? exitCode : null,
  };
}
