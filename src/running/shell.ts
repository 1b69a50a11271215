/* Quoting for a shell. */

/** A word that any POSIX shell reads back unchanged, quoted only if necessary. */
export function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
