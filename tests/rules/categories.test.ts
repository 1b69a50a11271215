import * as assert from 'uvu/assert';
import {CATEGORIES, CATEGORY_RULES, checkCategory, scoreOf} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {ALL_ROLLS, COMBINATIONS} from '../support/brute-force.js';
import {only} from '../support/cards.js';
import {suite} from '../support/suite.js';

const LABELS =
  'Ones, Twos, Threes, Fours, Fives, Sixes, Three of a Kind, Four of a Kind, Full House, Small Straight, Large Straight, Yahtzee, Chance';

suite('categories', (test) => {
  test('there are thirteen, the six upper ones first', () => {
    assert.is(CATEGORIES.map((category) => CATEGORY_RULES[category].label).join(', '), LABELS);
    for (const [index, category] of CATEGORIES.entries())
      assert.is(CATEGORY_RULES[category].section, index < 6 ? 'upper' : 'lower', category);
  });

  test('every upper category takes any dice and scores the sum of its face', () => {
    for (const roll of ALL_ROLLS) {
      for (const [index, category] of CATEGORIES.slice(0, 6).entries()) {
        assert.ok(checkCategory(diceOf(roll), category));
        const expected = roll.filter((face) => face === index + 1).length * (index + 1);
        assert.is(scoreOf(diceOf(roll), category), expected, `${roll} in ${category}`);
      }
    }
  });

  // Rolls that hold: 6·(250 + 25 + 1), 6·(25 + 1), 6·5·10, 960 + 240, 2·5!, 6 and 6⁵.
  for (const [index, count] of [1656, 156, 300, 1200, 240, 6, 7776].entries()) {
    const category = only(CATEGORIES[6 + index], 'category');
    test(`${category} holds on ${count} of all 7,776 rolls, and scores as brute force says`, () => {
      const {holds, points} = only(COMBINATIONS[index], 'statement');
      for (const roll of ALL_ROLLS) {
        assert.is(checkCategory(diceOf(roll), category), holds(roll), `${roll}`);
        assert.is(scoreOf(diceOf(roll), category), holds(roll) ? points(roll) : 0, `${roll}`);
      }
      assert.is(ALL_ROLLS.filter(holds).length, count);
    });
  }
});
