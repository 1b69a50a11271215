/* Published and independently computed values, to 1e-9. */
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import type {RuleSet} from '../../src/rules/rule-sets.js';
import {bitOf, EMPTY_CARD, type Position} from '../../src/solver/lattice.js';
import {near} from '../support/near.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

/** Expected points of a player who tries for a single box in three rolls, without bonus and Joker. */
const SINGLE_BOXES: Readonly<Record<Category, number>> = {
  ones: 2.106481481,
  twos: 4.212962963,
  threes: 6.319444444,
  fours: 8.425925926,
  fives: 10.532407407,
  sixes: 12.638888889,
  'three-of-a-kind': 15.194661293,
  'four-of-a-kind': 5.611263428,
  'full-house': 9.072071963,
  'small-straight': 18.463269387,
  'large-straight': 10.443800669,
  yahtzee: 2.301432126,
  chance: 23.333333333,
};

const without = (category: Category, pays: boolean): Position => ({
  open: EMPTY_CARD.open ^ bitOf(category),
  upper: 0,
  pays,
});

suite('the value', (test) => {
  const positions: readonly [name: string, rules: RuleSet, position: Position, value: number][] = [
    ['of an empty card', 'official', EMPTY_CARD, 254.587728734495],
    ['of an empty card', 'cs106a', EMPTY_CARD, 245.870774514111],
    ['after a first Yahtzee', 'official', without('yahtzee', true), 270.830555787],
    ['after a first zero in Yahtzee', 'official', without('yahtzee', false), 228.582380355],
  ];
  for (const [name, rules, position, value] of positions) {
    test(`${name} by ${rules} is ${value}`, () => near(solved(rules).of(position), value));
  }

  for (const category of CATEGORIES) {
    const value = SINGLE_BOXES[category];
    test(`of ${category} alone, without bonus and Joker, is ${value}`, () => {
      near(solved('cs106a').of({open: bitOf(category), upper: 0, pays: false}), value);
    });
  }
});
