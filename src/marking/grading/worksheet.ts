/* The grading worksheet of Moodle, which a course downloads, and uploads again with the column Grade filled in. */
import {rowsOf, separatorOf} from './table.js';

const [NAME, GRADE] = ['Full name', 'Grade'];

/** `Participant 12345`: the number that Moodle puts behind the name of a folder. */
const IDENTIFIER = 'Identifier';

/**
 * The worksheet with marks in it; all else stays as it is.
 *
 * @param markOf the mark of somebody by the first of their names that is known, null for one who has none
 * @throws RangeError that says what is wrong with it
 */
export function filledWorksheet(text: string, markOf: (names: readonly string[]) => string | null): string {
  const separator = separatorOf(text);
  const [first, ...rows] = rowsOf(text, separator);
  const head = first?.cells ?? [];
  const [name, grade, identifier] = [NAME, GRADE, IDENTIFIER].map((column) => head.indexOf(column ?? ''));
  if (name === undefined || grade === undefined || name < 0 || grade < 0) {
    throw new RangeError(
      `it needs a first line with the columns ${NAME} and ${GRADE}, as Moodle writes it in English, not ${JSON.stringify(head.join(separator))}`,
    );
  }
  const quoted = (cell: string): string =>
    /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = rows.map(({cells}) => {
    const full = cells[name] ?? '';
    const number = /\d+$/.exec(cells[identifier ?? -1] ?? '')?.[0];
    const mark = markOf(number === undefined ? [full] : [`${full} ${number}`, full]);
    return mark === null ? cells : cells.with(grade, mark);
  });
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + [head, ...lines].map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join('');
}
