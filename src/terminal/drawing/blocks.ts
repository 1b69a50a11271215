/* Numbers as a line of blocks. */
const BLOCKS = '▁▂▃▄▅▆▇█';

/** A block for each number, from nothing to the highest. */
export function blocksOf(numbers: readonly number[]): string {
  const most = Math.max(1, ...numbers);
  return numbers.map((one) => BLOCKS[Math.max(0, Math.ceil((one / most) * BLOCKS.length) - 1)]).join('');
}
