/* Published and independently computed values, to 1e-9. */
import type {Category} from '../../src/rules/categories.js';
import type {RuleSet} from '../../src/rules/rule-sets.js';
import {bitOf, EMPTY_CARD, type Position} from '../../src/solver/lattice.js';
import {near} from '../support/near.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

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
});
