/*
 * The checkers of a run: finds what they say of an output, and of files, as a part of the judgement on it. Only runs
 * whose suites name a checker load this file.
 */
import {messageOf} from '../../command-line/user-error.js';
import type {WrittenFile} from '../../running/lanes/work-files.js';
import type {Observation} from '../../running/meaning.js';
import type {Runner} from '../../running/runner.js';
import {anyOrderFault} from '../comparing/checkers/any-order.js';
import type {BuiltIn, Fault} from '../comparing/checkers/checker.js';
import {containsFault} from '../comparing/checkers/contains.js';
import {regexFault} from '../comparing/checkers/regex.js';
import {tokensFault} from '../comparing/checkers/tokens.js';
import {differenceOf} from '../comparing/difference.js';
import {parseTolerance} from '../comparing/tolerances.js';
import {differenceIn, type FileFinding, findingOf} from '../comparing/written.js';
import type {Difference} from '../run/marks.js';
import type {Submission} from '../submissions/submissions.js';
import {type ExpectedFile, type FixtureCase, madeBeside} from '../suites/fixture-case.js';
import {CoursePrograms} from './course-programs.js';
import type {Check, Finding, Findings} from './judgement.js';
import {Matching} from './matching.js';

/** @param programs those of the course, by their paths */
export function checking(runner: Runner, programs: ReadonlyMap<string, Submission>): Check {
  const course = new CoursePrograms(runner, programs);
  const matching = new Matching();
  return {
    findingsOf: async (one, seen) => {
      const {checker} = one;
      if (checker?.kind === 'program') {
        const output = await course.findingOf(one, checker, seen.stdout, differenceFrom);
        return {output, files: null, outOfTime: false};
      }
      try {
        if (checker === null) throw new Error('the case has no checker');
        return await builtIn(one, checker, seen, matching);
      } catch (error) {
        return {output: {verdict: 'could-not-check', reason: messageOf(error)}, files: [], outOfTime: false};
      }
    },
    commandOf: (one) => (one.checker?.kind === 'program' ? course.commandOf(one, one.checker) : null),
  };
}

/** What a checker of fivedice finds: of the output, and if that is right, of the files. */
async function builtIn(
  one: FixtureCase,
  checker: BuiltIn,
  seen: Pick<Observation, 'stdout' | 'stderr' | 'written'>,
  matching: Matching,
): Promise<Findings> {
  const faultIn = (golden: Buffer, actual: Buffer): Promise<Fault | null> =>
    faultOf(checker, golden, actual, matching);
  const {stdout} = seen;
  const fault = await faultIn(one.expected, stdout);
  if (fault !== null) {
    const {outOfTime = false} = fault;
    return {output: ofOutput(one, stdout, fault), files: [], outOfTime};
  }
  const files: FileFinding[] = [];
  let isLate = false;
  for (const {golden, made} of madeBeside(one, seen)) {
    const wrong = 'content' in made ? await faultIn(golden.content, made.content) : null;
    files.push(ofFile(golden, made, wrong));
    isLate ||= wrong?.outOfTime === true;
  }
  return {output: {verdict: 'pass'}, files, outOfTime: isLate};
}

async function faultOf(
  checker: BuiltIn,
  expected: Buffer,
  actual: Buffer,
  matching: Matching,
): Promise<Fault | null> {
  const texts = (): [string, string] => [expected.toString('latin1'), actual.toString('latin1')];
  switch (checker.kind) {
    case 'tokens':
    case 'numbers':
      return tokensFault(...texts(), checker);
    case 'any-order':
      return anyOrderFault(...texts());
    case 'contains':
      return containsFault(...texts());
    case 'regex':
      return regexFault(expected, actual, (pairs) => matching.matches(pairs));
  }
}

function ofOutput(one: FixtureCase, output: Buffer, fault: Fault): Finding {
  const difference = differenceFrom(one, fault.golden, output, fault.tolerances);
  return {verdict: 'wrong-output', ...told(fault, difference)};
}

/** @param fault what is wrong with a file that could be read; null: nothing is */
function ofFile({name, content}: ExpectedFile, file: WrittenFile, fault: Fault | null): FileFinding {
  if ('instead' in file) {
    return findingOf({name, expected: content.toString('latin1'), actual: file}, []);
  }
  if (fault === null) return {tolerance: ''};
  const {golden, tolerances} = fault;
  const actual = file.content.toString('latin1');
  const difference =
    golden === actual ? null : differenceIn(name, golden, actual, tolerances.map(parseTolerance));
  return {...told({...fault, summary: `in ${name}: ${fault.summary}`}, difference), wouldPassWith: null};
}

/** @param difference null if it is the same as the golden, and wrong all the same */
function told(
  {summary, reason, exactness}: Pick<Fault, 'summary' | 'reason' | 'exactness'>,
  difference: Difference | null,
): {readonly reason: string; readonly difference: Difference | null} {
  return difference === null
    ? {reason: `${summary}\n${reason}`, difference}
    : {reason, difference: {...difference, summary, exactness}};
}

/** How an output differs from a golden; null if it is the same. */
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
