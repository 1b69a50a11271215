/* Words of a shell. */

/** A word as any POSIX shell reads it back, in quotes where it needs them. */
export function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
