import * as assert from 'uvu/assert';
import {diceOf} from '../../src/rules/dice.js';
import {scoreOptions} from '../../src/valuation/options.js';
import {ALL_ROLLS, COMBINATIONS} from '../support/brute-force.js';
import {suite} from '../support/suite.js';

suite('score options', (test) => {
  test('all 7,776 rolls offer what brute force states, in the printed order', () => {
    for (const roll of ALL_ROLLS) {
      const stated = COMBINATIONS.filter(({holds}) => holds(roll)).map(({name, points}) => ({
        name,
        points: points(roll),
      }));
      assert.equal(scoreOptions(diceOf(roll)), stated, `${roll}`);
    }
  });

  test('just seven different lists exist, and Chance closes each', () => {
    const lists = new Set(
      ALL_ROLLS.map((roll) =>
        scoreOptions(diceOf(roll))
          .map(({name}) => name)
          .join(', '),
      ),
    );
    assert.equal([...lists].sort(), [
      'Chance',
      'Small Straight, Chance',
      'Small Straight, Straight, Chance',
      'Three of a Kind, Chance',
      'Three of a Kind, Four of a Kind, Chance',
      'Three of a Kind, Four of a Kind, Yahtzee, Chance',
      'Three of a Kind, Full House, Chance',
    ]);
  });

  test('the handout: 1 2 3 4 5 gives Small Straight, Straight and Chance', () => {
    assert.equal(scoreOptions([1, 2, 3, 4, 5]), [
      {name: 'Small Straight', points: 30},
      {name: 'Straight', points: 40},
      {name: 'Chance', points: 15},
    ]);
  });
});
