/* Text that no terminal, log or parser can mistake for a command. All text from others goes through here. */
import {visible} from '../run/visible.js';

/**
 * Text on one line. Signs replace characters that are invisible or that move their neighbours: control
 * characters, direction marks, lone surrogates, line breaks. So the text is valid in XML and in UTF-8.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, sign);
}

/** The lines of a text, each made harmless. Visible text without line breaks is split after each `⏎`. */
export function plainLines(text: string): string[] {
  const lines = text.includes('\n') ? text.split('\n') : text.split(/(?<=⏎)/);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map(oneLine);
}

/** At most `length` characters, never half of one. */
export function clipped(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

/** At most `length` characters around a place in a text. */
export function around(text: string, at: number, length: number): string {
  const characters = [...text];
  const from = Math.max(0, Math.min(at - Math.floor(0.4 * length), characters.length - length));
  const part = characters.slice(from, from + length).join('');
  return (from > 0 ? '…' : '') + part + (from + length < characters.length ? '…' : '');
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? visible(character) : `\\u{${code.toString(16)}}`;
}
