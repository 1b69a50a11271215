/*
 * Reads a table as spreadsheets write it, in the format of RFC 4180: cells with commas between them, perhaps in quotes.
 * Where the comma is the decimal point, spreadsheets put semicolons or tabs between cells.
 */

/** What may stand between cells, the usual first. */
const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

export interface TableRow {
  readonly cells: readonly string[];
  /** The line in which it begins, from 1. */
  readonly line: number;
}

/** What stands between the cells of a table: what its first line has most of. */
export function separatorOf(text: string): Separator {
  const [head = ''] = text.replace(/"(?:[^"]|"")*"/g, '').match(/[^\r\n]+/) ?? [];
  const count = (separator: Separator): number => head.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
}

/**
 * The rows of a table, without empty ones.
 *
 * @throws RangeError that names the line where a quote is wrong
 */
export function rowsOf(text: string, separator: Separator): readonly TableRow[] {
  // A cell in quotes, or one that does not begin with them, and what ends it.
  const pattern = new RegExp(
    `(?:"((?:[^"]|"")*)"|(?!")([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    'y',
  );
  const rows: TableRow[] = [];
  let cells: string[] = [];
  // Excel begins its files with a mark of their encoding.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let [line, next] = [1, 1];
  while (at < text.length || cells.length > 0) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new RangeError(`line ${next}: a quote is wrong`);
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
