/* How wide texts are on a terminal. Names may be wide (東), or have marks that take no room (é as two characters). */
import stringWidth from 'string-width';

/** How many columns of a terminal a text takes; its colours take none. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  const bare = text.replace(COLOURS, '');
  return NARROW.test(bare) ? bare.length : stringWidth(bare);
}

/** The text with spaces behind it, up to a width. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

// Starting string-width takes as long as starting Node; the build starts it with the first text that needs it.
/** Latin letters and punctuation, what dice are drawn with, and the signs of visible text: each takes one column. */
const NARROW = /^[ -~\u00a1-\u00ac\u00ae-\u02ec\u2010-\u2027→⇥⏎\u2400-\u2426\u2500-\u257f▲●◆]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what a colour begins with
const COLOURS = /\x1b\[[\d;]*m/g;
