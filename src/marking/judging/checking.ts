/* Asks the checkers of a run about outputs and files. */
import {messageOf} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import type {WrittenFile} from '../../running/work-files.js';
import {anyOrderFault} from '../comparing/checkers/any-order.js';
import type {BuiltIn, Fault} from '../comparing/checkers/checker.js';
import {tokensFault} from '../comparing/checkers/tokens.js';
import {differenceOf} from '../comparing/difference.js';
import {parseTolerance} from '../comparing/tolerances.js';
import {differenceIn, type FileFinding, findingOf} from '../comparing/written.js';
import type {Difference} from '../results/marks.js';
import type {Submission} from '../submissions/submissions.js';
import {type ExpectedFile, extraOutputs, type FixtureCase} from '../suites/fixture-case.js';
import {CoursePrograms, Failure} from './course-programs.js';
import type {Check, CheckedOutput, Finding, Findings} from './judgement.js';

/** @param programs checker programs by path */
export function checking(runner: Runner, programs: ReadonlyMap<string, Submission>): Check {
  const course = new CoursePrograms(runner, programs);
  return async (one, seen) => {
    const {checker} = one;
    if (checker === null) throw new Error('the case has no checker');
    const isProgram = checker.kind === 'program';
    try {
      if (!isProgram) return builtIn(one, checker, seen);
      const {stdout} = seen;
      const difference = (): Difference | null =>
        differenceFrom(one, one.expected.toString('latin1'), stdout);
      return {output: await course.findingOf(one, checker, stdout, difference), files: null};
    } catch (error) {
      const reason = `the checker ${isProgram ? checker.name : checker.kind}: ${messageOf(error)}`;
      const judgeMessage = error instanceof Failure ? error.words : null;
      return {output: {verdict: 'could-not-check', reason, judgeMessage}, files: []};
    }
  };
}

/** Checks the output and, if that is right, the files. */
function builtIn(one: FixtureCase, checker: BuiltIn, seen: CheckedOutput): Findings {
  const fault = faultOf(checker, one.expected, seen.stdout);
  if (fault !== null) return {output: wrongOutput(one, seen.stdout, fault), files: []};
  const files = extraOutputs(one, seen).map(({golden, made}) =>
    ofFile(golden, made, 'content' in made ? faultOf(checker, golden.content, made.content) : null),
  );
  return {output: {verdict: 'pass'}, files};
}

function faultOf(checker: BuiltIn, expected: Buffer, actual: Buffer): Fault | null {
  const texts = [expected.toString('latin1'), actual.toString('latin1')] as const;
  return checker.kind === 'any-order' ? anyOrderFault(...texts) : tokensFault(...texts, checker);
}

function wrongOutput(one: FixtureCase, output: Buffer, fault: Fault): Finding {
  const difference = differenceFrom(one, fault.golden, output, fault.tolerances);
  return {verdict: 'wrong-output', ...describeFault(fault, difference)};
}

/** @param fault mistake in a file that could be read; null: the file is right */
function ofFile({name, content}: ExpectedFile, file: WrittenFile, fault: Fault | null): FileFinding {
  if ('instead' in file) {
    return findingOf({name, expected: content.toString('latin1'), actual: file}, []);
  }
  if (fault === null) return {tolerance: ''};
  const {golden, tolerances} = fault;
  const actual = file.content.toString('latin1');
  const difference =
    golden === actual ? null : differenceIn(name, golden, actual, tolerances.map(parseTolerance));
  const described = describeFault({...fault, summary: `in ${name}: ${fault.summary}`}, difference);
  return {...described, wouldPassWith: null};
}

/** @param difference null if the output equals the golden and is wrong all the same */
function describeFault(
  {summary, reason, exactness}: Pick<Fault, 'summary' | 'reason' | 'exactness'>,
  difference: Difference | null,
): {readonly reason: string; readonly difference: Difference | null} {
  return difference === null
    ? {reason: `${summary}\n${reason}`, difference}
    : {reason, difference: {...difference, summary, exactness}};
}

/** Compares an output with a golden; null if they are equal. */
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
