import * as assert from 'uvu/assert';
import {diceOf} from '../../src/rules/dice.js';
import {scoreOptions} from '../../src/valuation/options.js';
import {ALL_ROLLS, COMBINATIONS} from '../support/brute-force.js';
import {suite} from '../support/suite.js';

suite('score options', (test) => {
  test('all 7,776 rolls offer what brute force states, in the printed order', () => {
    const lists = new Set<string>();
    for (const roll of ALL_ROLLS) {
      const stated = COMBINATIONS.filter(({holds}) => holds(roll));
      const expected = stated.map(({name, points}) => ({name, points: points(roll)}));
      assert.equal(scoreOptions(diceOf(roll)), expected, `${roll}`);
      lists.add(stated.map(({name}) => name).join(', '));
    }
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
});
