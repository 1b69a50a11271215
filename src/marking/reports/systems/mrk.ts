/* The format of `give`, the marking system of the University of New South Wales: each test, then a table of points. */
import {padEnd, widthOf} from '../../../command-line/terminal.js';
import {type CaseMarks, isIncomplete, type Marks, type SubmissionMarks} from '../../results/marks.js';
import {lostPoints, shortPoints} from '../../results/points.js';
import {drawnText, type Gutters} from '../draw.js';
import {
  type Audience,
  explain,
  headline,
  Legend,
  markedFile,
  notesOf,
  type ReportOptions,
  titleOf,
} from '../explain.js';

export function* writeMrk({submissions}: Marks, {audience}: ReportOptions): Iterable<string> {
  const legend = new Legend();
  for (const one of submissions) yield legend.see(`${[...submissionLines(one, audience)].join('\n')}\n`);
  if (audience === 'student') for (const text of legend.lines()) yield `\n${text}\n`;
}

const RULE = '-'.repeat(32);

/** Unlike in other reports, the student's output is the old side of the diff. */
const SIGNS: Gutters = {same: '  ', expected: '> ', actual: '< ', omitted: '  … '};

function* submissionLines(submission: SubmissionMarks, audience: Audience): Iterable<string> {
  const {points, maxPoints, cases} = submission;
  yield* markedFile(submission);
  yield '!!section tests\n(<) student output, (>) expected output';
  for (const one of cases) {
    const [, ...blocks] = explain(one, audience);
    const lines = one.verdict === 'pass' ? notesOf(one, audience).join('\n') : drawnText(blocks, SIGNS);
    const result = one.verdict === 'could-not-check' ? 'not marked' : 'failed';
    const outcome = one.verdict === 'pass' ? 'passed' : `${result} (${headline(one)})`;
    yield* [`** Test ${one.number}: ${titleOf(one)}`, RULE, `** Test ${outcome}`];
    // Indented, so that none looks like a line of the table.
    yield* [...(lines === '' ? [] : [lines.replace(/^/gm, '  ')]), RULE];
  }
  yield* ['!!section assess', '', '!!perftab       ** PERFORMANCE ANALYSIS **', '', ...tableLines(cases), ''];
  const total = `${shortPoints(points)}/${shortPoints(maxPoints)}${isIncomplete(submission) ? ', INCOMPLETE' : ''}`;
  yield `!!perfmark      ** TOTAL PERFORMANCE MARK:    ${total}`;
}

const TAB = 8;

/** Titles begin at a tab stop, and dots lead from each title to the column of verdicts. */
function tableLines(cases: readonly CaseMarks[]): string[] {
  const width = Math.max(2, ...cases.map(({number}) => String(number).length));
  const rows = cases.map((one) => {
    const head = `Test ${String(one.number).padStart(width)} (${shortPoints(one.maxPoints)})`;
    return {head, title: titleOf(one), verdict: verdictOf(one)};
  });
  const titleAt = TAB * Math.ceil((Math.max(TAB, ...rows.map(({head}) => widthOf(head))) + 1) / TAB);
  const verdictAt = Math.max(0, ...rows.map(({title}) => widthOf(title))) + ' ..  '.length;
  return rows.map(({head, title, verdict}) => {
    const gap = verdictAt - widthOf(title);
    return padEnd(head, titleAt) + title + '..  '.repeat(Math.floor((gap - 1) / 4)).padStart(gap) + verdict;
  });
}

function verdictOf({verdict, points, maxPoints}: CaseMarks): string {
  if (verdict === 'pass') return '!!PASSed';
  return verdict === 'could-not-check'
    ? '!!NOT marked'
    : `!!FAILed (-${shortPoints(lostPoints(points, maxPoints))})`;
}
