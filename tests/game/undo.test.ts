import * as assert from 'uvu/assert';
import {type Game, playerOf, roundOf} from '../../src/game/game.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {suite} from '../support/suite.js';
import {place, play, reroll, roll, rolled, TRIPLE, TWO, TYPED, turn, UNDO} from '../support/typed-games.js';

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

  test('takes back the bonus with the box, and redoing earns it once', () => {
    const before = play(TRIPLE, ...turn('66666', 'yahtzee', 3), roll('44444'));
    const after = play(before, place('fours', 3));
    const totals = (game: Game): number[] => [
      totalOf(game.cards[0] ?? []),
      game.cards[0]?.[2]?.yahtzeeBonus ?? 0,
    ];
    assert.equal(totals(after), [3 * (50 + 20 + 100), 300]);
    const undone = play(after, UNDO);
    assert.equal(totals(undone), [3 * 50, 0]);
    assert.equal(play(undone, place('fours', 3)), after);
  });

  test('gives the turn back to the player who placed', () => {
    const before = play(TWO, ...turn('11111', 'ones'), roll('22222'));
    const after = play(before, place('twos'));
    assert.equal([playerOf(after), roundOf(after)], [0, 2]);
    const undone = play(after, UNDO);
    assert.equal([playerOf(undone), roundOf(undone)], [1, 1]);
    assert.equal(undone, before);
  });
});
