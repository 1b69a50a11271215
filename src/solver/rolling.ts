/*
 * The steps of one turn, worked out alone: for what needs to look at all of it. The kernel works out many turns at once.
 */
import {FIRST_ROLL} from './keeps.js';

/** A keep is worth the mean of its extensions. */
export function averageKeeps(worth: Float64Array, extensions: Uint16Array): void {
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    const row = keep * 6;
    let sum = worth[extensions[row] ?? 0] ?? 0;
    sum += worth[extensions[row + 1] ?? 0] ?? 0;
    sum += worth[extensions[row + 2] ?? 0] ?? 0;
    sum += worth[extensions[row + 3] ?? 0] ?? 0;
    sum += worth[extensions[row + 4] ?? 0] ?? 0;
    sum += worth[extensions[row + 5] ?? 0] ?? 0;
    worth[keep] = sum * (1 / 6);
  }
}

/** A keep is worth the best of what it holds: itself, or the best without one of its dice. */
export function chooseKeeps(worth: Float64Array, reductions: Uint16Array, faceCounts: Uint8Array): void {
  for (let row = 0, at = 0; row < faceCounts.length; row += 1, at += 6) {
    const keep = reductions[at] ?? 0;
    const count = faceCounts[row] ?? 0;
    let best = larger(worth[keep] ?? 0, worth[reductions[at + 1] ?? 0] ?? 0);
    if (count > 1) best = larger(best, worth[reductions[at + 2] ?? 0] ?? 0);
    if (count > 2) best = larger(best, worth[reductions[at + 3] ?? 0] ?? 0);
    if (count > 3) best = larger(best, worth[reductions[at + 4] ?? 0] ?? 0);
    if (count > 4) best = larger(best, worth[reductions[at + 5] ?? 0] ?? 0);
    worth[keep] = best;
  }
}

/**
 * The larger of two numbers, without the branch that no processor foresees here: it would take five times as long. It
 * is exact where neither number is more than twice the other, and off by a rounding elsewhere.
 */
function larger(one: number, other: number): number {
  const more = other - one;
  return one + (more + Math.abs(more)) * 0.5;
}
