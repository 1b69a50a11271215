/* Checker programs that suites name: as submissions, which can be compiled and run, and the check that asks them. */
import {inputError} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import type {ShownPaths} from '../submissions/interpreters.js';
import type {LanguageCommands} from '../submissions/languages.js';
import {type Submission, submissionAt} from '../submissions/submissions.js';
import type {CourseProgram} from '../suites/checker.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {checking} from './checking.js';
import type {Check} from './judgement.js';

/** Checkers are compiled with optimisation, and a warning is no reason not to check. */
const COMMANDS: LanguageCommands = {
  compile: {c: 'gcc -O2 -o {program} {source} -lm', 'c++': 'g++ -O2 -o {program} {source}'},
  run: {},
};

/**
 * Finds the checker programs of some cases, by path.
 *
 * @param shown paths that the sandbox shows, among which their interpreters must be
 * @throws UserError if one of them cannot be run
 */
export function namedPrograms(
  cases: readonly FixtureCase[],
  shown: ShownPaths,
): ReadonlyMap<string, Submission> {
  const programs = new Map<string, Submission>();
  for (const {checker} of cases) {
    if (checker?.kind !== 'program' || programs.has(checker.file)) continue;
    programs.set(checker.file, submissionOf(checker, shown));
  }
  return programs;
}

/**
 * Returns null if no case has a checker.
 *
 * @param programs checker programs by path
 */
export function checkFor(
  cases: readonly FixtureCase[],
  programs: ReadonlyMap<string, Submission>,
  runner: Runner,
): Check | null {
  if (cases.every(({checker}) => checker === null)) return null;
  return checking(runner, programs);
}

function submissionOf({name, file, folder}: CourseProgram, shown: ShownPaths): Submission {
  const options = {compile: null, commands: COMMANDS, shown};
  const found =
    folder === null
      ? submissionAt(file, {...options, file: null})
      : submissionAt(folder, {...options, file: file.slice(folder.length + 1)});
  if (found.plan.kind === 'none') throw inputError(`${file}: ${found.plan.reason}`);
  return {...found, target: name};
}
