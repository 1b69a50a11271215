/*
 * How much the tests do. Where `CI` is set they do all that there is. Elsewhere somebody waits for them: what is
 * repeated thousands of times is repeated as often as shows that the check works.
 */
const {CI} = process.env;

export const isThorough = CI !== undefined && CI !== '';

/** One number for `CI`, and a smaller one elsewhere. */
export function effort(thorough: number, otherwise: number): number {
  return isThorough ? thorough : otherwise;
}
