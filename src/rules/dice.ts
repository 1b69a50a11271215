/** What a die can show. */
export const FACES = [1, 2, 3, 4, 5, 6] as const;
export type Face = (typeof FACES)[number];

/** How often dice are rolled in a turn at most: the first roll and two rerolls. */
export const ROLLS = 3;

/** Dice are numbered from 1, as players count them. */
export const DIE_NUMBERS = [1, 2, 3, 4, 5] as const;
export type DieNumber = (typeof DIE_NUMBERS)[number];

/** Five faces; die number `n` is at index `n - 1`. */
export type Dice = readonly [Face, Face, Face, Face, Face];

/** How many dice show each face; the counts add up to five. */
export type Counts = Readonly<Record<Face, number>>;

export function isFace(value: number): value is Face {
  return FACES.some((face) => face === value);
}

export function isDieNumber(value: number): value is DieNumber {
  return DIE_NUMBERS.some((number) => number === value);
}

export function isDice(values: readonly number[]): values is Dice {
  // Whoever calls without types may give anything. Copied, because `every` passes over the holes of a sparse array.
  return Array.isArray(values) && values.length === DIE_NUMBERS.length && [...values].every(isFace);
}

/**
 * The dice that show `values`, in order.
 *
 * @throws RangeError unless there are exactly five values, each a whole number from 1 to 6
 */
export function diceOf(values: readonly number[]): Dice {
  if (!isDice(values)) {
    throw new RangeError(`dice are a list of five whole numbers from 1 to 6, not ${describe(values)}`);
  }
  return [...values];
}

/** The numbers of the dice that are not among these. */
export function othersOf(numbers: readonly DieNumber[]): DieNumber[] {
  return DIE_NUMBERS.filter((number) => !numbers.includes(number));
}

/** The faces of the dice with these numbers, ascending. */
export function facesOf(dice: Dice, numbers: readonly DieNumber[]): Face[] {
  return numbers.flatMap((number) => dice[number - 1] ?? []).sort();
}

/** Counts of five dice, by face. */
export function countsOf(dice: Dice): Counts {
  const counts = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0};
  for (const face of dice) counts[face] += 1;
  return counts;
}

/**
 * The dice after a reroll: `faces[i]` lands on die `numbers[i]`, the other dice are held.
 *
 * @param numbers dice numbers 1 to 5, each at most once
 * @param faces as many as there are numbers; a die without a new face keeps its own
 */
export function reroll(dice: Dice, numbers: readonly DieNumber[], faces: readonly Face[]): Dice {
  const faceOf = (number: DieNumber, held: Face): Face => faces[numbers.indexOf(number)] ?? held;
  const [first, second, third, fourth, fifth] = dice;
  return [faceOf(1, first), faceOf(2, second), faceOf(3, third), faceOf(4, fourth), faceOf(5, fifth)];
}

/** Nothing in it is called, since it may throw. */
function describe(values: unknown): string {
  if (!Array.isArray(values)) return values === null ? 'null' : `a ${typeof values}`;
  if (values.length > DIE_NUMBERS.length) return `${values.length} of them`;
  const isPlain = (value: unknown): boolean => value == null || typeof value === 'number';
  return `[${Array.from(values, (value) => (isPlain(value) ? `${value ?? ''}` : typeof value)).join(', ')}]`;
}
