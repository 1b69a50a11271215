import * as assert from 'uvu/assert';
import {
  CATEGORIES,
  CATEGORY_RULES,
  type Category,
  checkCategory,
  scoreOf,
} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {ALL_ROLLS, COMBINATIONS} from '../support/brute-force.js';
import {suite} from '../support/suite.js';

suite('categories', (test) => {
  const upper: readonly Category[] = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];
  const lower = CATEGORIES.filter((category) => !upper.includes(category));

  test('there are thirteen, the six upper ones first', () => {
    assert.is(CATEGORIES.length, 13);
    assert.equal(
      CATEGORIES.map((category) => CATEGORY_RULES[category].section),
      [...Array(6).fill('upper'), ...Array(7).fill('lower')],
    );
    assert.equal(Object.keys(CATEGORY_RULES), [...CATEGORIES]);
    assert.equal(
      CATEGORIES.map((category) => CATEGORY_RULES[category].label),
      [
        'Ones',
        'Twos',
        'Threes',
        'Fours',
        'Fives',
        'Sixes',
        'Three of a Kind',
        'Four of a Kind',
        'Full House',
        'Small Straight',
        'Large Straight',
        'Yahtzee',
        'Chance',
      ],
    );
  });

  test('every upper category takes any dice and scores the sum of its face', () => {
    for (const roll of ALL_ROLLS) {
      for (const [index, category] of upper.entries()) {
        assert.ok(checkCategory(diceOf(roll), category));
        const expected = roll.filter((face) => face === index + 1).length * (index + 1);
        assert.is(scoreOf(diceOf(roll), category), expected, `${roll} in ${category}`);
      }
    }
  });

  for (const [index, category] of lower.entries()) {
    test(`${category} holds and scores as stated by brute force, on all 7,776 rolls`, () => {
      const stated = COMBINATIONS[index];
      if (stated === undefined) return assert.unreachable(`nothing is stated of ${category}`);
      for (const roll of ALL_ROLLS) {
        const holds = stated.holds(roll);
        assert.is(checkCategory(diceOf(roll), category), holds, `${roll}`);
        assert.is(scoreOf(diceOf(roll), category), holds ? stated.points(roll) : 0, `${roll}`);
      }
    });
  }

  test('as many rolls hold as combinatorics counts', () => {
    // 6·(250 + 25 + 1), 6·(25 + 1), 6·5·10, 960 + 240, 2·5!, 6 and 6⁵.
    const counts: readonly [Category, number][] = [
      ['three-of-a-kind', 1656],
      ['four-of-a-kind', 156],
      ['full-house', 300],
      ['small-straight', 1200],
      ['large-straight', 240],
      ['yahtzee', 6],
      ['chance', 7776],
    ];
    for (const [category, count] of counts) {
      assert.is(ALL_ROLLS.filter((roll) => checkCategory(diceOf(roll), category)).length, count, category);
    }
  });
});
