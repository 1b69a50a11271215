/* Texts that fit a terminal of 80 columns. */
import {aligned, widthOf, wrapWords} from '../command-line/terminal.js';
import type {ChoiceView} from '../table/advice-view.js';

/** Columns of a terminal. */
export const WIDTH = 80;

/** The smallest terminal that the full screen fits. */
const SMALLEST: Size = {columns: WIDTH, rows: 24};

/** A size in the cells of a terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export function isTooSmall({columns, rows}: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows;
}

/** Breaks a sentence into lines that fit the terminal, between words; a wider name is broken too. */
export function fitted(text: string, width = WIDTH): string {
  if (widthOf(text) <= width) return text;
  const words = text.split(' ').flatMap((word) => pieces(word, width));
  return wrapWords(words, width)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Splits a word into pieces that fit. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const found = [''];
  for (const {segment} of new Intl.Segmenter().segment(word)) {
    const last = `${found.at(-1)}${segment}`;
    if (widthOf(last) <= width) found[found.length - 1] = last;
    else found.push(segment);
  }
  return found;
}

/** Cuts a name that is too wide, with an ellipsis at its end. */
export function shortened(name: string, width: number): string {
  if (widthOf(name) <= width) return name;
  let cut = '';
  for (const {segment} of new Intl.Segmenter().segment(name)) {
    if (widthOf(cut + segment) >= width) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** Appends a text to a line so that it ends at a column. */
export function flushRight(line: string, text: string, end: number): string {
  return line + ' '.repeat(Math.max(0, end - widthOf(line) - widthOf(text))) + text;
}

/** Joins lines, without spaces at their ends. */
export function textOf(texts: readonly string[]): string {
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
}

/** Formats a choice on each line, with aligned numbers: `keep 6 6   251.8  -13.3`. */
export function rankingLines(ranking: readonly ChoiceView[]): string[] {
  const numbers = ranking.map(({expected, loss, win}) => [expected, loss, ...(win === null ? [] : [win])]);
  const rows = ranking.map(({what}, at) => [what, ...(numbers[at] ?? [])]);
  const hasWin = (numbers[0]?.length ?? 0) > 2;
  // A narrow gap with chances to win: two columns must fit a terminal.
  return aligned(rows, {numbers: hasWin ? 3 : 2, gap: hasWin ? ' ' : '  '});
}
