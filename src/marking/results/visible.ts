/* Bytes as visible text, which no terminal, XML parser or log can mistake for a command. */

/** Signs for bytes that would be invisible. Other control bytes get their Unicode control picture. */
const SIGNS: Readonly<Record<string, string>> = {' ': '·', '\t': '⇥', '\r': '␍', '\n': '⏎', '\x7f': '␡'};

const UTF8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/**
 * Turns bytes (as Latin-1 text) into visible text without line breaks. Newlines become `⏎`, bytes that are not UTF-8 become
 * `\xff`, and invisible characters `\u{200b}`; other UTF-8 letters stay.
 */
export function visible(latin1: string): string {
  // Most output is plain ASCII, and then only spaces and newlines need a sign.
  if (/^[\x20-\x7e\n]*$/.test(latin1)) return latin1.replace(/[ \n]/g, (byte) => SIGNS[byte] ?? byte);
  return latin1.replace(/[\x80-\xff]+|[^!-~\x80-\xff]/g, (found) => {
    if (found >= '\x80') return beyondAscii(found);
    return SIGNS[found] ?? String.fromCodePoint(0x2400 + found.charCodeAt(0));
  });
}

/** Returns visible text for a sentence, in which single spaces inside stay spaces. */
export function visibleWords(latin1: string): string {
  return visible(latin1).replace(/(?<=[^·])·(?=[^·])/g, ' ');
}

export function visibleLines(latin1: string): string[] {
  return linesOf(latin1).map(visible);
}

export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Marks an answer typed at a prompt: `«3⏎»`. `''`: the input had ended. */
export function typedText(answer: string): string {
  return `«${answer === '' ? 'end of the input' : answer}»`;
}

function beyondAscii(latin1: string): string {
  try {
    return UTF8.decode(Buffer.from(latin1, 'latin1')).replace(
      // Some letters and symbols are blank.
      /[^\p{L}\p{N}\p{P}\p{S}]|[\p{Default_Ignorable_Code_Point}\u2800]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
  } catch {
    return latin1.replace(/./gs, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}

/** Returns text that commands no terminal, but keeps spaces and line breaks. */
export function legible(latin1: string): string {
  return linesOf(latin1.replaceAll('\t', '    '))
    .map((line) => visible(line).replaceAll('·', ' ').replace(/⏎$/, '\n'))
    .join('');
}

/**
 * Returns a text on one line, valid in XML and UTF-8. Signs replace control characters, direction marks, lone surrogates and
 * line breaks.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, sign);
}

/** Returns the lines of a text, each harmless. Without line breaks, it is split after each `⏎`. */
export function plainLines(text: string): string[] {
  const lines = text.includes('\n') ? text.split('\n') : text.split(/(?<=⏎)/);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map(oneLine);
}

/** Returns at most `length` characters, never half of one. */
export function clipped(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? visible(character) : `\\u{${code.toString(16)}}`;
}
