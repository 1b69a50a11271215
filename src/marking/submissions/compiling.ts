/* Gets a submission ready to run, compiling it if necessary. */
import {basename, dirname, join} from 'node:path';
import {troubleError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {DEFAULT_LIMITS, LIMITS} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {quote} from '../../running/shell.js';
import {isSystemError} from '../../system/file-errors.js';
import {VERDICT_WORDS, type Verdict} from '../results/verdicts.js';
import {legible} from '../results/visible.js';
import {copyOf, Refusal} from './handed-in.js';
import {compilerIn} from './languages.js';
import {fill, type Launch, type LaunchPlan, launchOf, mainClassOf, noPlan} from './launch-plan.js';
import type {Submission} from './submissions.js';

/** The command of a submission that is ready to run, or the verdict on all its cases. */
export type Prepared = Launch | Unprepared;

interface Unprepared {
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * First error of gcc, Rust, Haskell, Go or the C linker, in a group if one matches. Their last lines only say that there
 * were errors.
 */
const FIRST_ERROR =
  /\berror(?:\[\w+\])?: (?!ld returned |aborting |\[GHC).+|\berror:(?: \[GHC-\d+\])?\n\s*(?:• )?(.+)|^\S+\.go:\d+:\d+: (.+)|\b(?:multiple definition of|undefined reference to) [^\s;]+/m;

/** Random name that gcc gives an object file: the same mistake must not look like two. */
const TEMPORARY = /\/\S*\bcc[A-Za-z0-9]{6}(?=\.(?:o|ltrans)\b)/g;

/** Max bytes of compiler output kept, and max characters of a line: the pattern above may go over each twice. */
const LARGEST_OUTPUT = 64 * 1024;
const LONGEST_LINE = 1000;

/** Limits of compilers. That on disk is the program's, so that one sandbox serves both. */
const COMPILER_LIMITS = {...DEFAULT_LIMITS, wall: 60, cpu: 60, memory: 4096};

/** Gets a submission ready in a new folder of the runner: copies it there, and compiles it if necessary. */
export async function prepare(submission: Submission, runner: Runner, name: string): Promise<Prepared> {
  const {plan, args} = submission;
  if (plan.kind === 'none') return {verdict: plan.verdict, reason: plan.reason};
  const {source} = plan;
  const words = plan.kind === 'command' ? plan.words : [];
  if (source === null) return withArguments(launchOf(words), args);
  const folder = runner.makeFolder(name);
  const copy = await copied(source, join(folder, 'source'));
  if ('verdict' in copy) return copy;
  const made =
    plan.kind === 'compile'
      ? await compile(submission, {...plan, source: {...copy, folder}}, runner, folder)
      : launchOf(words.map((word) => (word === source ? copy : word)));
  return 'verdict' in made ? made : withArguments(made, args);
}

function withArguments({command, toolchain}: Launch, args: readonly Word[]): Launch {
  return {command: [...command, ...args], toolchain};
}

async function copied(source: Word & object, to: string): Promise<(Word & object) | Unprepared> {
  try {
    return await copyOf(source, to);
  } catch (error) {
    if (error instanceof Refusal) return noPlan(`its files are refused: ${error.message}`);
    if (!isSystemError(error)) throw error;
    return {verdict: 'could-not-check', reason: `it cannot be copied: ${error.message}`};
  }
}

/**
 * Gets a program ready that everything depends on, such as a reference.
 *
 * @throws UserError if it cannot run
 */
export async function readyOf(submission: Submission, runner: Runner, name: string): Promise<Launch> {
  const ready = await prepare(submission, runner, name);
  if ('command' in ready) return ready;
  const hint = ready.verdict === 'did-not-compile' ? ' (--compile sets the command)' : '';
  throw troubleError(`${submission.target}: ${VERDICT_WORDS[ready.verdict]}${hint}: ${ready.reason}`);
}

/** @param folder of the copy and of the program: both are shown together, so that one sandbox compiles and runs it */
async function compile(
  owner: Submission,
  {source, sources, compiler, run}: LaunchPlan & {kind: 'compile'},
  runner: Runner,
  folder: string,
): Promise<Prepared> {
  const program = join(folder, 'program');
  const script = fill(compiler, {
    source: '"$1"',
    // The others lie beside it, in the sandbox too.
    sources: sources
      .map((name) => (name === basename(source.file) ? '"$1"' : `"\${1%/*}"/${quote(name)}`))
      .join(' '),
    program: '"$2"',
    main: compiler.includes('{main}') ? quote(mainClassOf(source.file)) : '',
  });
  const {prefix, toolchain} = toolsOf(compiler);
  // In error output, the runner drops the folders of files.
  const line = `exec >&2; ${prefix}${script}`;
  const seen = await runner.observe({
    owner,
    command: ['/bin/sh', '-c', line, 'compiler', source, 'program'],
    toolchain,
    input: Buffer.alloc(0),
    limits: COMPILER_LIMITS,
    kept: {name: 'program', to: program},
  });
  if ('could' in seen) return {verdict: 'could-not-check', reason: seen.reason};
  const said = wordsOfCompiler(seen.stderr);
  if (seen.exceeded !== null) {
    return {
      verdict: 'did-not-compile',
      reason: LIMITS[seen.exceeded].exceeded(COMPILER_LIMITS[seen.exceeded]),
    };
  }
  if ('exited' in seen.end && seen.end.exited === 127) return {verdict: 'could-not-check', reason: said};
  const [left] = seen.written;
  // Never a link, which may lead to a neighbour's program.
  if ('exited' in seen.end && seen.end.exited === 0 && left !== undefined && 'content' in left) {
    return launchOf(run.map((word) => (word === '{program}' ? {file: program, folder} : word)));
  }
  // The first line is the error alone, so that the same mistake has the same line.
  const error = firstErrorIn(said);
  return {
    verdict: 'did-not-compile',
    reason: error === undefined ? said || 'the compiler produced no program' : `${error}\n${said}`,
  };
}

export function firstErrorIn(said: string): string | undefined {
  const [found, haskell, go] = FIRST_ERROR.exec(said) ?? [];
  return haskell ?? go ?? found;
}

/** Returns compiler output for reports, without file names that differ on each run. */
export function wordsOfCompiler(output: Buffer): string {
  const lines = legible(output.toString('latin1', 0, LARGEST_OUTPUT)).split('\n');
  return lines
    .map((line) => {
      const kept = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
      return kept.replace(TEMPORARY, 'program');
    })
    .join('\n')
    .trimEnd();
}

/** Returns a compiler's toolchain, and shell words that put it before its version manager in `PATH`. */
function toolsOf(compiler: string): {readonly prefix: string; readonly toolchain: readonly string[]} {
  const name = compilerIn(compiler) ?? '';
  const {command, toolchain} = launchOf([name]);
  const [path = name] = command;
  const isOther = typeof path === 'string' && path !== name;
  return {prefix: isOther ? `PATH=${quote(dirname(path))}:$PATH; ` : '', toolchain};
}
