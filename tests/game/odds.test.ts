/*
 * The odds of one category: the chance to meet it within three rolls, when every reroll is the best one for it.
 * Enumerated exactly, twice: by position over the rules room, and by the dice that are kept over the conditions
 * that the tests state by brute force. The fractions were computed a third time, by a program in Python.
 */
import * as assert from 'uvu/assert';
import {type Category, checkCategory} from '../../src/rules/categories.js';
import {DIE_NUMBERS, diceOf, FACES, type Face, reroll} from '../../src/rules/dice.js';
import {ALL_ROLLS, COMBINATIONS, sortedFaces} from '../support/brute-force.js';
import {isThorough} from '../support/effort.js';
import {suite} from '../support/suite.js';

type Fraction = readonly [over: bigint, under: bigint];

const ODDS: readonly (readonly [category: Category, name: string, over: bigint, under: bigint])[] = [
  ['three-of-a-kind', 'Three of a Kind', 234053n, 314928n],
  ['four-of-a-kind', 'Four of a Kind', 2197897n, 7558272n],
  ['full-house', 'Full House', 5485535n, 15116544n],
  ['small-straight', 'Small Straight', 753572225n, 1224440064n],
  ['large-straight', 'Straight', 319695199n, 1224440064n],
  ['yahtzee', 'Yahtzee', 347897n, 7558272n],
];

interface Throw {
  readonly faces: readonly Face[];
  /** In how many orders it is thrown, if it stands for all of them. */
  readonly orders: number;
}

/** All throws of no die, of one, … of five: in `CI` in every order, elsewhere in one. */
const THROWS: readonly (readonly Throw[])[] = [0, 1, 2, 3, 4, 5].map((count) => {
  const all = Array.from({length: count}).reduce<Face[][]>(
    (throws) => throws.flatMap((one) => FACES.map((face) => [...one, face])),
    [[]],
  );
  if (isThorough) return all.map((faces) => ({faces, orders: 1}));
  const orders = new Map<string, number>();
  for (const faces of all.map(sortedFaces)) orders.set(faces, 1 + (orders.get(faces) ?? 0));
  return all.flatMap((faces) => {
    const [sorted, own] = [sortedFaces(faces), faces.join('')];
    return sorted === own ? {faces, orders: orders.get(own) ?? 0} : [];
  });
});

/** The 252 different rolls: dice of the same faces are the same roll, in any order. */
const DIFFERENT = [...new Set(ALL_ROLLS.map(sortedFaces))].map((faces) => diceOf(Array.from(faces, Number)));

// Counts are below 8, so that this number says how many dice show each face; faster than sorting.
const keyOf = (roll: readonly number[]): number => roll.reduce((sum, face) => sum + 8 ** face, 0);
const INDEXES = new Map(DIFFERENT.map((dice, index) => [keyOf(dice), index]));
const indexOf = (roll: readonly number[]): number => INDEXES.get(keyOf(roll)) ?? Number.NaN;

/** The rolls, and to which of them each of 32 sets of dice numbers leads, throw by throw. */
const ROLLS = DIFFERENT.map((dice) => {
  const rerolls = Array.from({length: 32}, (_, set) => {
    const numbers = DIE_NUMBERS.filter((number) => (set & (1 << (number - 1))) !== 0);
    return (THROWS[numbers.length] ?? []).map(({faces, orders}) => ({
      to: indexOf(reroll(dice, numbers, faces)),
      orders,
    }));
  });
  return {dice, rerolls};
});

suite('odds', (test) => {
  for (const [category, name, over, under] of ODDS) {
    test(`of ${category} in three rolls are ${over}/${under}, by the rules`, () => {
      assert.equal(oddsByPosition(category), [over, under]);
    });

    test(`of ${category} in three rolls are ${over}/${under}, by brute force`, () => {
      const holds = COMBINATIONS.find((combination) => combination.name === name)?.holds ?? (() => false);
      assert.equal(oddsByKept(holds), [over, under]);
    });
  }

  test('of chance, and of every upper category, are certain', () => {
    for (const category of ['chance', 'ones', 'sixes'] as const) {
      assert.equal(oddsByPosition(category), [1n, 1n], category);
    }
  });
});

/** Every reroll of every set of dice numbers, with all faces: how many of 6¹⁵ throws meet it at best. */
function oddsByPosition(category: Category): Fraction {
  // Numbers are exact here, as 6¹⁵ is below 2⁵³.
  let chances: readonly number[] = ROLLS.map(({dice}) => (checkCategory(dice, category) ? 1 : 0));
  for (let left = 0; left < 2; left += 1) {
    const after = chances;
    chances = ROLLS.map(({rerolls}) =>
      rerolls.reduce((most, results) => {
        const met = results.reduce((sum, {to, orders}) => sum + orders * (after[to] ?? Number.NaN), 0);
        const all = results.reduce((sum, {orders}) => sum + orders, 0);
        return Math.max(most, met * (6 ** 5 / all));
      }, 0),
    );
  }
  const met = ALL_ROLLS.reduce((sum, roll) => sum + (chances[indexOf(roll)] ?? Number.NaN), 0);
  return reduced(BigInt(met), 6n ** 15n);
}

/** A chance for each handful of dice that may be kept: the mean over one more die, or the best handful of five. */
function oddsByKept(holds: (roll: readonly number[]) => boolean): Fraction {
  const known = new Map<string, Fraction>();
  return reduced(...chance('', 2));

  function chance(kept: string, rollsLeft: number): Fraction {
    const key = `${kept} ${rollsLeft}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = kept.length < 5 ? oneMore(kept, rollsLeft) : afterRoll(kept, rollsLeft);
    known.set(key, found);
    return found;
  }

  function oneMore(kept: string, rollsLeft: number): Fraction {
    const chances = FACES.map((face) => chance(sortedFaces([...kept, face].map(Number)), rollsLeft));
    const under = chances.reduce((product, [, one]) => (product > one ? product : one), 1n);
    // Denominators are powers of six, so the greatest is a multiple of each.
    return [chances.reduce((sum, [over, one]) => sum + over * (under / one), 0n), under * 6n];
  }

  function afterRoll(roll: string, rollsLeft: number): Fraction {
    if (rollsLeft === 0) return [holds(Array.from(roll, Number)) ? 1n : 0n, 1n];
    return handfuls(roll)
      .map((kept) => chance(kept, rollsLeft - 1))
      .reduce((most, one) => (one[0] * most[1] > most[0] * one[1] ? one : most));
  }
}

/** Every different choice from sorted faces. */
function handfuls(roll: string): string[] {
  const [first, ...others] = roll;
  if (first === undefined) return [''];
  const without = handfuls(others.join(''));
  return [...new Set([...without, ...without.map((kept) => first + kept)])];
}

function reduced(over: bigint, under: bigint): Fraction {
  let [a, b] = [over, under];
  while (b > 0n) [a, b] = [b, a % b];
  return [over / a, under / a];
}
