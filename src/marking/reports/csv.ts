/*
 * A table for a spreadsheet, in the format of RFC 4180: a row for each submission, a column for each stage, if there are
 * several, and for each case.
 */
import {type CaseMarks, isIncomplete, type Marks} from '../results/marks.js';
import {sumOf} from '../results/points.js';
import {oneLine} from '../results/visible.js';
import {stagesOf} from './human.js';

export function* writeCsv({submissions}: Marks): Iterable<string> {
  const numbers = new Map<string, number>();
  for (const {cases} of submissions) for (const one of cases) numbers.set(one.case, one.number);
  const columns = [...numbers].sort(([, a], [, b]) => a - b).map(([name]) => name);
  const stages = stagesOf(submissions);
  yield row(['submission', 'points', 'maxPoints', ...stages, ...columns]);
  for (const one of submissions) {
    const {target, maxPoints, cases} = one;
    const ofStages = stages.map((stage) => pointsOf(cases.filter(({suite}) => suite === stage)));
    const results = new Map(cases.map((one) => [one.case, resultOf(one)]));
    yield row([
      target,
      pointsOf(cases),
      maxPoints,
      ...ofStages,
      ...columns.map((name) => results.get(name) ?? ''),
    ]);
  }
}

/** Points; of cases that could not all be checked no number, so that no spreadsheet adds it up. */
function pointsOf(cases: readonly CaseMarks[]): string {
  const points = sumOf(cases.map((one) => one.points));
  return isIncomplete({cases}) ? `${points} could-not-check` : points;
}

/** All verdicts but this one say how many of the points there are: all, or none. */
function resultOf({verdict, points, maxPoints}: CaseMarks): string {
  return verdict === 'partly-right' ? `${verdict} ${points}/${maxPoints}` : verdict;
}

/** A row of cells, as text that no spreadsheet executes. */
export function row(cells: readonly string[], separator = ','): string {
  return `${cells.map((one) => cell(one, separator)).join(separator)}\r\n`;
}

/**
 * A spreadsheet executes a cell that looks like a formula, and students choose the names of their submissions. A leading
 * apostrophe makes the cell text. Some spreadsheets also accept full-width signs.
 */
export function guarded(value: string): string {
  return oneLine(value).replace(/^[=+\-@＝＋－＠]/, "'$&");
}

function cell(value: string, separator: string): string {
  const text = guarded(value);
  // In the log of a workflow, a line must not begin as its commands do.
  return text.includes(separator) || /"|^\s*(?:::|##\[)/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
