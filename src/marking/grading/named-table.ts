/* Tables that say something of submissions: a column with their names, and others with numbers, as a spreadsheet writes them. */
import {DECIMAL, formatPoints, type Points, parsePoints, withDecimals} from '../results/points.js';
import {rowsOf, type Separator, separatorOf} from './table.js';

export interface NamedTable {
  readonly separator: Separator;
  /** All but that of the names, as they are written. */
  readonly columns: readonly string[];
  readonly rows: readonly NamedRow[];
  /** What to throw if other columns are needed. */
  readonly refusal: () => RangeError;
}

interface NamedRow {
  readonly name: string;
  readonly cellOf: (column: string) => string;
}

/**
 * Reads a table with a column `submission`. Between its cells are commas, semicolons or tabs.
 *
 * @param shape what it must be like, for messages
 * @throws RangeError that says what is wrong, and in which row
 */
export function tableFrom(text: string, shape: string): NamedTable {
  const separator = separatorOf(text);
  const [{cells: head} = {cells: []}, ...rows] = rowsOf(text, separator);
  const columns = head.map((name) => name.trim());
  const refusal = () => new RangeError(`it needs ${shape}, not ${JSON.stringify(head.join(separator))}`);
  const isName = (name: string): boolean => name.toLowerCase() === 'submission';
  const at = columns.findIndex(isName);
  if (columns.filter(isName).length !== 1) throw refusal();
  const seen = new Set<string>();
  const named = rows.map(({cells, line}): NamedRow => {
    // A decimal comma among commas makes two cells of one.
    if (cells.slice(head.length).some((cell) => cell !== ''))
      throw new RangeError(
        `line ${line}: ${cells.length} cells, and the first line has ${head.length}; a cell with ${JSON.stringify(separator)} in it needs quotes`,
      );
    const name = cells[at] ?? '';
    if (name === '') throw new RangeError(`line ${line}: it names no submission`);
    if (seen.has(name)) throw new RangeError(`${name}: there are two rows of it`);
    seen.add(name);
    return {name, cellOf: (column) => cells[columns.indexOf(column)] ?? ''};
  });
  return {separator, columns: columns.filter((name) => !isName(name)), rows: named, refusal};
}

/** How a table is written: what stands between its cells, and its decimal sign. */
export interface Dialect {
  readonly separator: Separator;
  readonly sign: '.' | ',';
}

/** That of a table; where no number shows the sign, the one that is usual with its separator. */
export function dialectOf(text: string): Dialect {
  const separator = separatorOf(text);
  const cells = rowsOf(text, separator).flatMap((row) => row.cells);
  const isSeen = (number: RegExp): boolean => cells.some((cell) => number.test(cell.trim()));
  const hasCommas = isSeen(/^\d+,\d+$/) || (separator === ';' && !isSeen(/^\d+\.\d+$/));
  return {separator, sign: hasCommas ? ',' : '.'};
}

/**
 * A number with a decimal point or a decimal comma. Where cells have semicolons between them the comma is usual, and
 * else the point; the other one is refused where it could set thousands apart.
 *
 * @param where for messages
 * @throws RangeError that says what is wrong
 */
export function amountIn(text: string, separator: Separator, where: string, unit: string): Points {
  const usual = separator === ';' ? ',' : '.';
  const number = text.replace(',', '.');
  if (!DECIMAL.test(number))
    throw new RangeError(
      `${where}${JSON.stringify(text)} is not a number of ${unit}, such as 2 or 1${usual}5`,
    );
  const points = parsePoints(number);
  const [, sign = usual] = THOUSANDS.exec(text) ?? [];
  if (sign !== usual) {
    const [large, small] = [
      text.replace(sign, ''),
      formatPoints(withDecimals(points, 0)).replace('.', usual),
    ];
    throw new RangeError(
      `${where}${JSON.stringify(text)} could be ${large} or ${small} ${unit}: write one of these`,
    );
  }
  return points;
}

/** A number that could be a thousand times as large: its sign stands where thousands are set apart. */
const THOUSANDS = /^[1-9]\d{0,2}([.,])\d{3}$/;
