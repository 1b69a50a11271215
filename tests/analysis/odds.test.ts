/* The odds of single boxes. */
import * as assert from 'uvu/assert';
import {categoryOdds} from '../../src/analysis/odds.js';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {ALL_ROLLS} from '../support/brute-force.js';
import {suite} from '../support/suite.js';

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual} is not ${expected}`);

suite('whoever tries for one box only', (test) => {
  const odds = categoryOdds();
  const of = (category: Category) => odds.find((one) => one.category === category);

  test('has the odds of all boxes, in the order of the card', () => {
    assert.equal(
      odds.map(({category}) => category),
      CATEGORIES,
    );
  });

  // Published; the upper boxes are a die's 2.106481481 times its face.
  const expected: readonly [Category, number][] = [
    ['ones', 2.106481481],
    ['sixes', 6 * 2.1064814815],
    ['three-of-a-kind', 15.194661293],
    ['four-of-a-kind', 5.611263428],
    ['full-house', 9.072071963],
    ['small-straight', 18.463269387],
    ['large-straight', 10.443800669],
    ['yahtzee', 2.301432126],
    ['chance', 23.333333333],
  ];
  for (const [category, points] of expected) {
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

  test('gets a Yahtzee in three rolls with 347,897 in 7,558,272', () => {
    near(of('yahtzee')?.chances?.[2], 347_897 / 7_558_272);
  });

  test('has no chance to tell where any dice do', () => {
    assert.equal(
      odds.filter(({chances}) => chances === null).map(({category}) => category),
      ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes', 'chance'],
    );
  });
});
