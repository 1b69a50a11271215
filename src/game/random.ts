/*
 * The source of random dice, as plain data: whoever holds the state can roll the same dice again.
 *
 * The generator is xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number generators"), seeded
 * with SplitMix64 as its authors advise.
 */
import type {Face} from '../rules/dice.js';

/** The 128 bits of the generator, as four whole numbers from 0 to 2³² - 1. */
export type RandomState = readonly [number, number, number, number];

/** The highest seed: seeds are whole numbers from 0 to 2⁵³ - 1. */
export const HIGHEST_SEED = Number.MAX_SAFE_INTEGER;

const MASK_64 = 2n ** 64n - 1n;
const TWO_32 = 2 ** 32;

/** From here on a number is drawn again, so that each face has exactly the same share of the numbers below. */
const FAIR_BELOW = TWO_32 - (TWO_32 % 6);

export function isSeed(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** @throws RangeError unless the seed is a whole number from 0 to `HIGHEST_SEED` */
export function randomFrom(seed: number): RandomState {
  if (!isSeed(seed)) {
    throw new RangeError(`a seed is a whole number from 0 to ${HIGHEST_SEED}, not ${seed}`);
  }
  const first = splitMix64(BigInt(seed), 1n);
  const second = splitMix64(BigInt(seed), 2n);
  return [low(first), high(first), low(second), high(second)];
}

/** So many fair dice, and the state after them. */
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

/** The `n`th number that SplitMix64 gives after the seed. */
function splitMix64(seed: bigint, n: bigint): bigint {
  let mixed = (seed + n * 0x9e3779b97f4a7c15n) & MASK_64;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK_64;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK_64;
  return mixed ^ (mixed >> 31n);
}

function low(value: bigint): number {
  return Number(value & 0xffff_ffffn);
}

function high(value: bigint): number {
  return Number(value >> 32n);
}
