/* What can be wrong with flags and fixtures together. Whoever marks a class learns it before anything runs. */
import type {ParsedFlags} from '../../../command-line/flags.js';
import {inputError, usageError} from '../../../command-line/user-error.js';
import type {Limits} from '../../../running/limits.js';
import type {Submission} from '../../submissions/submissions.js';
import {comparesBytes, extraGoldens, type FixtureCase, limitsOf} from '../../suites/fixture-case.js';
import {MOST_ARGUMENTS, sizeOf} from '../../suites/values.js';

/** If a limit would stop even the right output, the fixtures are wrong, not the program. */
export function checkGoldenSizes(cases: readonly FixtureCase[], limits: Partial<Limits>): void {
  const problems = cases.flatMap((one) => {
    const {output} = limitsOf(one, limits);
    return [{path: one.expectedFile, content: one.expected}, ...extraGoldens(one)]
      .filter(({content}) => content.length > output * 1024)
      .map(
        ({path, content}) =>
          `${path}: ${content.length} bytes, more than the limit on output allows (${output} KiB)`,
      );
  });
  if (problems.length > 0) throw inputError(problems.join('\n'));
}

/** A flag that does nothing would be taken for one that does. */
export function checkTolerances(given: ParsedFlags, cases: readonly FixtureCase[]): void {
  if (!given.has('tolerate') || cases.some(comparesBytes)) return;
  throw usageError('--tolerate: bytes are compared under tolerances, and all cases here have a checker');
}

/** More than this the system gives to no program, and the program is not to blame. */
export function checkArguments(submissions: readonly Submission[], cases: readonly FixtureCase[]): void {
  const own = Math.max(
    0,
    ...submissions.map(({args}) => sizeOf(args.map((word) => (typeof word === 'string' ? word : word.file)))),
  );
  const sizeOfCase = ({arguments: args, environment}: FixtureCase): number =>
    sizeOf(args) + sizeOf(Object.entries(environment).map(([name, value]) => `${name}=${value}`));
  const longest = cases.find((one) => own + sizeOfCase(one) > MOST_ARGUMENTS);
  if (longest === undefined) return;
  throw inputError(
    `${longest.name}: its arguments, those after -- and its variables are more than ${MOST_ARGUMENTS} bytes, which no program can be given`,
  );
}
