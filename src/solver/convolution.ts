/* Convolution of distributions of points: one is added to others, moved up by some points, with a weight. */

/** The chances of final scores. */
export interface Distribution {
  /** The lowest total that has a place in `chances`. */
  readonly lowest: number;
  /** The chance of each total, from `lowest` on; they add up to 1. */
  readonly chances: Float64Array;
}

/** Weights collected and then poured together: more than the points of any box. */
const WEIGHTS = 64;

/** Weights applied in one go through the numbers. */
const TAPS = 4;

/**
 * Returns `into`, which adds a distribution to that of a place in `reached`; and `end`, which adds what is not added yet.
 * Quick if calls for one place follow each other with ascending points.
 */
export function pouringOf(source: Distribution, reached: Map<number, Distribution>) {
  // `addFour` reads the zeros.
  const {lowest, chances} = trimmed(source, TAPS - 1);
  const weights = new Float64Array(WEIGHTS);
  let place = 0;
  let least = 0;
  let count = 0;
  const end = (): void => {
    if (count === 0) return;
    const room = covering(lowest + least, chances.length + count, reached.get(place));
    for (let one = 0; one < count; one += TAPS)
      addFour(room.chances, lowest + least + one - room.lowest, chances, weights, one);
    reached.set(place, room);
    weights.fill(0, 0, count);
    count = 0;
  };
  const into = (to: number, points: number, weight: number): void => {
    if (to !== place || points < least + count || points >= least + WEIGHTS) {
      end();
      place = to;
      least = points;
    }
    weights[points - least] = weight;
    count = points - least + 1;
  };
  return {into, end};
}

/** Returns the distribution from the first to the last total that has a chance, with some zeros behind. */
export function trimmed({lowest, chances}: Distribution, zeros = 0): Distribution {
  let first = 0;
  let end = chances.length;
  while (first < end && chances[first] === 0) first += 1;
  while (end > first && chances[end - 1] === 0) end -= 1;
  const kept = new Float64Array(end - first + zeros);
  kept.set(chances.subarray(first, end));
  return {lowest: lowest + first, chances: kept};
}

/** Adds numbers with four weights, each moved one place further on: so each sum is read once, not four times. */
function addFour(
  sums: Float64Array,
  offset: number,
  added: Float64Array,
  weights: Float64Array,
  first: number,
): void {
  const w0 = weights[first] ?? 0;
  const w1 = weights[first + 1] ?? 0;
  const w2 = weights[first + 2] ?? 0;
  const w3 = weights[first + 3] ?? 0;
  if (w1 + w2 + w3 === 0) {
    if (w0 > 0) addOnce(sums, offset, added, w0);
    return;
  }
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  for (let one = 0; one < added.length; one += 1) {
    const a0 = added[one] ?? 0;
    sums[offset + one] = (sums[offset + one] ?? 0) + w0 * a0 + w1 * a1 + w2 * a2 + w3 * a3;
    a3 = a2;
    a2 = a1;
    a1 = a0;
  }
}

function addOnce(sums: Float64Array, offset: number, added: Float64Array, weight: number): void {
  for (let one = 0; one < added.length; one += 1) {
    sums[offset + one] = (sums[offset + one] ?? 0) + weight * (added[one] ?? 0);
  }
}

/** Room that a distribution gets beyond its need at each end: others are poured into it soon, a little off. */
const ROOM = 32;

function covering(lowest: number, length: number, old: Distribution | undefined): Distribution {
  if (old === undefined) return {lowest: lowest - ROOM, chances: new Float64Array(length + 2 * ROOM)};
  const [end, oldEnd] = [lowest + length, old.lowest + old.chances.length];
  if (lowest >= old.lowest && end <= oldEnd) return old;
  const from = lowest < old.lowest ? lowest - ROOM : old.lowest;
  const chances = new Float64Array((end > oldEnd ? end + ROOM : oldEnd) - from);
  chances.set(old.chances, old.lowest - from);
  return {lowest: from, chances};
}
