/* Tables with a column of submissions, from spreadsheets. */
import {rowsOf, separatorOf} from '../results/csv.js';
import {DECIMAL} from '../results/points.js';

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
  const places = new Map(columns.map((name, place) => [name, place]));
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
    return {name, cellOf: (column: string) => (cells[places.get(column) ?? -1] ?? '').trim()};
  });
  return {columns: columns.filter((name) => !isName(name)), rows: named, refusal};
}

/** Returns a number with a decimal point or a decimal comma as a decimal string; null if the text is none. */
export function amountIn(text: string): string | null {
  const number = text.replace(',', '.');
  return DECIMAL.test(number) ? number : null;
}
