/* The odds of single boxes. */
import * as assert from 'uvu/assert';
import {categoryOdds} from '../../src/analysis/odds.js';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {ALL_ROLLS} from '../support/brute-force.js';
import {near} from '../support/near.js';
import {SINGLE_BOXES} from '../support/published.js';
import {suite} from '../support/suite.js';

suite('whoever tries for one box only', (test) => {
  const odds = categoryOdds();
  const of = (category: Category) => odds.find((one) => one.category === category);

  for (const category of CATEGORIES) {
    const points = SINGLE_BOXES[category];
    test(`expects ${points} points of ${category}`, () => near(of(category)?.expected[2], points));
  }

  // How many of the 7,776 rolls meet the condition.
  const first: readonly [Category, number][] = [
    ['three-of-a-kind', 1656],
    ['four-of-a-kind', 156],
    ['full-house', 300],
    ['small-straight', 1200],
    ['large-straight', 240],
    ['yahtzee', 6],
  ];
  for (const [category, rolls] of first) {
    test(`gets ${category} with ${rolls} of ${ALL_ROLLS.length} first rolls`, () => {
      near(of(category)?.chances?.[0], rolls / 7776);
    });
  }

  test('gets a Yahtzee in three rolls with 347,897 in 7,558,272; no chance is told where any dice do', () => {
    near(of('yahtzee')?.chances?.[2], 347_897 / 7_558_272);
    const without = odds.filter(({chances}) => chances === null).map(({category}) => category);
    assert.equal(without, ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes', 'chance']);
  });
});
