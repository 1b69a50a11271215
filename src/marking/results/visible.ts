/* Visible text, which no terminal, XML parser or log takes for a command. */

/** Signs for invisible bytes. Other control bytes become Unicode's control pictures. */
const SIGNS: Readonly<Record<string, string>> = {' ': '·', '\t': '⇥', '\r': '␍', '\n': '⏎', '\x7f': '␡'};

const UTF8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/** Turns bytes (Latin-1) into visible text: newlines become `⏎`, invalid UTF-8 `\xff`, invisible characters `\u{200b}`. */
export function visible(latin1: string): string {
  // Most output is plain ASCII: a fast path.
  if (/^[\x20-\x7e\n]*$/.test(latin1)) return latin1.replace(/[ \n]/g, (byte) => SIGNS[byte] ?? byte);
  return latin1.replace(/[\x80-\xff]+|[^!-~\x80-\xff]/g, (found) => {
    if (found >= '\x80') return beyondAscii(found);
    return SIGNS[found] ?? String.fromCodePoint(0x2400 + found.charCodeAt(0));
  });
}

/** Returns visible text for a sentence: single spaces inside stay. */
export function visibleWords(latin1: string): string {
  return visible(latin1).replace(/(?<=[^·])·(?=[^·])/g, ' ');
}

export function visibleLines(latin1: string): string[] {
  return linesOf(latin1).map(visible);
}

export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** `«3⏎»`; `''` is the end of the input. */
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

/** Returns harmless text with spaces and line breaks. */
export function legible(latin1: string): string {
  return linesOf(latin1.replaceAll('\t', '    '))
    .map((line) => visible(line).replaceAll('·', ' ').replace(/⏎$/, '\n'))
    .join('');
}

/** Returns one line, valid in XML and UTF-8, with signs for control characters, direction marks and lone surrogates. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, sign);
}

/** Returns harmless lines. A text without line breaks is split after each `⏎`. */
export function plainLines(text: string): string[] {
  const lines = text.includes('\n') ? text.split('\n') : text.split(/(?<=⏎)/);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map(oneLine);
}

/** Returns the first whole characters, at most `most`. */
export function clipped(text: string, most: number): string {
  return clippedAround(text, 0, most).text;
}

/** Returns at most `most` whole characters around an offset. All offsets move left by `shift`. */
export function clippedAround(
  text: string,
  at: number,
  most: number,
): {readonly text: string; readonly shift: number} {
  const characters = [...text];
  const place = [...text.slice(0, at)].length;
  const from = Math.max(0, Math.min(place - Math.floor(0.4 * most), characters.length - most));
  const part = characters.slice(from, from + most).join('');
  return {
    text: (from > 0 ? '…' : '') + part + (from + most < characters.length ? '…' : ''),
    shift: characters.slice(0, from).join('').length - (from > 0 ? 1 : 0),
  };
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? visible(character) : `\\u{${code.toString(16)}}`;
}
