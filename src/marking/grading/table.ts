/* Tables as spreadsheets write them (RFC 4180), with commas, semicolons or tabs between cells. */
import {DECIMAL} from '../results/points.js';

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

interface NamedTable {
  /** Columns besides that of the names. */
  readonly columns: readonly string[];
  readonly rows: readonly {readonly name: string; readonly cellOf: (column: string) => string}[];
  readonly refusal: () => RangeError;
}

/**
 * Reads a table with a column `submission`.
 *
 * @param shape the columns it needs, for messages
 * @throws RangeError that says what is wrong, and in which row
 */
export function tableFrom(text: string, shape: string): NamedTable {
  const separator = separatorOf(text);
  const [{cells: head} = {cells: []}, ...rows] = rowsOf(text, separator);
  const columns = head.map((name) => name.trim());
  const refusal = () =>
    new RangeError(`it needs a first line with ${shape}, not ${JSON.stringify(head.join(separator))}`);
  const isName = (name: string): boolean => name.toLowerCase() === 'submission';
  const at = columns.findIndex(isName);
  if (columns.filter(isName).length !== 1) throw refusal();
  const seen = new Set<string>();
  const named = rows.map(({cells, line}) => {
    // A decimal comma splits a cell where commas separate them.
    if (cells.slice(head.length).some((cell) => cell !== ''))
      throw new RangeError(
        `line ${line}: ${cells.length} cells, but the first line has ${head.length}; a cell that contains ${JSON.stringify(separator)} needs quotes`,
      );
    const name = cells[at] ?? '';
    if (name === '') throw new RangeError(`line ${line}: the submission is missing`);
    if (seen.has(name)) throw new RangeError(`${name}: it has two rows`);
    seen.add(name);
    return {name, cellOf: (column: string) => (cells[columns.indexOf(column)] ?? '').trim()};
  });
  return {columns: columns.filter((name) => !isName(name)), rows: named, refusal};
}

/** Returns a number with a decimal point or a decimal comma as a decimal string; null if the text is none. */
export function amountIn(text: string): string | null {
  const number = text.replace(',', '.');
  return DECIMAL.test(number) ? number : null;
}
