/*
 * Gradescope's `results.json`, as described on its page "Autograder Specifications". Gradescope adds up the scores and hides
 * hidden tests itself. Students read the rest, so it is always explained to them.
 *
 * Failures are in the colours of a terminal (`ansi`): no program can forge these, as it could `html` or `md`, since no escape
 * character is left in visible text.
 */
import {type CaseMarks, isIncomplete, type Marks, submissionMarks, totalsOf} from '../../results/marks.js';
import {drawn, painted} from '../draw.js';
import {explain, Legend, markedFile, notesOf, titleOf} from '../explain.js';
import {totalLine} from '../human.js';

export function* writeGradescope(marks: Marks): Iterable<string> {
  for (const submission of marks.submissions) {
    const {target, program, cases} = submission;
    const seen = cases.filter(({visibility}) => visibility === 'public');
    // Every student sees this at once, so it must not count hidden cases.
    const totals = totalsOf(submissionMarks(target, seen, submission));
    const complete = totals.complete && !isIncomplete(submission);
    const total = totalLine({...totals, complete}, 'student');
    const tests = cases.map((one) => testOf(one, program ?? target));
    const legend = new Legend();
    for (const {output} of tests) legend.see(output);
    const report = {
      output: [
        ...markedFile(submission),
        `${total}${seen.length < cases.length ? ', hidden cases not counted' : ''}`,
        ...legend.lines(),
      ].join('\n'),
      output_format: 'text',
      tests,
    };
    yield `${JSON.stringify(report, null, 2)}\n`;
  }
}

function testOf(one: CaseMarks, program: string) {
  const passed = one.verdict === 'pass';
  return {
    name: titleOf(one),
    name_format: 'text',
    number: String(one.number),
    score: Number(one.points),
    max_score: Number(one.maxPoints),
    status: passed ? 'passed' : 'failed',
    visibility: one.visibility === 'hidden' ? 'hidden' : 'visible',
    output: passed
      ? notesOf(one, 'student').join('\n')
      : drawn(explain(one, 'student', program))
          .map(painted)
          .join('\n'),
    output_format: passed ? 'text' : 'ansi',
  };
}
