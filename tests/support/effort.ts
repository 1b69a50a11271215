/* Repetitions of a check: thousands in `npm run test:deep`; in `npm test`, for which people wait, a few. */
const {FIVEDICE_DEEP} = process.env;

export const isThorough = FIVEDICE_DEEP !== undefined;

export function effort(thorough: number, otherwise: number): number {
  return isThorough ? thorough : otherwise;
}
