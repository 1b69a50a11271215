/* The statistics of a class, for people who read text. */
import {padEnd, widthOf, wrapWords} from '../../command-line/columns.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {counted} from '../run/grouping.js';
import type {Marks} from '../run/marks.js';
import {COLUMNS} from './drawing.js';
import {totalOf} from './human.js';
import {sameText, secondsText, shareText, statisticsOf} from './statistics.js';

export function* writeStatistics(marks: Marks): Iterable<string> {
  for (const line of linesOf(marks)) yield withoutCommands(`${line}\n`);
}

/** The longest bar, in characters. */
const BAR = 50;

function* linesOf(marks: Marks): Iterable<string> {
  const {tenths, cases, mistakes} = statisticsOf(marks.submissions);
  yield 'how many submissions have how much of the maximum';
  const most = Math.max(1, ...tenths);
  for (const [tenth, count] of tenths.entries()) {
    const bar = '█'.repeat(Math.ceil((BAR * count) / most));
    yield `  ${shareText(tenth).padStart(8)}  ${bar}${bar === '' ? '' : ' '}${count}`;
  }
  yield* ['', 'cases'];
  const rows = cases.map((one) => [
    one.name,
    `${one.passed}/${one.count}`,
    secondsText(one.median),
    secondsText(one.longest),
    sameText(one),
  ]);
  yield* tableLines([['case', 'passed', 'median', 'longest', ''], ...rows]);
  const same = cases.filter((one) => sameText(one) !== '').length;
  if (same > 0)
    yield `  ${same} of ${counted(cases.length, 'case')} ${same === 1 ? 'tells' : 'tell'} nobody apart`;
  yield '';
  if (mistakes.length > 0) {
    yield 'mistakes, by how many submissions make them';
    const width = Math.max(...mistakes.map(({submissions}) => `${submissions}`.length));
    for (const {label, submissions} of mistakes) {
      const [first = '', ...more] = wrapWords(label.split(' '), COLUMNS - width - 4, widthOf);
      yield `  ${`${submissions}`.padStart(width)}  ${first}`;
      for (const line of more) yield `${' '.repeat(width + 4)}${line}`;
    }
    yield '';
  }
  yield totalOf(marks);
}

/** Names to the left, numbers to the right. */
function* tableLines(rows: readonly (readonly string[])[]): Iterable<string> {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? padEnd(cell, width) : ' '.repeat(Math.max(0, width - widthOf(cell))) + cell;
    });
    yield `  ${cells.join('  ').trimEnd()}`;
  }
}
