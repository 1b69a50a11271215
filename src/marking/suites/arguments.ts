/* How long the arguments of a program may be, in bytes. Beyond this the system starts none. */

/** Linux takes less than 128 KiB for one. */
export const LONGEST_ARGUMENT = 100_000;

/** Linux takes 2 MiB in all, with the environment; what we put before the program needs room, too. */
export const MOST_ARGUMENTS = 1_000_000;

/** What these take: each its bytes, the NUL that ends it, and a pointer. */
export function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + Buffer.byteLength(word) + 9, 0);
}
