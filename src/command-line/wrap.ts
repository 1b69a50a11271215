/** Wraps a text at its spaces into lines of at most `width` characters, unless a single word is longer. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(/\s+/), width);
}

/** The same for words that may contain spaces. */
export function wrapWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
