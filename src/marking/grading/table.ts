/* Reads a table as spreadsheets write it, in the format of RFC 4180: cells with commas between them, perhaps in quotes. */

/** A cell in quotes, or one that does not begin with them, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|(?!")([^,\r\n]*))(,|\r?\n|$)/y;

/**
 * The rows of a table, without empty ones.
 *
 * @throws RangeError that names the line where a quote is wrong
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  // Excel begins its files with a mark of their encoding.
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length || row.length > 0) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (match === null) throw new RangeError(`line ${lineAt(text, at)}: a quote is wrong`);
    const [, quoted, plain = '', end] = match;
    at = CELL.lastIndex;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
