/*
 * Entry point of `fivedice fuzz`: runs a program and a reference on made-up inputs until they differ, and then makes that
 * input as small as possible. What the reference prints becomes the golden of a case, which is judged as in `mark`.
 */
import {existsSync, mkdirSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {hasColour} from '../command-line/terminal.js';
import {EXIT, troubleError, usageError} from '../command-line/user-error.js';
import {RUN_FLAGS, TOLERATE_FLAG} from '../marking/commands/shared/flags.js';
import {
  limitsFrom,
  targetOptionsFrom,
  tolerancesFrom,
  withRunner,
} from '../marking/commands/shared/run-flags.js';
import {checkWith, namedPrograms} from '../marking/judging/checker-programs.js';
import {markCase, refusalOf} from '../marking/judging/judgement.js';
import {writeExample} from '../marking/reports/human.js';
import {counted} from '../marking/results/grouping.js';
import {VERDICT_WORDS} from '../marking/results/verdicts.js';
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
import type {Runner} from '../running/runner.js';
import {sessionInputs, strictOutput} from './assign1-grammar.js';
import {cutOff, mutated, pickFrom} from './mutations.js';
import {type Compare, cutOffShare, type Input, type Result, search} from './search.js';

const SEEDS = 2 ** 31;

const SEED_WORD = /\bSEED\b/g;

export const COMMAND: Command = {
  name: 'fuzz',
  usage: 'TARGET | -- COMMAND …',
  about: `Searches for an input on which a program and a reference differ, and makes it as small as possible. Inputs are
    sessions of "Simplified Yahtzee", or those of a suite (--from), first as they are and then with a few changes, or those
    of a generator. The last tenth of the sessions and of the changed inputs ends early, in the middle of a line or of a
    session. With --from, output is compared as suite.json says, and inputs that the reference does not end with status 0
    are dropped. The same --seed and --runs give the same inputs.`,
  flags: [
    {
      name: 'reference',
      takes: 'CMD',
      help: 'a program that is right, in quotes if it has arguments (assign1)',
    },
    {name: 'from', takes: 'DIR', help: 'a folder of cases'},
    {name: 'generator', takes: 'CMD', help: "prints an input; its word SEED becomes a number: 'gen.py SEED'"},
    {name: 'runs', takes: 'N', help: 'how many inputs (1000)'},
    {name: 'seed', takes: 'N', help: 'repeat the inputs of this seed (a new seed each time)'},
    {
      name: 'save',
      takes: 'DIR',
      help: 'add the input, and what the reference prints, to this folder of cases',
    },
    TOLERATE_FLAG,
    ...RUN_FLAGS,
  ],
  exitStatus: `0 no difference; 1 a difference; 2 the command line was wrong; 3 something could not be checked.`,
  needsLinux: true,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, async (given) => {
    const plan = planFrom(given);
    // Words of the command line are hidden already, but these stand inside one.
    const hidden = [plan.reference, plan.generator].flatMap((one) => (one === null ? [] : filesOf(one)));
    const result = await withRunner(given, 1, hidden, async (runner) =>
      search(await comparison(plan, runner), plan.count, await inputsOf(plan, runner)),
    );
    return report(plan, result);
  });
}

type Plan = ReturnType<typeof planFrom>;

/** @throws UserError if flags do not go together, or name what is not there */
function planFrom(given: ParsedFlags) {
  const {positionals, rest} = given;
  const [path, ...more] = positionals;
  if (more.length > 0 || (path === undefined) === (rest === null) || rest?.length === 0)
    throw usageError('name one TARGET, or a command after --');
  const [from, save] = [given.text('from'), given.text('save')];
  const [reference, generator] = [given.text('reference'), given.text('generator')];
  const options = targetOptionsFrom(given, from);
  const target = path === undefined ? submissionOf(rest ?? [], options.shown) : submissionAt(path, options);
  const count = given.count('runs', 1) ?? 1000;
  const seed = given.count('seed', 0) ?? Math.floor(Math.random() * SEEDS);
  if (seed >= SEEDS) throw usageError(`--seed takes a whole number below ${SEEDS}`);
  if (from !== null && generator !== null)
    throw usageError('--from and --generator both say where inputs come from: give one of them');
  if ((from ?? generator) !== null && reference === null)
    throw usageError(`--${from === null ? 'generator' : 'from'} needs --reference, a program that is right`);
  if (generator?.search(SEED_WORD) === -1)
    throw usageError('--generator: its command has no word SEED, so it prints the same each time');
  return {
    ...{given, options, target, count, seed},
    reference: reference === null ? null : submissionFrom(reference, options),
    generator: generator === null ? null : submissionFrom(generator, options),
    cases: from === null ? [] : loadFixtures(from, 'not yet'),
    // Path of the new case, without its ending.
    path: save === null ? 'PATH' : newCaseIn(save),
  };
}

/** @throws UserError if the path is no folder */
function newCaseIn(folder: string): string {
  if (statSync(folder, {throwIfNoEntry: false})?.isDirectory() === false)
    throw usageError(`--save: ${folder} is not a folder`);
  for (let number = 1; ; number += 1) {
    const path = join(folder, `fuzz-${number}`);
    if (['in', 'out', 'err', 'status', 'files'].every((ending) => !existsSync(`${path}.${ending}`)))
      return path;
  }
}

/** @throws UserError if the generator cannot be used */
async function inputsOf(plan: Plan, runner: Runner): Promise<(number: number) => Input | Promise<Input>> {
  const {generator, count, seed, cases} = plan;
  if (generator !== null) {
    const run = await trusted(generator, 'generator', plan, runner);
    return async (number) => {
      const {stdout, exitCode} = await run(caseOf('', null, plan), `${seed + number}`);
      if (exitCode === 0) return complete(stdout.toString('latin1'), null);
      throw troubleError(`the generator ended with status ${exitCode}, for SEED ${seed + number}`);
    };
  }
  if (cases.length === 0) {
    const sessions = sessionInputs(seed, count);
    return (number) => sessions[number] ?? complete('', null);
  }
  const texts = cases.map(({input}) => input.toString('latin1'));
  return (number) => {
    const pick = pickFrom(seed, number);
    const isUnchanged = number < cases.length;
    const at = isUnchanged ? number : pick(cases.length);
    const [text = '', of = null] = [texts[at], cases[at]];
    if (number >= count - cutOffShare(count))
      return {text: cutOff(text, pick), of, isCutOff: true, mayBecome: () => true};
    return complete(isUnchanged ? text : mutated(text, texts, pick), of);
  };
}

/** Returns an input that keeps the newline at its end. */
function complete(text: string, of: FixtureCase | null): Input {
  return {text, of, isCutOff: false, mayBecome: (smaller) => smaller.endsWith('\n') || !text.endsWith('\n')};
}

async function comparison(plan: Plan, runner: Runner): Promise<Compare> {
  const {given, options, target, cases} = plan;
  const check = checkWith(namedPrograms(cases, options.shown), runner);
  const judging = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: null, check};
  const prepared = await readyOf(target, runner, 'target');
  const withGoldens = await referenceOf(plan, runner);
  return async ({text, of}) => {
    const one = await withGoldens(caseOf(text, of, plan));
    if (one === null) return 'dropped';
    const marks = await markCase(target, one, prepared, judging, runner);
    if (marks.verdict === 'could-not-check' || marks.verdict === 'could-not-run')
      throw troubleError(`${target.target}: ${VERDICT_WORDS[marks.verdict]}: ${marks.reason}`);
    return marks.verdict === 'pass' ? null : {one, marks};
  };
}

function caseOf(text: string, of: FixtureCase | null, {path}: Plan): FixtureCase {
  return {
    ...PLAIN_CASE,
    ...(of ?? {status: 'any'}),
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

/** Returns a function that adds goldens to a case, and gives null if the input does not count. */
async function referenceOf(
  plan: Plan,
  runner: Runner,
): Promise<(one: FixtureCase) => Promise<FixtureCase | null>> {
  const {reference} = plan;
  if (reference === null)
    return async (one) => ({...one, expected: Buffer.from(strictOutput(one.input.toString('latin1')))});
  const run = await trusted(reference, 'reference', plan, runner);
  return async (one) => {
    const {stdout, stderr, written, exitCode} = await run(one);
    if (plan.cases.length > 0 && exitCode !== 0) return null;
    const expectedFiles = one.expectedFiles.flatMap((file, at) => {
      const made = written[at];
      return made !== undefined && 'content' in made ? [{...file, content: made.content}] : [];
    });
    const expectedErrors = one.expectedErrors && {...one.expectedErrors, content: stderr};
    const status = one.status === null || one.status === 'any' ? one.status : exitCode;
    return {...one, expected: stdout, expectedFiles, expectedErrors, status};
  };
}

/** Makes a program ready that must not fail. Its word SEED is replaced on each run. */
async function trusted(submission: Submission, name: string, {given}: Plan, runner: Runner) {
  const {command, toolchain} = await readyOf(submission, runner, name);
  return async (one: FixtureCase, seed = 'SEED') => {
    const words = command.map((word) => (typeof word === 'string' ? word.replace(SEED_WORD, seed) : word));
    const limits = limitsOf(one, limitsFrom(given));
    const job = {...jobOf(one), command: [...words, ...one.arguments], toolchain, limits};
    const first = await runner.observe(job);
    // The machine may have been busy.
    const seen = 'exceeded' in first && first.exceeded === 'wall' ? await runner.observe(job) : first;
    if (!('could' in seen) && seen.exceeded === null && 'exited' in seen.end)
      return {...seen, exitCode: seen.end.exited};
    const input = JSON.stringify(one.input.toString('latin1'));
    throw troubleError(`the ${name} ${refusalOf(seen, limits)}, on ${input}`);
  };
}

function report({given, generator, cases, count, seed, path}: Plan, {runs, dropped, found}: Result): number {
  const noun = cases.length > 0 || generator !== null ? 'input' : 'session';
  const facts = `(${dropped === 0 ? '' : `${dropped} dropped, `}seed ${seed})`;
  if (found === null) {
    process.stdout.write(`${counted(runs, noun)}, no difference ${facts}\n`);
    if (dropped < runs) return EXIT.passed;
    throw troubleError('every input was dropped: the reference never ends with status 0');
  }
  const {isCutOff, steps} = found;
  process.stdout.write(`${noun} ${runs} differs ${facts}, shrunk in ${counted(steps, 'step')}:\n`);
  const complete = count - cutOffShare(count);
  if (isCutOff)
    process.stdout.write(`the input ends early; on the ${complete} complete ones there is no difference\n`);
  process.stdout.write('\n');
  const marks = given.has('save') ? found.marks : {...found.marks, reproduce: null};
  for (const line of writeExample(marks, hasColour(process.stdout, process.env))) process.stdout.write(line);
  const kept = given.has('save') ? save(found.one, path) : 'to keep it as a case: --save DIR';
  process.stdout.write(`\n${kept}\n`);
  return EXIT.failed;
}

/** Writes the files of a case. Returns their names, and settings that files cannot hold. */
function save(one: FixtureCase, path: string): string {
  const {input, expected, expectedErrors, expectedFiles, status} = one;
  const files = new Map<string, string | Buffer>([
    [`${path}.in`, input],
    [`${path}.out`, expected],
    ...expectedFiles.map(({name, content}) => [`${path}.files/${name}`, content] as const),
  ]);
  if (expectedErrors !== null) files.set(`${path}.err`, expectedErrors.content);
  if (status !== null) files.set(`${path}.status`, `${status}\n`);
  for (const [file, content] of files) {
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, content, {flag: 'wx'});
  }
  const isGiven = one.arguments.length + one.files.length + Object.keys(one.environment).length > 0;
  const hint = isGiven ? `; give it in suite.json what ${one.title} is given` : '';
  return `saved: ${[...files.keys()].join(', ')}${hint}`;
}
