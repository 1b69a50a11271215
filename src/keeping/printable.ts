/* What a file says, as it can be shown. */

/** A text without what a terminal would obey, and not longer than so many characters. */
export function printable(text: string, longest: number): string {
  // Cut first: the text may be as long as a file.
  const start = [...text.slice(0, 2 * longest + 2)];
  const shown = start.length > longest ? `${start.slice(0, longest).join('')}…` : start.join('');
  return shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
