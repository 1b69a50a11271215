/** The faces of a die. */
export const FACES = [1, 2, 3, 4, 5, 6] as const;
/** The face that a die shows, 1 to 6. */
export type Face = (typeof FACES)[number];

/** Rolls in a turn: the first and two rerolls. */
export const ROLLS = 3;

/** The numbers of the dice: players count from 1. */
export const DIE_NUMBERS = [1, 2, 3, 4, 5] as const;
/** The number of a die, 1 to 5. */
export type DieNumber = (typeof DIE_NUMBERS)[number];

/** Five dice. Die `n` is at index `n - 1`. */
export type Dice = readonly [Face, Face, Face, Face, Face];

/** The number of dice that show each face. */
export type Counts = Readonly<Record<Face, number>>;

export function isFace(value: number): value is Face {
  return FACES.some((face) => face === value);
}

export function isDieNumber(value: number): value is DieNumber {
  return DIE_NUMBERS.some((number) => number === value);
}

/** Returns true if there are exactly five values, each a whole number from 1 to 6. */
export function isDice(values: readonly number[]): values is Dice {
  // Callers without types may pass anything. The copy fills the holes of a sparse array, which `every` skips.
  return Array.isArray(values) && values.length === DIE_NUMBERS.length && [...values].every(isFace);
}

/** @throws RangeError unless there are exactly five values, each a whole number from 1 to 6 */
export function diceOf(values: readonly number[]): Dice {
  if (!isDice(values)) throw new RangeError('dice must be a list of five whole numbers from 1 to 6');
  return [...values];
}

export function othersOf(numbers: readonly DieNumber[]): DieNumber[] {
  return DIE_NUMBERS.filter((number) => !numbers.includes(number));
}

/** Returns the faces of the dice with these numbers, ascending. */
export function facesOf(dice: Dice, numbers: readonly DieNumber[]): Face[] {
  return numbers.flatMap((number) => dice[number - 1] ?? []).sort();
}

export function countsOf(dice: Dice): Counts {
  const counts = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0};
  for (const face of dice) counts[face] += 1;
  return counts;
}

/**
 * Gives die `numbers[i]` the face `faces[i]`. The other dice are held.
 *
 * @example
 * reroll([1, 1, 6, 6, 6], [1, 2], [6, 3]); // [6, 3, 6, 6, 6]
 */
export function reroll(dice: Dice, numbers: readonly DieNumber[], faces: readonly Face[]): Dice {
  const faceOf = (number: DieNumber, held: Face): Face => faces[numbers.indexOf(number)] ?? held;
  const [first, second, third, fourth, fifth] = dice;
  return [faceOf(1, first), faceOf(2, second), faceOf(3, third), faceOf(4, fourth), faceOf(5, fifth)];
}
