/*
 * One turn for many questions at once. Every keep has a row of lanes, one lane for each question; the inner loops run
 * along the lanes, through memory in order. Every index is within its row, so `?? 0` is for the type checker alone.
 */
import {EXTENSIONS, FIRST_ROLL, KEEPS, ROLL_CHANCES} from '../keeps.js';

/** The lanes of a row: so many that all rows together stay near a core. */
export const WIDTH = 64;

export function makeRows(count: number): Float64Array {
  return new Float64Array(count * WIDTH);
}

/** Every keep gets the mean of its extensions. */
export function averageRows(rows: Float64Array, width: number): void {
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    const [a, b, c] = [extension(keep, 0), extension(keep, 1), extension(keep, 2)];
    const [d, e, f] = [extension(keep, 3), extension(keep, 4), extension(keep, 5)];
    const to = keep * WIDTH;
    for (let lane = 0; lane < width; lane += 1) {
      rows[to + lane] =
        ((rows[a + lane] ?? 0) +
          (rows[b + lane] ?? 0) +
          (rows[c + lane] ?? 0) +
          (rows[d + lane] ?? 0) +
          (rows[e + lane] ?? 0) +
          (rows[f + lane] ?? 0)) *
        (1 / 6);
    }
  }
}

/** Every keep gets the best of what it holds: itself, or any keep within it. */
export function chooseRows(rows: Float64Array, width: number): void {
  for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
    for (let face = 0; face < 6; face += 1) raiseRow(rows, extension(keep, face), rows, keep * WIDTH, width);
  }
}

/** Raises a row to another one, lane by lane. */
export function raiseRow(
  rows: Float64Array,
  to: number,
  others: Float64Array,
  from: number,
  width: number,
): void {
  for (let lane = 0; lane < width; lane += 1) {
    rows[to + lane] = Math.max(rows[to + lane] ?? 0, others[from + lane] ?? 0);
  }
}

/** The mean over all rolls, by lane. */
export function meanOfRolls(rows: Float64Array, width: number, means: Float64Array, at: number): void {
  means.fill(0, at, at + width);
  for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1) {
    const chance = ROLL_CHANCES[roll - FIRST_ROLL] ?? 0;
    const from = roll * WIDTH;
    for (let lane = 0; lane < width; lane += 1) {
      means[at + lane] = (means[at + lane] ?? 0) + chance * (rows[from + lane] ?? 0);
    }
  }
}

/** Where the row of an extension starts. */
function extension(keep: number, face: number): number {
  return (EXTENSIONS[keep * 6 + face] ?? 0) * WIDTH;
}
