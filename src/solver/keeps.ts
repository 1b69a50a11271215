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
  if (number === undefined)
    throw new RangeError(`keep must have at most five dice, each 1 to 6, not ${faces.join(' ')}`);
  return number;
}

/** @throws RangeError if dice do not hold a keep */
export function checkKeep(dice: Dice, keep: readonly Face[]): void {
  for (const face of keep)
    if (timesIn(keep, face) > timesIn(dice, face))
      throw new RangeError(`keep must be some of the dice ${dice.join(' ')}, not ${keep.join(' ')}`);
}

function timesIn(faces: readonly Face[], face: Face): number {
  let times = 0;
  for (const one of faces) if (one === face) times += 1;
  return times;
}

/** The two steps of a reroll, by keep, and the chances of a roll of five dice. */
export interface Rerolls {
  /** The six keeps with one die more, by its face: those of keep `k` stand from `6 × k` on. Rolls have none. */
  readonly extensions: Uint16Array;
  /** In rows of six: a keep, and then, for each of its different faces, the keep with one such die less. */
  readonly reductions: Uint16Array;
  /** Number of different faces of the keep in each row of `reductions`. */
  readonly faceCounts: Uint8Array;
  /** The chance of each of `ROLLS`. */
  readonly rollChances: Float64Array;
}

export function rerolls(): Rerolls {
  const extensions = KEEPS.slice(0, FIRST_ROLL).flatMap((keep) =>
    FACES.map((face) => keepNumber([...keep, face])),
  );
  const less = KEEPS.map((): number[] => []);
  /** Numbers of orders in which the dice of a keep can be rolled. */
  const orders = KEEPS.map((_, keep) => Number(keep === 0));
  for (const [at, extension] of extensions.entries()) {
    const keep = Math.floor(at / FACES.length);
    less[extension]?.push(keep);
    orders[extension] = (orders[extension] ?? 0) + (orders[keep] ?? 0);
  }
  // By size, then by the number of different faces, so that processors foresee the length of the kernel's loops.
  const ranks = KEEPS.map(({length}, keep) => FACES.length * length + (less[keep]?.length ?? 0));
  const reduced = [...KEEPS.keys()].slice(1).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  return {
    extensions: Uint16Array.from(extensions),
    reductions: Uint16Array.from(
      reduced.flatMap((keep) => [keep, ...(less[keep] ?? []), 0, 0, 0, 0].slice(0, FACES.length)),
    ),
    faceCounts: Uint8Array.from(reduced, (keep) => less[keep]?.length ?? 0),
    rollChances: Float64Array.from(orders.slice(FIRST_ROLL), (count) => count / 6 ** 5),
  };
}

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

/** Returns a number that tells keeps apart: each face has three bits for its count. */
function keyOf(faces: readonly Face[]): number {
  let key = 0;
  for (const face of faces) key += 1 << (3 * face);
  return key;
}
