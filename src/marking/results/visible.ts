/* Bytes as text in which each one shows, and no terminal, XML parser or log can mistake any for a command. */

/** Signs for bytes that would be invisible. Other control bytes get their Unicode control picture. */
const SIGNS: Readonly<Record<string, string>> = {' ': '·', '\t': '⇥', '\r': '␍', '\n': '⏎', '\x7f': '␡'};

const UTF8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/**
 * Turns bytes (as Latin-1 text) into visible text, with each newline as `⏎` and no line breaks. UTF-8 letters
 * are shown as they are, bytes that are not UTF-8 as `\xff`, invisible characters as `\u{200b}`.
 */
export function visible(latin1: string): string {
  // Most output is plain ASCII, and then only spaces and newlines need a sign.
  if (/^[\x20-\x7e\n]*$/.test(latin1)) return latin1.replace(/[ \n]/g, (byte) => SIGNS[byte] ?? byte);
  return latin1.replace(/[\x80-\xff]+|[^!-~\x80-\xff]/g, (found) => {
    if (found >= '\x80') return beyondAscii(found);
    return SIGNS[found] ?? String.fromCodePoint(0x2400 + found.charCodeAt(0));
  });
}

/** Visible text for a sentence: single spaces inside it stay spaces, which reads better. */
export function visibleWords(latin1: string): string {
  return visible(latin1).replace(/(?<=[^·])·(?=[^·])/g, ' ');
}

/** The same text as `visible` gives, but split after each `⏎`. */
export function visibleLines(latin1: string): string[] {
  return linesOf(latin1).map(visible);
}

/** The lines of a text, each with its newline; the last line may have none. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What was typed at a prompt, told apart by more than a colour: `«3⏎»`. `''`: the input had ended. */
export function typedText(answer: string): string {
  return `«${answer === '' ? 'end of the input' : answer}»`;
}

function beyondAscii(latin1: string): string {
  try {
    return UTF8.decode(Buffer.from(latin1, 'latin1')).replace(
      // Some letters and symbols are blank, too.
      /[^\p{L}\p{N}\p{P}\p{S}]|[\p{Default_Ignorable_Code_Point}\u2800]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
  } catch {
    return latin1.replace(/./gs, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}

/** Text for people: nothing in it can command a terminal, but spaces and line breaks stay as they are. */
export function legible(latin1: string): string {
  return linesOf(latin1.replaceAll('\t', '    '))
    .map((line) => visible(line).replaceAll('·', ' ').replace(/⏎$/, '\n'))
    .join('');
}

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
