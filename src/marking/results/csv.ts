/* Tables of spreadsheets (RFC 4180), with commas, semicolons or tabs between cells. */
import {isUtf8} from 'node:buffer';
import {oneLine} from './visible.js';

/** Separators of cells, the most common first. */
const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

export interface Cell {
  /** Without blanks around it, and without the apostrophe before a formula. */
  readonly text: string;
  /** Offsets in the text of the table, quotes included. */
  readonly from: number;
  readonly to: number;
}

export interface TableRow {
  readonly line: number;
  readonly cells: readonly Cell[];
  /** Returns the cell below a head in any case; `''` if there is none. */
  readonly textOf: (head: string) => string;
}

export interface Table {
  readonly text: string;
  readonly separator: Separator;
  /** Heads of columns, without empty ones at the end. */
  readonly heads: readonly string[];
  /** Rows that are not blank, none longer than the heads. */
  readonly rows: readonly TableRow[];
}

/** @throws RangeError that names the line */
export function parseTable(bytes: Buffer): Table {
  // In another encoding, names would not match.
  if (!isUtf8(bytes)) throw new RangeError('it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"');
  const text = bytes.toString('utf8');
  // Excel begins its files with a byte order mark, and may write its separator on a line of its own.
  const [start = '', named] = /^\ufeff?(?:"?sep=(.)"?\r?\n)?/.exec(text) ?? [];
  const separator = SEPARATORS.find((one) => one === named) ?? separatorOf(text.slice(start.length));
  const [head, ...others] = rowsOf(text, start.length, separator);
  const names = head?.cells.map((cell) => cell.text) ?? [];
  const heads = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  const places = new Map(heads.map((name, at) => [name.toLowerCase(), at]));
  const rows = others.map(({line, cells}) => {
    // A decimal comma splits a cell where commas separate them.
    if (cells.slice(heads.length).some((cell) => cell.text !== ''))
      throw new RangeError(
        `line ${line}: ${cells.length} cells, but the first line has ${heads.length}; a cell that contains ${JSON.stringify(separator)} needs quotes`,
      );
    return {line, cells, textOf: (name: string) => cells[places.get(name.toLowerCase()) ?? -1]?.text ?? ''};
  });
  return {text, separator, heads, rows};
}

/** Returns the most frequent separator in the first line. */
function separatorOf(text: string): Separator {
  const [head = ''] = text.replace(/"(?:[^"]|"")*"/g, '').match(/[^\r\n]+/) ?? [];
  const count = (separator: Separator): number => head.split(separator).length;
  return SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
}

/** @throws RangeError that names the line where a quote is wrong */
function rowsOf(text: string, start: number, separator: Separator): Omit<TableRow, 'textOf'>[] {
  // A cell, in quotes or not, and its end.
  const pattern = new RegExp(
    `(?:"((?:[^"]|"")*)" *|(?!")([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    'y',
  );
  const rows: Omit<TableRow, 'textOf'>[] = [];
  let cells: Cell[] = [];
  let at = start;
  let line = 1 + linesIn(text.slice(0, start));
  let next = line;
  while (at < text.length || cells.length > 0) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new RangeError(`line ${next}: misplaced quote`);
    const [whole, quoted, plain = '', end = ''] = match;
    const content = quoted?.replaceAll('""', '"') ?? plain;
    cells.push({text: unguarded(content.trim()), from: at, to: at + whole.length - end.length});
    at = pattern.lastIndex;
    next += linesIn(whole);
    if (end === separator) continue;
    if (cells.some((cell) => cell.text !== '')) rows.push({line, cells});
    cells = [];
    line = next;
  }
  return rows;
}

function linesIn(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}

/** Replaces the contents of some cells, and leaves all other bytes. */
export function replaced(
  {text, separator}: Pick<Table, 'text' | 'separator'>,
  changes: readonly (readonly [cell: Cell, content: string])[],
): string {
  const pieces: string[] = [];
  let done = 0;
  for (const [{from, to}, content] of [...changes].sort(([a], [b]) => a.from - b.from)) {
    pieces.push(text.slice(done, from), quoted(content, separator));
    done = to;
  }
  return [...pieces, text.slice(done)].join('');
}

/** Formats a row of cells that no spreadsheet executes. */
export function row(cells: readonly string[]): string {
  return `${cells.map((one) => quoted(guarded(one), ',')).join(',')}\r\n`;
}

/** Disarms formulas with an apostrophe, since students choose names. Some spreadsheets accept full-width signs. */
function guarded(value: string): string {
  // A negative number is a deduction, not a formula.
  return oneLine(value).replace(/^(?!-\d+(?:\.\d+)?$)[=+\-@＝＋－＠]/, "'$&");
}

function quoted(text: string, separator: string): string {
  // No line may look like a command in a log of a workflow.
  return text.includes(separator) || /["\r\n]|^\s*(?:::|##\[)/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');
}
