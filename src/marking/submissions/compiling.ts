/* Gets a submission ready to run, compiling it if necessary. */
import {accessSync, constants, lstatSync, rm} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {troubleError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {DEFAULT_LIMITS, LIMITS} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {pathInSandbox} from '../../running/sandbox.js';
import {quote} from '../../running/shell.js';
import {VERDICT_WORDS, type Verdict} from '../run/verdicts.js';
import {legible} from '../run/visible.js';
import {fill, type LaunchPlan, mainClassOf} from './launch-plan.js';
import type {Submission} from './submissions.js';

/** The command of a submission that is ready to run, or the verdict on all its cases. */
export type Prepared =
  | {readonly command: readonly Word[]}
  | {readonly verdict: Verdict; readonly reason: string};

/** The linker of C says first what is wrong, and at its end only that it has failed. */
const FIRST_ERROR = /\berror: (?!ld returned ).*|\b(?:multiple definition of|undefined reference to) [^\s;]+/;

/** The name that gcc gives an object file: another each time, so that the same mistake would look like two. */
const TEMPORARY = /(?:\/[^\s:]*\/)?\bcc[A-Za-z0-9]{6}(?=\.(?:o|ltrans)\b)/g;

/** Compilers need more than a beginner's program. Of files they get as much, so that both can run in the same namespaces. */
const COMPILER_LIMITS = {...DEFAULT_LIMITS, wall: 60, cpu: 60, memory: 4096};

/** Gets a submission ready, if necessary by compiling it into a new folder `name` in the runner's folder. */
export async function prepare(submission: Submission, runner: Runner, name: string): Promise<Prepared> {
  const {plan, args} = submission;
  switch (plan.kind) {
    case 'command':
      return {command: [...plan.words, ...args]};
    case 'none':
      return {verdict: plan.verdict, reason: plan.reason};
    case 'compile': {
      const compiled = await compile(submission, plan, runner, name);
      return 'verdict' in compiled ? compiled : {command: [...compiled.command, ...args]};
    }
  }
}

/**
 * The same for a program that everything depends on, such as a reference.
 *
 * @throws UserError if it cannot run
 */
export async function commandOf(
  submission: Submission,
  runner: Runner,
  name: string,
): Promise<readonly Word[]> {
  const ready = await prepare(submission, runner, name);
  if ('command' in ready) return ready.command;
  const hint = ready.verdict === 'did-not-compile' ? ' (--compile sets the command)' : '';
  throw troubleError(`${submission.target}: ${VERDICT_WORDS[ready.verdict]}${hint}: ${ready.reason}`);
}

/**
 * Removes what `prepare` compiled, beside the run, which does not wait: a class has too many programs to keep them all
 * until the end. What cannot be removed goes with the runner's folder.
 */
export function removeProgram(runner: Runner, name: string): void {
  rm(runner.folderOf(name), {recursive: true, force: true}, () => {});
}

async function compile(
  owner: Submission,
  {source, sources, compiler, run}: LaunchPlan & {kind: 'compile'},
  runner: Runner,
  name: string,
): Promise<Prepared> {
  const program = join(runner.makeFolder(name), 'program');
  const script = fill(compiler, {
    source: '"$1"',
    // The others lie beside it, in the sandbox too.
    sources: sources
      .map((name) => (name === basename(source.file) ? '"$1"' : `"\${1%/*}"/${quote(name)}`))
      .join(' '),
    program: '"$2"',
    main: compiler.includes('{main}') ? quote(mainClassOf(source.file)) : '',
  });
  const command = ['/bin/sh', '-c', script, 'compiler', source, 'program'];
  const seen = await runner.observe({
    owner,
    command,
    input: Buffer.alloc(0),
    limits: COMPILER_LIMITS,
    kept: {name: 'program', to: program},
  });
  if ('could' in seen) return {verdict: 'could-not-check', reason: seen.reason};
  const words = legible(Buffer.concat([seen.stdout, seen.stderr]).toString('latin1'));
  // Names of files alone: where they lie here, or in the sandbox, helps nobody.
  const folders = [dirname(source.file), dirname(pathInSandbox(source, command.indexOf(source)))];
  const named = folders.reduce((text, path) => text.replaceAll(`${path}/`, ''), words).trimEnd();
  const said = named.replace(TEMPORARY, 'program');
  if (seen.exceeded !== null) {
    return {
      verdict: 'did-not-compile',
      reason: LIMITS[seen.exceeded].exceeded(COMPILER_LIMITS[seen.exceeded]),
    };
  }
  if ('exited' in seen.end && seen.end.exited === 127) return {verdict: 'could-not-check', reason: said};
  if ('exited' in seen.end && seen.end.exited === 0) {
    const [left] = seen.written;
    if (left !== undefined && 'content' in left) {
      return run[0] === '{program}' && isOnNoexec(program)
        ? {verdict: 'could-not-check', reason: NOEXEC}
        : {command: run.map((word) => (word === '{program}' ? {file: program} : word))};
    }
    // A link may lead to a neighbour's.
    if (left !== undefined && left.instead !== 'nothing') {
      const reason = `the compiler left ${left.instead} where its program should be: it must be a regular file`;
      return {verdict: 'did-not-compile', reason};
    }
  }
  // Put the first error before the full text: the same mistake gives the same line, whatever the file's name.
  const error = FIRST_ERROR.exec(said)?.[0];
  return {
    verdict: 'did-not-compile',
    reason: error === undefined ? said || 'the compiler produced no program' : `${error}\n${said}`,
  };
}

const NOEXEC = 'TMPDIR is mounted noexec: set TMPDIR to a folder that programs can be run from';

/** Whether only the file system forbids to run a program. */
function isOnNoexec(program: string): boolean {
  if ((lstatSync(program).mode & 0o100) === 0) return false;
  try {
    accessSync(program, constants.X_OK);
    return false;
  } catch {
    return true;
  }
}
