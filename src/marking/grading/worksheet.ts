/* Moodle's grading worksheet: a course downloads it, and uploads it again with the column Grade filled in. */
import {rowsOf, separatorOf} from '../results/csv.js';

/** Names of columns. An identifier is `Participant 12345`; only the worksheet of a group assignment has `Group`. */
const [IDENTIFIER, GRADE, MAXIMUM, GROUP] = ['Identifier', 'Grade', 'Maximum Grade', 'Group'];

export interface Worksheet {
  readonly ids: ReadonlySet<string>;
  /** Different maxima, with a decimal point. */
  readonly maxima: readonly string[];
  /**
   * Returns the worksheet with marks in it, otherwise unchanged.
   *
   * @param markOf returns a participant's mark by number; null if there is none
   */
  readonly filled: (markOf: (id: string) => string | null) => string;
}

export function parseWorksheet(text: string): Worksheet {
  const separator = separatorOf(text);
  const [first, ...rows] = rowsOf(text, separator);
  const head = first?.cells ?? [];
  const [identifier, grade, maximum] = [IDENTIFIER, GRADE, MAXIMUM].map((column) => head.indexOf(column));
  if (identifier === undefined || grade === undefined || identifier < 0 || grade < 0)
    throw new RangeError(
      `it needs a first line with the columns ${IDENTIFIER} and ${GRADE}, as Moodle writes it in English, not ${JSON.stringify(head.join(separator))}`,
    );
  if (head.includes(GROUP))
    throw new RangeError(
      'this is the worksheet of a group assignment, whose folders are numbered by group, not by participant',
    );
  const idOf = (cells: readonly string[]): string => /\d+$/.exec(cells[identifier] ?? '')?.[0] ?? '';
  const ids = new Set<string>();
  for (const {cells, line} of rows) {
    const id = idOf(cells);
    if (id === '')
      throw new RangeError(
        `line ${line}: ${JSON.stringify(cells[identifier] ?? '')} has no participant number`,
      );
    ids.add(id);
  }
  const maxima = [...new Set(rows.flatMap(({cells}) => cells[maximum ?? -1] || []))];
  const sign = maxima.some((one) => one.includes(',')) ? ',' : '.';
  const quoted = (cell: string): string =>
    /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return {
    ids,
    maxima: maxima.map((one) => one.replace(',', '.')),
    filled: (markOf) => {
      const lines = rows.map(({cells}) => {
        const mark = markOf(idOf(cells));
        return mark === null ? cells : cells.with(grade, mark.replace('.', sign));
      });
      const byteOrder = text.startsWith('\ufeff') ? '\ufeff' : '';
      return byteOrder + [head, ...lines].map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join('');
    },
  };
}
