/* Prepares a submission to run: copies it, and compiles it if necessary. */
import {chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative} from 'node:path';
import {troubleError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {DEFAULT_LIMITS, LIMITS} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {isOpenToPrograms, openToPrograms, quote, READ, RUN} from '../../running/shell.js';
import {isSystemError} from '../../system/file-errors.js';
import {verdictWords} from '../results/verdicts.js';
import {legible} from '../results/visible.js';
import {compilerIn, WERROR} from './languages.js';
import {
  type CompilePlan,
  compileLine,
  type Launch,
  launchOf,
  type NoPlan,
  noCheck,
  noPlan,
  planOfRefusal,
} from './launch-plan.js';
import {compiledPathsOf, missedFile} from './sources.js';
import type {Submission} from './submissions.js';
import {copyProject, projectAt, projectOfFile, Refusal} from './taking.js';

/** The command of a submission, or the verdict on all its cases. */
export type Prepared = Launch | NoPlan;

/** First errors of compilers and builds, the most telling first; a group that matches is the error. */
const FIRST_ERRORS: readonly RegExp[] = [
  /\berror(?:\[\w+\])?: (?!ld returned |aborting |\[GHC).+|\berror:(?: \[GHC-\d+\])?\n\s*(?:• )?(.+)|^\S+\.go:\d+:\d+: (.+)|\b(?:multiple definition of|undefined reference to) [^\s;]+/m,
  /^CMake Error.*:\n\s*(.+)/m,
  /^\[ERROR\] (?!COMPILATION ERROR)(\S.*)/m,
  /^make(?:\[\d+\])?: \*\*\* ((?:No rule|missing separator|No targets).*)/m,
];

/** A missing file that the last command of a build names. */
const NOT_MADE = /^(?:cp|mv|install): cannot stat '(.*)'/m;

const MISSING_TOOL = /^make(?:\[\d+\])?: (\S+): (?:No such file or directory|Command not found|not found)$/m;

/** Random names of gcc's object files, which would make equal mistakes look different. */
const TEMPORARY = /\/\S*\bcc[A-Za-z0-9]{6}(?=\.(?:o|ltrans)\b)/g;

/** Max bytes of compiler output, and max characters of a line, so that the patterns take little time. */
const LARGEST_OUTPUT = 64 * 1024;
const LONGEST_LINE = 1000;

/** Limits of compilers. `disk` is the default, so that one sandbox serves compiler and program. */
const COMPILER_LIMITS = {...DEFAULT_LIMITS, wall: 60, cpu: 60, memory: 4096};

/** @param name of a new folder of the runner */
export async function prepare(submission: Submission, runner: Runner, name: string): Promise<Prepared> {
  const {plan} = submission;
  if (plan.kind === 'none') return plan;
  const folder = runner.makeFolder(name);
  const args = submission.args.map((word) => openCopy(word, folder));
  if (plan.source === null) return launchOf([...plan.run.map((word) => openCopy(word, folder)), ...args]);
  const source = await copied(plan.source, folder, runner);
  if ('verdict' in source) return source;
  const made = plan.kind === 'compile' ? await compile(submission, {...plan, source}, runner) : source;
  if ('verdict' in made) return made;
  return launchOf([...plan.run.map((word) => (word === '{program}' ? made : word)), ...args]);
}

/** Copies a file that the user of programs can neither read nor run. */
function openCopy(word: Word, folder: string): Word {
  if (typeof word === 'string' || [READ, RUN].some((right) => isOpenToPrograms(word.file, right)))
    return word;
  const file = join(mkdtempSync(join(folder, '.copy-')), basename(word.file));
  openToPrograms(() => cpSync(word.file, file));
  chmodSync(dirname(file), 0o755);
  chmodSync(file, statSync(word.file).mode | 0o444);
  return {file};
}

/** Returns the submission without `-Werror` in its command; null if there is none. */
export function withoutWerror(submission: Submission): Submission | null {
  const {plan} = submission;
  if (plan.kind !== 'compile') return null;
  const compiler = plan.compiler.replace(/ (?:-Werror\b(?:=\S+)?|\{werror\})/g, '');
  return compiler === plan.compiler ? null : {...submission, plan: {...plan, compiler}};
}

/** Copies a submission away from its neighbours, with its whole folder if it has one. */
async function copied(
  {file, folder}: Word & object,
  to: string,
  runner: Runner,
): Promise<Required<Word & object> | NoPlan> {
  try {
    const {root, files} = folder === undefined ? projectOfFile(file) : projectAt(folder);
    const path = relative(root, file);
    // Goldens may lie in the folder.
    const isSeen = (one: string): boolean => one === path || !runner.isHidden(join(root, one), root);
    await copyProject({root, files: files.filter(isSeen)}, to);
    const copy = {file: join(to, path), folder: to};
    // Zip files made on Windows lose the mode of programs.
    chmodSync(copy.file, 0o755);
    return copy;
  } catch (error) {
    if (error instanceof Refusal) return planOfRefusal(error);
    if (!isSystemError(error)) throw error;
    return noCheck(`it cannot be copied: ${error.message}`);
  }
}

/** Prepares a program on which the whole command depends. @throws UserError if it cannot run */
export async function readyOf(submission: Submission, runner: Runner, name: string): Promise<Launch> {
  const ready = await prepare(submission, runner, name);
  if ('command' in ready) return ready;
  const hint = ready.verdict === 'did-not-compile' ? ' (--compile sets the command)' : '';
  const remedy = ready.remedy === null ? '' : `: ${ready.remedy}`;
  const verdict = verdictWords(ready.verdict);
  throw troubleError(`${submission.target}: ${verdict}${hint}: ${ready.reason}${remedy}`);
}

/** Folder for the program in the copy. No hand-in has it, since hidden folders are not taken. */
const MADE = '.made';

async function compile(
  owner: Submission,
  plan: CompilePlan & {readonly source: Required<Word & object>},
  runner: Runner,
): Promise<(Word & object) | NoPlan> {
  const {source, sources, compiler} = plan;
  const {folder} = source;
  const program = join(folder, MADE, 'program');
  for (const [from, to] of sources.renamed) {
    openToPrograms(() => mkdirSync(join(folder, dirname(to)), {recursive: true}));
    renameSync(join(folder, from), join(folder, to));
  }
  const {prefix, toolchain} = toolsOf(compiler);
  const main = compiledPathsOf(sources)(relative(folder, source.file));
  const file = join(folder, main);
  const seen = await runner.observe({
    owner,
    command: ['/bin/sh', '-c', prefix + scriptOf(plan, main), 'compiler', {file, folder}],
    toolchain,
    input: Buffer.alloc(0),
    limits: COMPILER_LIMITS,
    wanted: ['program'],
    mostWritten: COMPILER_LIMITS.disk * 1024 ** 2,
  });
  if ('could' in seen) return noCheck(seen.reason);
  const message = wordsOfCompiler(seen.stderr);
  if (seen.exceeded !== null)
    return didNotCompile(LIMITS[seen.exceeded].exceeded(COMPILER_LIMITS[seen.exceeded]));
  const status = 'exited' in seen.end ? seen.end.exited : null;
  if (status === 127) return noCheck(message);
  const [left] = seen.written;
  // A link may lead to a neighbour's program.
  if (status === 0 && left !== undefined && 'content' in left) {
    const {content} = left;
    openToPrograms(() => {
      mkdirSync(dirname(program));
      writeFileSync(program, content, {mode: 0o755});
    });
    return {file: program, folder};
  }
  const tool = MISSING_TOOL.exec(message)?.[1];
  if (tool !== undefined) return noCheck(`${tool} is not installed`);
  const missed = missedFile(message, sources, folder);
  if (missed !== null)
    return noCheck(`it needs ${missed}, which was left out`, {
      remedy: 'name the program with --file, or use --compile',
    });
  if (status === 0) return didNotCompile(`the build ended well, and made no program\n${message}`.trimEnd());
  // The first line groups equal mistakes.
  const absent = NOT_MADE.exec(message)?.[1];
  const error = firstErrorIn(message) ?? (absent && `the build made no ${absent}`);
  return didNotCompile(
    error === undefined ? message || 'the compiler produced no program' : `${error}\n${message}`,
  );
}

function didNotCompile(reason: string): NoPlan {
  return noPlan(reason, {verdict: 'did-not-compile'});
}

/** Returns the script that compiles the main file, `$1`, and makes the program where it starts. */
function scriptOf(plan: CompilePlan, main: string): string {
  const wordOf = (path: string): string => (path === '.' ? '"$root"' : `"$root"/${quote(path)}`);
  const line = compileLine(plan, wordOf, '"$program"', WERROR);
  // In error output, the runner drops the folders of files.
  const start = `exec >&2; root=\${1%${quote(`/${main}`)}}; program="$PWD/program"; `;
  if (!plan.isBuild) return start + line;
  const copy = 'mkdir build && cp -R "$root/." build && chmod -R u+rwX build && root="$PWD/build"; ';
  return `${start}${copy}cd "$root"/${quote(plan.top || '.')} && ${line}`;
}

export function firstErrorIn(message: string): string | undefined {
  for (const pattern of FIRST_ERRORS) {
    const [found, ...groups] = pattern.exec(message) ?? [];
    if (found !== undefined) return groups.find((group) => group !== undefined) ?? found;
  }
  return undefined;
}

/** Returns compiler output without names that differ on each run. */
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

/** Returns a compiler's toolchain, and shell words that put it first in `PATH`, before its version manager. */
function toolsOf(compiler: string): {readonly prefix: string; readonly toolchain: readonly string[]} {
  const name = compilerIn(compiler) ?? '';
  const {command, toolchain} = launchOf([name]);
  const [path = name] = command;
  const isOther = typeof path === 'string' && path !== name;
  return {prefix: isOther ? `PATH=${quote(dirname(path))}:$PATH; ` : '', toolchain};
}
