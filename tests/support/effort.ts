/*
 * How often tests repeat a check: thousands of times in `npm run test:deep`, which also runs the files that import this
 * one; in `npm test`, for which somebody waits, often enough to show that the check works.
 */
/** The variable that tells test files that the run is deep. */
export const DEEP = 'FIVEDICE_DEEP';

export const isThorough = process.env[DEEP] !== undefined;

/** Returns the first number in the deep run, else the second, smaller one. */
export function effort(thorough: number, otherwise: number): number {
  return isThorough ? thorough : otherwise;
}
