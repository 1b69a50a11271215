/*
 * A source of random dice whose state is plain data, so that the same state always rolls the same dice.
 *
 * The generator is xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number generators"), seeded
 * with SplitMix64 as its authors advise.
 */
import type {Face} from '../rules/dice.js';

/** The generator's 128 bits as four unsigned 32-bit numbers. */
export type RandomState = readonly [number, number, number, number];

/** The highest seed, 2⁵³ - 1. Seeds are whole numbers from 0. */
export const HIGHEST_SEED = Number.MAX_SAFE_INTEGER;

/** Returns a random seed. All other randomness follows from setups and states. */
export function randomSeed(): number {
  return Math.floor(Math.random() * HIGHEST_SEED);
}

const MASK_64 = 2n ** 64n - 1n;
const TWO_32 = 2 ** 32;

/** The largest multiple of 6 up to 2³². Draws that reach it are repeated, so that all faces are equally likely. */
const FAIR_BELOW = TWO_32 - (TWO_32 % 6);

/** Seeds the generator. Throws RangeError unless the seed is a whole number from 0 to `HIGHEST_SEED`. */
export function randomFrom(seed: number): RandomState {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`seed must be a whole number from 0 to ${HIGHEST_SEED}, not ${seed}`);
  }
  return [...splitMix64(BigInt(seed), 1n), ...splitMix64(BigInt(seed), 2n)];
}

/** Rolls `count` fair dice and returns them with the next state. */
export function rollFaces(random: RandomState, count: number): {faces: Face[]; random: RandomState} {
  let [a, b, c, d] = random;
  const faces: Face[] = [];
  while (faces.length < count) {
    const drawn = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    if (drawn < FAIR_BELOW) faces.push(((drawn % 6) + 1) as Face);
  }
  return {faces, random: [a >>> 0, b >>> 0, c >>> 0, d >>> 0]};
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** Returns the `n`th output of SplitMix64, from 1, as its low and its high half. */
function splitMix64(seed: bigint, n: bigint): [low: number, high: number] {
  let mixed = (seed + n * 0x9e3779b97f4a7c15n) & MASK_64;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK_64;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK_64;
  mixed ^= mixed >> 31n;
  return [Number(mixed & 0xffff_ffffn), Number(mixed >> 32n)];
}
