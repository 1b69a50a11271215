/* Tables as spreadsheets read and write them (RFC 4180), with commas, semicolons or tabs between cells. */
import {oneLine} from './visible.js';

/** Separators of cells, the most common first. */
const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

interface TableRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Returns the most frequent separator in the first line. */
export function separatorOf(text: string): Separator {
  const [head = ''] = text.replace(/"(?:[^"]|"")*"/g, '').match(/[^\r\n]+/) ?? [];
  const count = (separator: Separator): number => head.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
}

/**
 * Returns the rows of a table, without empty ones.
 *
 * @throws RangeError that names the line where a quote is wrong
 */
export function rowsOf(text: string, separator: Separator): readonly TableRow[] {
  // A cell, in quotes or not, and its end.
  const pattern = new RegExp(
    `(?:"((?:[^"]|"")*)"|(?!")([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    'y',
  );
  const rows: TableRow[] = [];
  let cells: string[] = [];
  // Excel begins its files with a byte order mark.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let [line, next] = [1, 1];
  while (at < text.length || cells.length > 0) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new RangeError(`line ${next}: misplaced quote`);
    const [whole, quoted, plain = '', end] = match;
    at = pattern.lastIndex;
    next += whole.match(/\r\n?|\n/g)?.length ?? 0;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    if (cells.some((cell) => cell !== '')) rows.push({cells, line});
    [cells, line] = [[], next];
  }
  return rows;
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

/** Returns a cell as it was before `guarded`. */
export function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');
}
