/*
 * Gradescope's `results.json`, as its page "Autograder Specifications" has it. It adds up the scores of the tests,
 * so no total is written; and it hides a hidden test itself.
 */
import {type CaseMarks, type Marks, submissionMarks} from '../marks/marks.js';
import {exactNumber} from '../marks/points.js';
import {detailsText, notesOf, titleOf} from './details.js';
import {totalOf} from './human.js';

/** @throws RangeError unless there is one submission: the file belongs to one student */
export function writeGradescope(marks: Marks): string {
  const [only] = marks.submissions;
  if (only === undefined || marks.submissions.length > 1) {
    throw new RangeError(`a Gradescope report holds one submission, not ${marks.submissions.length}`);
  }
  const tests = only.cases.map((one) => `    {\n${members(testOf(one), 6)}\n    }`);
  const list = tests.length === 0 ? '[]' : `[\n${tests.join(',\n')}\n  ]`;
  return `{\n${members({output: JSON.stringify(outputOf(marks)), output_format: '"text"', tests: list}, 2)}\n}\n`;
}

/** What every student sees at once, so it may not count what is hidden. */
function outputOf(marks: Marks): string {
  const submissions = marks.submissions.map((one) => ({
    ...one,
    cases: one.cases.filter(({visibility}) => visibility === 'public'),
  }));
  const hides = marks.submissions.some(({cases}) => cases.some(({visibility}) => visibility === 'hidden'));
  const seen = submissions.map(({target, cases}) => submissionMarks(target, cases));
  return totalOf({...marks, submissions: seen}) + (hides ? ', hidden cases not counted' : '');
}

/** Values are JSON already, because a score must be the very decimal, not a float that is near it. */
function testOf(one: CaseMarks): Readonly<Record<string, string>> {
  const passed = one.verdict === 'pass';
  return {
    name: JSON.stringify(titleOf(one)),
    number: JSON.stringify(String(one.number)),
    score: exactNumber(one.points),
    max_score: exactNumber(one.maxPoints),
    status: passed ? '"passed"' : '"failed"',
    visibility: one.visibility === 'hidden' ? '"hidden"' : '"visible"',
    output: JSON.stringify(passed ? notesOf(one).join('\n') : detailsText(one)),
    output_format: '"text"',
  };
}

function members(record: Readonly<Record<string, string>>, indent: number): string {
  return Object.entries(record)
    .map(([key, json]) => `${' '.repeat(indent)}${JSON.stringify(key)}: ${json}`)
    .join(',\n');
}
