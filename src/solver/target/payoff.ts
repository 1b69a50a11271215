/*
 * What a final total is worth to whoever plays for something else than points: a chance, from 0 to 1, that does not fall
 * with the total.
 */
import type {Rival} from './rivals.js';

export interface Payoff {
  /** The highest total that is worth nothing, if `worth` begins with 0; all below it is worth as much as it. */
  readonly lowest: number;
  /** By total, from `lowest` on; all above is worth as much as the last one. */
  readonly worth: Float64Array;
}

/** 1 for at least a total, and 0 for less. */
export function targetPayoff(total: number): Payoff {
  return {lowest: total - 1, worth: Float64Array.of(0, 1)};
}

/** Chances below this are taken for 0, and those that miss 1 by less for 1: no sum of them shows. */
const TAIL = 1e-12;

/**
 * The chance to win against opponents, independently of each other. A first place that is shared by k counts as 1/k of a
 * win. With b the chance that an opponent has less than a total, and e that it has as much, the product of all b + e·z has
 * before z^j the chance that nobody has more and that j have as much; so the payoff is the sum over j of these, divided by
 * j + 1.
 *
 * @param rivals at least one
 */
export function winPayoff(rivals: readonly Rival[]): Payoff {
  const first = Math.min(...rivals.map(({lowest}) => lowest));
  const end = Math.max(...rivals.map(({lowest, less}) => lowest + less.length));
  let before = 0;
  const worth = Float64Array.from({length: end - first + 1}, (_, at) => {
    const ties = rivals.reduce(
      (sums, {lowest, less, same}) => {
        const place = first + at - lowest;
        const [below, level] = place < less.length ? [less[place] ?? 0, same[place] ?? 0] : [1, 0];
        return sums.concat(0).map((chance, tied) => chance * below + (sums[tied - 1] ?? 0) * level);
      },
      [1],
    );
    // Rounding must not let it fall.
    before = Math.max(
      before,
      ties.reduce((sum, chance, tied) => sum + chance / (tied + 1), 0),
    );
    return before;
  });
  const lowest = worth.findIndex((one) => one > TAIL);
  const highest = worth.findIndex((one) => one >= 1 - TAIL);
  return {
    lowest: first + lowest - 1,
    worth: Float64Array.of(0, ...worth.subarray(lowest, highest < 0 ? end : highest), 1),
  };
}
