/*
 * A table for a spreadsheet, in the format of RFC 4180: a row for each submission, a column for each stage, if there are
 * several, and for each case.
 */
import {type CaseMarks, isIncomplete, type Marks, stagesOf, stageTitles} from '../results/marks.js';
import {oneLine} from '../results/visible.js';

export function* writeCsv({submissions}: Marks): Iterable<string> {
  const titles = stageTitles(submissions);
  const names = submissions.at(0)?.cases.map((one) => one.case) ?? [];
  yield row(['submission', 'points', 'maxPoints', ...titles, ...names]);
  for (const one of submissions) {
    const stages = titles.length === 0 ? [] : stagesOf(one).map(pointsCell);
    yield row([one.target, pointsCell(one), one.maxPoints, ...stages, ...one.cases.map(resultOf)]);
  }
}

/** Points; of cases that could not all be checked no number, so that no spreadsheet adds it up. */
function pointsCell({
  points,
  cases,
}: {
  readonly points: string;
  readonly cases: readonly CaseMarks[];
}): string {
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
