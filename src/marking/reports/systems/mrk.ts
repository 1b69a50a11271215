/*
 * The tables of `give`, the marking system of the University of New South Wales: first each test, then all
 * tests with their points in columns.
 */

import {padEnd, widthOf} from '../../../command-line/terminal.js';
import {withoutCommands} from '../../../command-line/user-error.js';
import {
  type CaseMarks,
  type DiffLine,
  isIncomplete,
  type Marks,
  type SubmissionMarks,
} from '../../results/marks.js';
import {lostPoints, shortPoints} from '../../results/points.js';
import {oneLine} from '../../results/visible.js';
import {detailsOf, headline, titleOf, withAnswer} from '../details.js';
import type {Line} from '../drawing.js';

export function* writeMrk({submissions}: Marks): Iterable<string> {
  // `give` has one file per student. If a file holds several, a line says whose part begins.
  const named = submissions.length > 1;
  let before = '';
  for (const one of submissions) {
    yield before;
    before = '\n';
    if (named) yield `!!submission ${oneLine(one.target)}\n\n`;
    for (const line of submissionLines(one)) yield withoutCommands(`${line}\n`);
  }
}

const RULE = '-'.repeat(32);

function* submissionLines(submission: SubmissionMarks): Iterable<string> {
  const {points, maxPoints, cases} = submission;
  const note = isIncomplete(submission) ? ', INCOMPLETE' : '';
  yield '!!section tests';
  for (const one of cases) yield* testLines(one);
  yield* ['!!section assess', '', '!!perftab       ** PERFORMANCE ANALYSIS **', ''];
  yield* tableLines(cases);
  yield* [
    '',
    `!!perfmark      ** TOTAL PERFORMANCE MARK:    ${shortPoints(points)}/${shortPoints(maxPoints)}${note}`,
  ];
}

function testLines(one: CaseMarks): string[] {
  return [`** Test ${one.number}: ${titleOf(one)}`, RULE, ...resultLines(one), RULE];
}

function resultLines(one: CaseMarks): string[] {
  const shown = one.difference?.diff ?? [];
  const details = detailsOf(
    one.difference === null ? one : {...one, difference: {...one.difference, diff: []}},
  );
  if (one.verdict === 'pass') return ['** Test passed', ...details.slice(1).map(indented)];
  const isOutput = one.verdict === 'wrong-output' && shown.length > 0;
  const why = isOutput ? 'difference in output: (<) Student output, (>) Expected output ' : headline(one);
  const result = one.verdict === 'could-not-check' ? 'not marked' : 'failed';
  return [
    `** Test ${result} (${why})${shown.length > 0 ? '. Output difference:-' : ''}`,
    ...shown.map((line) => SIGNS[line.kind] + withAnswer(line)),
    // With a difference, the headline has not been printed yet.
    ...details.slice(isOutput ? 0 : 1).map(indented),
  ];
}

/** The other way round from other reports: here the student's output is the old side of the diff. */
const SIGNS: Readonly<Record<DiffLine['kind'], string>> = {
  same: '  ',
  expected: '> ',
  actual: '< ',
  omitted: '  … ',
};

/** None of our lines may look like a line of the table. */
function indented({text}: Line): string {
  return `  ${text}`;
}

/** Titles begin at a tab stop, and dots lead from each title to the column of verdicts. */
function tableLines(cases: readonly CaseMarks[]): string[] {
  const width = widest(
    cases.map(({number}) => String(number)),
    2,
  );
  const heads = cases.map(
    ({number, maxPoints}) => `Test ${String(number).padStart(width)} (${shortPoints(maxPoints)})`,
  );
  const titleAt = TAB * Math.ceil((widest(heads, TAB) + 1) / TAB);
  const verdictAt = widest(cases.map(titleOf), 0) + ' ..  '.length;
  return cases.map((one, index) => {
    const title = titleOf(one);
    const gap = verdictAt - widthOf(title);
    const dots = '..  '.repeat(Math.floor((gap - 1) / 4)).padStart(gap);
    return `${padEnd(heads[index] ?? '', titleAt)}${title}${dots}${verdictOf(one)}`;
  });
}

const TAB = 8;

function widest(texts: readonly string[], least: number): number {
  return texts.reduce((width, text) => Math.max(width, widthOf(text)), least);
}

function verdictOf({verdict, points, maxPoints}: CaseMarks): string {
  if (verdict === 'pass') return '!!PASSed';
  // Our own fault must not count against the student.
  return verdict === 'could-not-check'
    ? '!!NOT marked'
    : `!!FAILed (-${shortPoints(lostPoints(points, maxPoints))})`;
}
