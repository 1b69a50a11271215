/*
 * Gradescope's `results.json`, as described on its page "Autograder Specifications". Gradescope adds up the
 * scores itself, so we write no total, and it hides hidden tests itself.
 *
 * What failed is shown in the colours of a terminal (`ansi`): no text of a program can be mistaken for them, as it could
 * for `html` or `md`, since no escape character is left in it. Names are plain text, whatever signs they hold.
 */
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  type SubmissionMarks,
  submissionMarks,
} from '../../results/marks.js';
import {exactNumber} from '../../results/points.js';
import {detailsOf, notesOf, titleOf} from '../details.js';
import {painted} from '../drawing.js';
import {totalOf} from '../human.js';
import {type Members, writeTests} from './tests-json.js';

/** @throws RangeError unless there is exactly one submission: the file is for one student */
export function* writeGradescope(marks: Marks): Iterable<string> {
  const [only] = marks.submissions;
  if (only === undefined || marks.submissions.length > 1) {
    throw new RangeError(`a Gradescope report holds one submission, not ${marks.submissions.length}`);
  }
  const head = {output: JSON.stringify(outputOf(marks, only)), output_format: '"text"'};
  yield* writeTests(head, only.cases, testOf);
}

/** Every student sees this at once, so it must not count hidden cases. */
function outputOf(marks: Marks, only: SubmissionMarks): string {
  const seen = submissionMarks(
    only.target,
    only.cases.filter(({visibility}) => visibility === 'public'),
  );
  const hides = seen.cases.length < only.cases.length;
  const complete = marks.complete && !isIncomplete(only);
  return totalOf({...marks, complete, submissions: [seen]}) + (hides ? ', hidden cases not counted' : '');
}

/** Students read all of this, whoever else does. */
function testOf(one: CaseMarks): Members {
  const passed = one.verdict === 'pass';
  return {
    name: JSON.stringify(titleOf(one)),
    name_format: '"text"',
    number: JSON.stringify(String(one.number)),
    score: exactNumber(one.points),
    max_score: exactNumber(one.maxPoints),
    status: passed ? '"passed"' : '"failed"',
    visibility: one.visibility === 'hidden' ? '"hidden"' : '"visible"',
    output: JSON.stringify(
      passed
        ? notesOf(one).join('\n')
        : detailsOf({...one, judgeMessage: null, reproduce: null})
            .map(painted)
            .join('\n'),
    ),
    output_format: passed ? '"text"' : '"ansi"',
  };
}
