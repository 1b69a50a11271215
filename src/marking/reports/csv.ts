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

/** Returns the points; no number if some case could not be checked, so that no spreadsheet adds it up. */
function pointsCell({
  points,
  cases,
}: {
  readonly points: string;
  readonly cases: readonly CaseMarks[];
}): string {
  return isIncomplete({cases}) ? `${points} could-not-check` : points;
}

/** All verdicts but `partly-right` mean all of the points, or none. */
function resultOf({verdict, points, maxPoints}: CaseMarks): string {
  return verdict === 'partly-right' ? `${verdict} ${points}/${maxPoints}` : verdict;
}

/** Formats a row of cells that no spreadsheet executes. */
export function row(cells: readonly string[], separator = ','): string {
  return `${cells.map((one) => cell(one, separator)).join(separator)}\r\n`;
}

/**
 * Makes a cell text by a leading apostrophe if it looks like a formula, which a spreadsheet would execute: students choose the
 * names of their submissions. Some spreadsheets also accept full-width signs.
 */
export function guarded(value: string): string {
  return oneLine(value).replace(/^[=+\-@＝＋－＠]/, "'$&");
}

function cell(value: string, separator: string): string {
  const text = guarded(value);
  // In the log of a workflow, no line may begin like a command.
  return text.includes(separator) || /"|^\s*(?:::|##\[)/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
