/* The checkers that the cases of a run name. What they need is loaded only if there are some. */
import {extname} from 'node:path';
import type {Given} from '../../command-line/flags.js';
import {inputError, usageError} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import type {Check} from '../judging/judgement.js';
import {type Submission, submissionAt} from '../judging/submissions.js';
import type {CourseProgram} from '../suites/checker.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {targetOptionsFrom} from './run-flags.js';

/** A warning is no reason not to check, and checkers reckon. */
const COMPILERS: Readonly<Record<string, string>> = {
  '.c': 'gcc -O2 -o {program} {source} -lm',
  '.cc': 'g++ -O2 -o {program} {source}',
  '.cpp': 'g++ -O2 -o {program} {source}',
};

/**
 * The course's own programs, by their paths.
 *
 * @throws UserError if one of them cannot be run, or if the flags do not go with the checkers
 */
export function courseProgramsIn(given: Given, cases: readonly FixtureCase[]): Map<string, Submission> {
  const compares = cases.some(({checker, expectedFiles}) => checker === null || expectedFiles.length > 0);
  if (given.has('tolerate') && !compares) {
    throw usageError('--tolerate: bytes are compared under tolerances, and all cases here have a checker');
  }
  const {shown} = targetOptionsFrom(given);
  const programs = new Map<string, Submission>();
  for (const {checker} of cases) {
    if (checker?.kind !== 'program' || programs.has(checker.file)) continue;
    programs.set(checker.file, submissionOf(checker, shown));
  }
  return programs;
}

function submissionOf(
  {name, file, folder}: CourseProgram,
  shown: ReturnType<typeof targetOptionsFrom>['shown'],
) {
  const options = {compile: COMPILERS[extname(file)] ?? null, shown};
  const found =
    folder === null
      ? submissionAt(file, {...options, file: null})
      : submissionAt(folder, {...options, file: file.slice(folder.length + 1)});
  if (found.way.kind === 'none') throw inputError(`${file}: ${found.way.reason}`);
  return {...found, target: name};
}

/** null: no case has a checker. */
export async function checkFor(
  cases: readonly FixtureCase[],
  programs: ReadonlyMap<string, Submission>,
  runner: Runner,
): Promise<Check | null> {
  if (cases.every(({checker}) => checker === null)) return null;
  const {checking} = await import('../judging/checking.js');
  return checking(runner, programs);
}
