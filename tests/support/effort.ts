/*
 * How much the tests do: all that there is in `npm run test:deep`, which runs the files that ask for it here as well as
 * those that are deep as a whole. Elsewhere somebody waits for them: what is repeated thousands of times is repeated as
 * often as shows that the check works.
 */
/** The variable by which a run tells its test files that it is the deep one. */
export const DEEP = 'FIVEDICE_DEEP';

export const isThorough = process.env[DEEP] !== undefined;

/** One number for the deep tests, and a smaller one elsewhere. */
export function effort(thorough: number, otherwise: number): number {
  return isThorough ? thorough : otherwise;
}
