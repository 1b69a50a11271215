/* Texts as lists of lines, for the checkers that compare lines. */
import {visibleWords} from '../../run/visible.js';

/** Lines without their newlines. */
export function linesIn(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The text of some lines; the last has a newline if that of an output has one. */
export function endedAs(lines: readonly string[], output: string): string {
  const text = lines.join('\n');
  return lines.length > 0 && (output === '' || output.endsWith('\n')) ? `${text}\n` : text;
}

/** A longer text is cut. */
const LONGEST_SHOWN = 60;

/** The start of a text, quoted, as visible text. */
export function quoted(text: string, sign = '"'): string {
  return sign + visibleWords(text.slice(0, LONGEST_SHOWN)) + (text.length > LONGEST_SHOWN ? '…' : '') + sign;
}
