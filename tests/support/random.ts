export interface Dealer {
  readonly number: (lowest: number, highest: number) => number;
  readonly oneOf: <T>(items: readonly [T, ...T[]]) => T;
  readonly bytes: (length: number) => Buffer;
}

/** Deals the same for the same seed, so that a failing run can be repeated. */
export function dealer(seed: number): Dealer {
  const random = randomSource(seed);
  const number = (lowest: number, highest: number): number =>
    lowest + Math.floor(random() * (highest - lowest + 1));
  return {
    number,
    oneOf: (items) => items[number(0, items.length - 1)] ?? items[0],
    bytes: (length) => Buffer.from(Array.from({length}, () => number(0, 255))),
  };
}

/** A seeded source of numbers from 0 up to 1 (mulberry32). */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
