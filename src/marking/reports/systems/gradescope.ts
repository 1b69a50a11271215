/*
 * Gradescope's `results.json` (its page "Autograder Specifications"). Gradescope adds up scores and hides hidden tests itself;
 * students read the rest. Failures have the colours of a terminal (`ansi`), which no program can forge in visible text.
 */
import {type CaseMarks, isIncomplete, type Marks, submissionMarks, totalsOf} from '../../results/marks.js';
import {drawn} from '../draw.js';
import {explain, Legend, markedFile, notesOf, titleOf} from '../explain.js';
import {totalLine} from '../human.js';

export function* writeGradescope(marks: Marks): Iterable<string> {
  for (const submission of marks.submissions) {
    const {target, cases} = submission;
    const seen = cases.filter(({visibility}) => visibility === 'public');
    // Every student sees this at once, so it must not count hidden cases.
    const totals = totalsOf(submissionMarks(target, seen, submission));
    const complete = totals.complete && !isIncomplete(submission);
    const total = totalLine({...totals, complete}, 'student');
    const tests = cases.map(testOf);
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

function testOf(one: CaseMarks) {
  const passed = one.verdict === 'pass';
  return {
    name: titleOf(one),
    name_format: 'text',
    number: String(one.number),
    score: Number(one.points),
    max_score: Number(one.maxPoints),
    status: passed ? 'passed' : 'failed',
    visibility: one.visibility === 'hidden' ? 'hidden' : 'visible',
    output: (passed ? notesOf(one, 'student') : drawn(explain(one, 'student'))).join('\n'),
    output_format: passed ? 'text' : 'ansi',
  };
}
