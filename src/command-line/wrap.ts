/** Breaks a text between its words into lines of at most `width` characters, as far as its words allow. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(/\s+/), width);
}

/** The same with words that may have spaces in them, and be wider than their characters are many. */
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
