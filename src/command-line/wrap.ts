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
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last) + 1 + widthOf(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
