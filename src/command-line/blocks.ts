/* Numbers as a line of blocks. */
const BLOCKS = {unicode: '▁▂▃▄▅▆▇█', ascii: '_.-~=+*#'} as const;

/** A block for each number, from nothing to `most`, by default the highest. */
export function blocksOf(
  numbers: readonly number[],
  most = Math.max(1, ...numbers),
  isUnicode = true,
): string {
  const blocks = BLOCKS[isUnicode ? 'unicode' : 'ascii'];
  return numbers.map((one) => blocks[Math.max(0, Math.ceil((one / most) * blocks.length) - 1)]).join('');
}
