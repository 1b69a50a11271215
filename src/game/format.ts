/* Formats texts and numbers for messages. */

/** Cuts a text to a number of characters and replaces invisible and control characters with `?`. */
export function printable(text: string, longest: number): string {
  // Cut before it is split into characters: the text may be as long as a file.
  const start = [...text.slice(0, 2 * longest + 2)];
  const cut = start.length > longest ? `${start.slice(0, longest).join('')}…` : start.join('');
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a name that runs from right to left, so that the sentence around it keeps its order. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Draws numbers from 0 to `most` as a line of blocks, such as `▁▄█`. */
export function blocksOf(
  numbers: readonly number[],
  most = Math.max(1, ...numbers),
  isUnicode = true,
): string {
  const blocks = isUnicode ? '▁▂▃▄▅▆▇█' : '_.-~=+*#';
  return numbers.map((one) => blocks[Math.max(0, Math.ceil((one / most) * blocks.length) - 1)]).join('');
}

/** Joins items: `1`, `1 and 3`, `1, 3 and 5`. */
export function listOf(items: readonly (string | number)[], word = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? `${last}` : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}
