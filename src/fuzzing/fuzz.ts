/*
 * Entry point of `fivedice fuzz`: runs a program and a reference on made-up inputs, and makes the first input of each mistake
 * as small as possible. What the reference prints becomes the golden of a case, which is judged as in `mark`.
 */
import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {hasColour} from '../command-line/terminal.js';
import {EXIT, troubleError, usageError} from '../command-line/user-error.js';
import {RUN_FLAGS, TOLERATE_FLAG} from '../marking/commands/shared/flags.js';
import {limitsFrom, targetOptionsFrom, tolerancesFrom} from '../marking/commands/shared/run-flags.js';
import {withRunner} from '../marking/commands/shared/with-runner.js';
import {checkWith, namedPrograms} from '../marking/judging/checker-programs.js';
import {markCase, refusalOf} from '../marking/judging/judgement.js';
import {shellCommand} from '../marking/judging/reproducing.js';
import {writeExample} from '../marking/reports/human.js';
import {counted} from '../marking/results/grouping.js';
import {verdictWords} from '../marking/results/verdicts.js';
import {readyOf} from '../marking/submissions/compiling.js';
import {
  filesOf,
  type Submission,
  submissionAt,
  submissionFrom,
  submissionOf,
} from '../marking/submissions/submissions.js';
import {type FixtureCase, jobOf, limitsOf, PLAIN_CASE} from '../marking/suites/fixture-case.js';
import {loadFixtures} from '../marking/suites/fixtures.js';
import {DEFAULT_LIMITS} from '../running/limits.js';
import type {Runner} from '../running/runner.js';
import {whyNoFolder} from '../system/regular-file.js';
import {STAGES} from '../valuation/session.js';
import {otherOutputs, sessionInputs, strictOutput} from './assign1-grammar.js';
import {cutOff, mutated, pickFrom} from './mutations.js';
import {type Compare, type Find, type Input, type Result, search} from './search.js';

const SEEDS = 2 ** 31;

const SEED_WORD = /\bSEED\b/g;

export const COMMAND: Command = {
  name: 'fuzz',
  usage: 'TARGET | -- COMMAND …',
  about: `Searches for inputs on which a program and a reference differ, one for each mistake, and makes each as small as
    possible. Inputs are sessions of "Simplified Yahtzee", or those of a suite (--from), first as they are and then with a
    few changes, or those of a generator. Plain sessions come first, then those with several mistakes in a line, then
    changed ones; the last tenth of the sessions and of the changed inputs ends early. With --from, output is
    compared as suite.json says, and inputs that the reference does not end with status 0 are dropped. The same --seed and
    --runs give the same inputs.`,
  flags: [
    {name: 'reference', takes: 'CMD', help: 'a right program, in quotes if it has arguments (assign1)'},
    {name: 'from', takes: 'DIR', help: 'a folder of cases'},
    {name: 'generator', takes: 'CMD', help: "prints an input; its word SEED becomes a number: 'gen.py SEED'"},
    {name: 'stage', takes: '1|2', help: 'sessions of this stage of the assignment (2)'},
    {name: 'runs', takes: 'N', help: 'how many inputs (1000)'},
    {name: 'most', takes: 'N', help: 'stop after this number of mistakes (5)'},
    {name: 'seed', takes: 'N', help: 'repeat the inputs of this seed (a new seed each time)'},
    {name: 'save', takes: 'DIR', help: 'add each input, with its golden, to this folder of cases'},
    TOLERATE_FLAG,
    ...RUN_FLAGS,
  ],
  exitStatus: `0 no difference; 1 a difference; 2 the command line was wrong; 3 something could not be checked.`,
  needsLinux: true,
};

export interface Context {
  /** The suite of the assignment whose sessions are made up. */
  readonly folder: string;
}

export function main(args: readonly string[], {folder}: Context): Promise<number> {
  return runCommand(COMMAND, args, async (given) => {
    const plan = planFrom(given, folder);
    // Files that are words of the command line are hidden already; these programs stand inside a word.
    const hidden = [plan.reference, plan.generator].flatMap((one) => (one === null ? [] : filesOf(one)));
    const result = await withRunner(given, 1, hidden, async (runner) => {
      const compare = await comparison(plan, runner);
      return search(compare, plan.count, await inputsOf(plan, runner), plan.most, (find) => show(plan, find));
    });
    return conclude(plan, result);
  });
}

type Plan = ReturnType<typeof planFrom>;

/** @throws UserError if flags contradict each other, or name a missing file */
function planFrom(given: ParsedFlags, folder: string) {
  const {positionals, rest} = given;
  const [path, ...more] = positionals;
  if (more.length > 0 || (path === undefined) === (rest === null) || rest?.length === 0)
    throw usageError('name one TARGET, or a command after --');
  const from = given.text('from');
  const save = given.text('save');
  const reference = given.text('reference');
  const generator = given.text('generator');
  const options = targetOptionsFrom(given, from);
  const target = path === undefined ? submissionOf(rest ?? [], options.shown) : submissionAt(path, options);
  const count = given.count('runs', 1) ?? 1000;
  const seed = given.count('seed', 0) ?? Math.floor(Math.random() * SEEDS);
  if (from !== null && generator !== null)
    throw usageError('--from and --generator both say where inputs come from: give one of them');
  if ((from ?? generator) !== null && reference === null)
    throw usageError(`--${from === null ? 'generator' : 'from'} needs --reference, a right program`);
  const stage = given.choice('stage', STAGES);
  if (stage !== null && (from ?? generator) !== null)
    throw usageError('--stage is for sessions: leave out --from and --generator');
  if (generator?.search(SEED_WORD) === -1)
    throw usageError('--generator: its command has no word SEED, so it prints the same each time');
  return {
    given,
    options,
    target,
    count,
    seed,
    stage: stage ?? 2,
    most: given.count('most', 1) ?? 5,
    reference: reference === null ? null : submissionFrom(reference, options),
    generator: generator === null ? null : submissionFrom(generator, options),
    cases: from === null ? [] : loadFixtures(from, 'not yet'),
    // The wordings of lines that the handout leaves open.
    alternatives: from === null ? (loadFixtures(folder).at(-1)?.alternatives ?? []) : [],
    save,
    // Path of the next case, without its ending.
    path: save === null ? 'PATH' : newCaseIn(save),
  };
}

/** @throws UserError if the path is not a folder */
function newCaseIn(folder: string): string {
  const isThere = existsSync(folder);
  if (isThere && whyNoFolder(folder) !== null) throw usageError(`--save: ${folder} is not a folder`);
  const taken = isThere ? readdirSync(folder) : [];
  let number = 1;
  while (taken.some((name) => name.startsWith(`fuzz-${number}.`))) number += 1;
  return join(folder, `fuzz-${number}`);
}

/** @throws UserError if the generator cannot be used */
async function inputsOf(plan: Plan, runner: Runner): Promise<(number: number) => Input | Promise<Input>> {
  const {generator, count, seed, cases} = plan;
  if (generator !== null) {
    const run = await trusted(generator, 'generator', plan, runner);
    return async (number) => {
      const {stdout, exitCode} = await run(caseOf('', null, plan), `${seed + number}`);
      if (exitCode === 0) return inputOf(stdout.toString('latin1'), null);
      throw troubleError(`the generator ended with status ${exitCode}, for SEED ${seed + number}`);
    };
  }
  if (cases.length === 0) {
    const sessions = sessionInputs(seed, count, plan.stage);
    return (number) => sessions[number] ?? inputOf('', null);
  }
  const texts = cases.map(({input}) => input.toString('latin1'));
  return (number) => {
    const pick = pickFrom(seed, number);
    const isUnchanged = number < cases.length;
    const at = isUnchanged ? number : pick(cases.length);
    const text = texts[at] ?? '';
    const of = cases[at] ?? null;
    // The last tenth is cut off: if it came first, it would hide other mistakes.
    if (number >= count - Math.floor(count / 10)) return inputOf(cutOff(text, pick), of);
    return inputOf(isUnchanged ? text : mutated(text, texts, pick), of);
  };
}

function inputOf(text: string, of: FixtureCase | null): Input {
  return {text, of, mayBecome: () => true};
}

async function comparison(plan: Plan, runner: Runner): Promise<Compare> {
  const {given, options, target, cases} = plan;
  const check = checkWith(namedPrograms(cases, options.shown), runner);
  const judging = {tolerances: tolerancesFrom(given), check};
  const prepared = await readyOf(target, runner, 'target');
  const withGoldens = await referenceOf(plan, runner);
  let cpu = DEFAULT_LIMITS.cpu;
  let slowest = 0;
  return async ({text, of}) => {
    const one = await withGoldens(caseOf(text, of, plan));
    if (one === null) return 'dropped';
    const limits = {...(of === null ? {cpu} : {}), ...limitsFrom(given)};
    const marks = await markCase(target, one, prepared, {...judging, limits}, runner);
    if (marks.verdict === 'could-not-check' || marks.verdict === 'could-not-run')
      throw troubleError(`${target.target}: ${verdictWords(marks.verdict)}: ${marks.reason}`);
    if (marks.verdict !== 'pass') return {one, marks};
    slowest = Math.max(slowest, marks.seconds);
    cpu = Math.min(DEFAULT_LIMITS.cpu, Math.max(LEAST_CPU, slowest * CPU_FACTOR));
    return null;
  };
}

/**
 * Limit on processor time as a multiple of the slowest right run, and its minimum in seconds. A program that loops at the end
 * of its input would otherwise use up the default limit on hundreds of inputs.
 */
const CPU_FACTOR = 10;
const LEAST_CPU = 0.25;

function caseOf(text: string, of: FixtureCase | null, {path, alternatives}: Plan): FixtureCase {
  return {
    ...PLAIN_CASE,
    ...(of ?? {status: 'any', alternatives}),
    // Other answers belong to the case's own input.
    otherAnswers: [],
    name: 'fuzz',
    number: 1,
    folder: '',
    suite: 'fuzz',
    title: of?.name ?? 'fuzz',
    inputFile: `${path}.in`,
    input: Buffer.from(text, 'latin1'),
    expectedFile: `${path}.out`,
    expected: Buffer.alloc(0),
  };
}

/** Adds goldens to a case. Returns null if the input does not count. */
type Reference = (one: FixtureCase) => Promise<FixtureCase | null>;

async function referenceOf(plan: Plan, runner: Runner): Promise<Reference> {
  const {reference, stage} = plan;
  if (reference === null)
    return async (one) => {
      const text = one.input.toString('latin1');
      const output = strictOutput(text, stage);
      const others = otherOutputs(text, output).map((other) => Buffer.from(other));
      const otherAnswers = others.map((content) => ({name: '', path: '', content}));
      return {...one, expected: Buffer.from(output), otherAnswers};
    };
  const run = await trusted(reference, 'reference', plan, runner);
  return async (one) => {
    const {stdout, stderr, written, exitCode} = await run(one);
    if (plan.cases.length > 0 && exitCode !== 0) return null;
    const expectedFiles = one.expectedFiles.flatMap((file, at) => {
      const made = written[at];
      return made !== undefined && 'content' in made ? [{...file, content: made.content}] : [];
    });
    const expectedErrors = one.expectedErrors && {...one.expectedErrors, content: stderr};
    const status = one.status === 'any' ? one.status : exitCode;
    return {...one, expected: stdout, expectedFiles, expectedErrors, status};
  };
}

/** Prepares a program that must not fail. Each run replaces its word SEED. */
async function trusted(submission: Submission, name: string, {given}: Plan, runner: Runner) {
  const {command, toolchain} = await readyOf(submission, runner, name);
  return async (one: FixtureCase, seed = 'SEED') => {
    const words = command.map((word) => (typeof word === 'string' ? word.replace(SEED_WORD, seed) : word));
    const limits = limitsOf(one, limitsFrom(given));
    const job = {...jobOf(one), command: [...words, ...one.arguments], toolchain, limits};
    const first = await runner.observe(job);
    // Once more: the machine may have been busy.
    const seen = 'exceeded' in first && first.exceeded === 'wall' ? await runner.observe(job) : first;
    if (!('could' in seen) && seen.exceeded === null && 'exited' in seen.end)
      return {...seen, exitCode: seen.end.exited};
    const input = JSON.stringify(one.input.toString('latin1'));
    throw troubleError(`the ${name} ${refusalOf(seen, limits)}, on ${input}`);
  };
}

function show(plan: Plan, {run, steps, one, marks}: Find): void {
  const {target, save} = plan;
  process.stdout.write(`${nounOf(plan)} ${run} differs, shrunk in ${counted(steps, 'step')}:\n\n`);
  const reproduce = save === null ? commandWithInput(target, one) : marks.reproduce;
  for (const line of writeExample({...marks, reproduce}, hasColour(process.stdout, process.env)))
    process.stdout.write(line);
  if (save !== null) {
    process.stdout.write(`\n${saveCase(one, plan.path)}\n`);
    plan.path = newCaseIn(save);
  }
  process.stdout.write('\n');
}

/** Max bytes of an input that a command line shows. */
const LONGEST_SHOWN = 1000;

/** Returns the line of bash that runs a program on an input that has no file. */
function commandWithInput(target: Submission, one: FixtureCase): string | null {
  const command = shellCommand(target, one);
  if (command === null || one.input.length > LONGEST_SHOWN) return null;
  const format = one.input
    .toString('latin1')
    .replace(/[^ -~]|^-|['\\%]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)
    .replaceAll('\\012', '\\n');
  return `${command} < <(printf '${format}')`;
}

function conclude(plan: Plan, {runs, dropped, found}: Result): number {
  const {seed, most, save} = plan;
  const facts = `(${dropped === 0 ? '' : `${dropped} dropped, `}seed ${seed})`;
  const tried = counted(runs, nounOf(plan));
  if (found > 0) {
    const more = found === most ? '; there may be more, see --most' : '';
    const keep = save === null ? '; --save DIR keeps them as cases' : '';
    const order = found === 1 ? '' : '; fix them in this order';
    process.stdout.write(`${counted(found, 'mistake')} in ${tried} ${facts}${order}${more}${keep}\n`);
    return EXIT.failed;
  }
  process.stdout.write(`${tried}, no difference ${facts}\n`);
  if (dropped < runs) return EXIT.passed;
  throw troubleError('every input was dropped: the reference never ends with status 0');
}

function nounOf({cases, generator}: Plan): string {
  return cases.length > 0 || generator !== null ? 'input' : 'session';
}

/** Writes the files of a case. Returns their names, and settings that files cannot hold. */
function saveCase(one: FixtureCase, path: string): string {
  const {input, expected, otherAnswers, expectedErrors, expectedFiles, status} = one;
  const files = new Map<string, string | Buffer>([
    [`${path}.in`, input],
    [`${path}.out`, expected],
    ...otherAnswers.map(({content}, at) => [`${path}.alt${at === 0 ? '' : at + 1}.out`, content] as const),
    ...expectedFiles.map(({name, content}) => [`${path}.files/${name}`, content] as const),
  ]);
  if (expectedErrors !== null) files.set(`${path}.err`, expectedErrors.content);
  if (status !== 0) files.set(`${path}.status`, `${status}\n`);
  for (const [file, content] of files) {
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, content, {flag: 'wx'});
  }
  const isGiven = one.arguments.length + one.files.length + Object.keys(one.environment).length > 0;
  const hasAlternatives = one.alternatives.some(([line = '']) => expected.includes(line, 0, 'latin1'));
  const hints = [
    ...(isGiven ? [`copy the arguments, environment and files of ${one.title} in suite.json`] : []),
    ...(hasAlternatives ? ['add the alternatives of its lines to suite.json'] : []),
  ];
  return [`saved: ${[...files.keys()].join(', ')}`, ...hints].join('; ');
}
