import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {suite} from '../support/suite.js';
import {place, play, reroll, roll, rolled, TYPED, turn, UNDO} from '../support/typed-games.js';

suite('undo', (test) => {
  test('takes back the last placement: dice, roll, held dice and card are as before', () => {
    const before = play(TYPED, ...turn('11123', 'ones'), roll('35541'), reroll('2', '2'));
    for (const category of CATEGORIES.filter((one) => one !== 'ones')) {
      const undone = play(before, place(category), UNDO);
      assert.equal(undone, before);
      assert.equal(rolled(undone), {dice: [3, 2, 5, 4, 1], roll: 2, held: [1, 3, 4, 5]});
    }
    // The roll that is left, and any other box.
    const game = play(before, place('fours'), UNDO, reroll('', ''), place('yahtzee'));
    assert.equal([game.cards[0]?.[0]?.boxes.yahtzee, game.cards[0]?.[0]?.boxes.fours], [0, null]);
  });
});
