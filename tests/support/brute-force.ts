/*
 * A second statement of the rules, on the sorted faces as text. Tests compare the rules with it for all rolls, so it
 * imports nothing from `src`.
 */

export const ALL_ROLLS: readonly (readonly number[])[] = Array.from({length: 6 ** 5}, (_, index) =>
  [0, 1, 2, 3, 4].map((die) => 1 + (Math.floor(index / 6 ** die) % 6)),
);

export function sortedFaces(roll: readonly number[]): string {
  return [...roll].sort().join('');
}

const total = (roll: readonly number[]): number => roll.reduce((sum, face) => sum + face, 0);
const differentFaces = (roll: readonly number[]): string => sortedFaces(roll).replace(/(.)\1+/g, '$1');

/** The seven combinations as the handout prints them: name, condition, points. */
export const COMBINATIONS: readonly {
  readonly name: string;
  readonly holds: (roll: readonly number[]) => boolean;
  readonly points: (roll: readonly number[]) => number;
}[] = [
  {name: 'Three of a Kind', holds: (roll) => /(.)\1\1/.test(sortedFaces(roll)), points: total},
  {name: 'Four of a Kind', holds: (roll) => /(.)\1\1\1/.test(sortedFaces(roll)), points: total},
  {
    name: 'Full House',
    holds: (roll) =>
      /^(.)\1(.)\2\2$|^(.)\3\3(.)\4$/.test(sortedFaces(roll)) && differentFaces(roll).length === 2,
    points: () => 25,
  },
  {
    name: 'Small Straight',
    holds: (roll) => /1234|2345|3456/.test(differentFaces(roll)),
    points: () => 30,
  },
  {name: 'Straight', holds: (roll) => /^(12345|23456)$/.test(sortedFaces(roll)), points: () => 40},
  {name: 'Yahtzee', holds: (roll) => differentFaces(roll).length === 1, points: () => 50},
  {name: 'Chance', holds: () => true, points: total},
];
