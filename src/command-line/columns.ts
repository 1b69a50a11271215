/* How wide texts are on a terminal. Names may be wide (東), or have marks that take no room (é as two characters). */
import stringWidth from 'string-width';

/** How many columns of a terminal a text takes; its colours take none. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  const bare = text.replace(COLOURS, '');
  return SIMPLE.test(bare) ? bare.length + count(WIDE, bare) - count(MARKS, bare) : stringWidth(bare);
}

/** The text with spaces behind it, up to a width. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

// Starting string-width takes as long as starting Node; the build starts it with the first text that needs it. And it takes
// half a millisecond for a line, which a report measures often. Not so these, whose width depends on nothing beside them:

/** One column: letters of Europe, punctuation, what dice are drawn with, the signs of visible text. */
const ONE =
  ' -~\u00a1-\u00ac\u00ae-\u02ec\u0370-\u0377\u037a-\u037f\u0384-\u0482\u048a-\u052f\u2010-\u2027→⇥⏎\u2400-\u2426\u2500-\u257f▁-█▲●★◆';
/** Two: letters and punctuation of East Asia. */
const TWO = '\u3001-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60';
/** None: accents of the letters before them. */
const NONE = '\u0300-\u036f';

const NARROW = new RegExp(`^[${ONE}]*$`);
const SIMPLE = new RegExp(`^[${ONE}${TWO}${NONE}]*$`);
const WIDE = new RegExp(`[${TWO}]`, 'g');
const MARKS = new RegExp(`[${NONE}]`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what a colour begins with
const COLOURS = /\x1b\[[\d;]*m/g;

function count(characters: RegExp, text: string): number {
  return text.match(characters)?.length ?? 0;
}

/** Wraps a text at its spaces into lines of at most `width` characters, unless a single word is longer. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(/\s+/), width);
}

/** The same for words that may contain spaces, and whose width may not be the number of their characters. */
export function wrapWords(
  words: readonly string[],
  width: number,
  widthOf: (text: string) => number = ({length}) => length,
): string[] {
  const lines: string[] = [];
  let columns = 0;
  for (const word of words) {
    const own = widthOf(word);
    const isFirst = lines.length === 0 || columns + 1 + own > width;
    columns = isFirst ? own : columns + 1 + own;
    if (isFirst) lines.push(word);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}
