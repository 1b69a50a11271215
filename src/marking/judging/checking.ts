/*
 * The checkers of a run: finds what they say of an output, as a part of the judgement on it. Only runs whose suites name
 * a checker load this file.
 */
import {messageOf} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import {anyOrderFault} from '../comparing/checkers/any-order.js';
import type {Fault} from '../comparing/checkers/checker.js';
import {regexFault} from '../comparing/checkers/regex.js';
import {tokensFault} from '../comparing/checkers/tokens.js';
import {differenceOf} from '../comparing/difference.js';
import {parseTolerance} from '../comparing/tolerances.js';
import type {Difference} from '../marks/marks.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {CoursePrograms} from './course-programs.js';
import type {Check, Finding} from './judgement.js';
import {Matching} from './matching.js';

/** @param programs those of the course, by their paths */
export function checking(runner: Runner, programs: ReadonlyMap<string, Submission>): Check {
  const course = new CoursePrograms(runner, programs);
  const matching = new Matching();
  return {
    findingOf: async (one, output) => {
      const {checker} = one;
      if (checker?.kind === 'program') return course.findingOf(one, checker, output, differenceFrom);
      try {
        return builtIn(one, output, await faultOf(one, output, matching));
      } catch (error) {
        return {verdict: 'could-not-check', reason: messageOf(error)};
      }
    },
    commandOf: (one) => (one.checker?.kind === 'program' ? course.commandOf(one, one.checker) : null),
  };
}

async function faultOf(
  {checker, expected}: FixtureCase,
  output: Buffer,
  matching: Matching,
): Promise<Fault | null> {
  const texts = (): [string, string] => [expected.toString('latin1'), output.toString('latin1')];
  switch (checker?.kind) {
    case 'tokens':
    case 'numbers':
      return tokensFault(...texts(), checker);
    case 'any-order':
      return anyOrderFault(...texts());
    case 'regex':
      return regexFault(expected, output, (pairs) => matching.matches(pairs));
    case 'program':
    case undefined:
      throw new Error('the case has no checker of fivedice');
  }
}

function builtIn(one: FixtureCase, output: Buffer, fault: Fault | null): Finding {
  if (fault === null) return {verdict: 'pass'};
  const {summary, reason, golden, tolerances} = fault;
  const difference = differenceFrom(one, golden, output, tolerances);
  if (difference === null) return {verdict: 'wrong-output', reason: `${summary}\n${reason}`};
  return {verdict: 'wrong-output', reason, difference: {...difference, summary}};
}

/** How an output differs from a golden; null if it is the same, and wrong all the same. */
function differenceFrom(
  {input, prompt}: FixtureCase,
  golden: string,
  output: Buffer,
  tolerances: readonly string[] = [],
): Difference | null {
  const actual = output.toString('latin1');
  if (golden === actual) return null;
  return differenceOf({
    expected: golden,
    actual,
    input: input.toString('latin1'),
    prompt,
    tolerances: tolerances.map(parseTolerance),
  });
}
