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
