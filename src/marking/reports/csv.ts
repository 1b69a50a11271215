/* A table for a spreadsheet: a row for each submission, a column for each case, as RFC 4180 has it. */
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
 * A spreadsheet runs a cell that begins like a formula, and a student chooses the name of a submission: an
 * apostrophe in front makes it text. Tabs and line ends, which some take for such a beginning too, are gone as
 * signs; some read the full-width forms as well.
 */
function cell(value: string): string {
  const text = oneLine(value).replace(/^[=+\-@＝＋－＠]/, "'$&");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
