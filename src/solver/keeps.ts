/*
 * The 462 keeps: multisets of up to five dice. They are numbered by size, so that a keep comes before all its
 * extensions; the 252 keeps of five dice are the rolls, and come last.
 */
import {type Dice, diceOf, FACES, type Face} from '../rules/dice.js';

/** Up to five dice, sorted. */
export type Keep = readonly Face[];

/** Every keep by its number: the empty one first. */
export const KEEPS: readonly Keep[] = allKeeps();

/** The number of the first keep of five dice: from here on keeps are rolls. */
export const FIRST_ROLL = KEEPS.findIndex(({length}) => length === 5);

/** The rolls: roll `r` is keep `FIRST_ROLL + r`. */
export const ROLLS: readonly Dice[] = KEEPS.slice(FIRST_ROLL).map((roll) => diceOf(roll));

const NUMBERS: ReadonlyMap<number, number> = new Map(KEEPS.map((keep, number) => [keyOf(keep), number]));

/** Returns the number of the keep with these faces, in any order. */
export function keepNumber(faces: readonly Face[]): number {
  const number = NUMBERS.get(keyOf(faces));
  if (number === undefined) throw new RangeError(`a keep has at most five dice, not [${faces.join(', ')}]`);
  return number;
}

/** The six keeps with one die more, by its face: those of keep `k` stand from `6 × k` on. Rolls have none. */
export const EXTENSIONS: Uint16Array = Uint16Array.from(
  KEEPS.slice(0, FIRST_ROLL).flatMap((keep) => FACES.map((face) => keepNumber([...keep, face]))),
);

/**
 * Every keep but the empty one, in an order in which processors foresee how many different faces come next: by size,
 * and then by that.
 */
const BY_FACES = KEEPS.slice(1).sort(
  (one, other) => one.length - other.length || facesOf(one).length - facesOf(other).length,
);

/** In rows of six: a keep, and then, for each of its different faces, the keep with one such die less. */
export const REDUCTIONS: Uint16Array = Uint16Array.from(BY_FACES.flatMap(rowOfReductions));

/** Number of different faces of the keep in each row of `REDUCTIONS`. */
export const FACE_COUNTS: Uint8Array = Uint8Array.from(BY_FACES, (keep) => facesOf(keep).length);

/** The chance to roll each of `ROLLS` with five dice. */
export const ROLL_CHANCES: Float64Array = Float64Array.from(ROLLS, (roll) => ordersOf(roll) / 6 ** 5);

function allKeeps(): Keep[] {
  const keeps: Keep[] = [[]];
  // The list grows while it is walked, until every keep has been followed by its extensions.
  for (const keep of keeps) {
    if (keep.length < 5) {
      for (const face of FACES) if (face >= (keep.at(-1) ?? 1)) keeps.push([...keep, face]);
    }
  }
  return keeps;
}

/** Returns a number that tells keeps apart: each count is below 8. */
function keyOf(faces: readonly Face[]): number {
  return faces.reduce((key, face) => key + 8 ** face, 0);
}

function facesOf(keep: Keep): Face[] {
  return [...new Set(keep)];
}

function rowOfReductions(keep: Keep): number[] {
  const left = facesOf(keep).map((face) => keepNumber(keep.toSpliced(keep.indexOf(face), 1)));
  return [keepNumber(keep), ...left, ...Array(5 - left.length).fill(0)];
}

/** Counts the orders in which five dice show these faces. */
function ordersOf(roll: Keep): number {
  const counts = FACES.map((face) => roll.filter((one) => one === face).length);
  return counts.reduce((orders, count) => orders / factorial(count), factorial(roll.length));
}

function factorial(count: number): number {
  return count > 1 ? count * factorial(count - 1) : 1;
}
