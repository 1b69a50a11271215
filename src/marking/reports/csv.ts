/* A table for a spreadsheet, in the format of RFC 4180: a row for each submission, a column for each case. */
import type {Marks} from '../marks/marks.js';
import {oneLine} from './plain.js';

export function writeCsv({submissions}: Marks): string {
  const numbers = new Map(
    submissions.flatMap(({cases}) => cases.map((one) => [one.case, one.number] as const)),
  );
  const columns = [...numbers].sort(([, a], [, b]) => a - b).map(([name]) => name);
  const rows = submissions.map(({target, points, maxPoints, cases}) => {
    const verdicts = new Map(cases.map((one) => [one.case, one.verdict]));
    return [target, points, maxPoints, ...columns.map((name) => verdicts.get(name) ?? '')];
  });
  return [['submission', 'points', 'maxPoints', ...columns], ...rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

/**
 * A spreadsheet executes a cell that looks like a formula, and students choose the names of their
 * submissions. A leading apostrophe makes the cell text. Some spreadsheets also accept full-width signs, and
 * tabs or line ends before the sign; `oneLine` has already replaced those.
 */
function cell(value: string): string {
  const text = oneLine(value).replace(/^[=+\-@＝＋－＠]/, "'$&");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
