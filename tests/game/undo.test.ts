import * as assert from 'uvu/assert';
import {type Game, playerOf, roundOf} from '../../src/game/game.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {type Scorecard, totalOf} from '../../src/rules/scorecard.js';
import {suite} from '../support/suite.js';
import {place, play, refuses, reroll, roll, rolled, TWO, TYPED, turn, UNDO} from '../support/typed-games.js';

suite('undo', (test) => {
  test('takes back the last placement: dice, roll, held dice and card are as before', () => {
    const before = play(TYPED, ...turn('11123', 'ones'), roll('35541'), reroll('2', '2'));
    for (const category of CATEGORIES.filter((one) => one !== 'ones')) {
      const undone = play(before, place(category), UNDO);
      assert.equal(undone, before);
      assert.equal(rolled(undone), {dice: [3, 2, 5, 4, 1], roll: 2, held: [1, 3, 4, 5]});
      assert.is(undone.turn, 1);
    }
  });

  test('takes back the bonus with the box, and redoing earns it once', () => {
    for (const [columns, column] of [
      [1, 1],
      [3, 3],
    ] as const) {
      const before = play({...TYPED, columns}, ...turn('66666', 'yahtzee', column), roll('44444'));
      const after = play(before, place('fours', column));
      const card = (game: Game): Scorecard[number] | undefined => game.cards[0]?.[column - 1];
      assert.is(card(after)?.yahtzeeBonus, 100 * column);
      assert.is(totalOf(after.cards[0] ?? []), (50 + 20 + 100) * column);
      const undone = play(after, UNDO);
      assert.is(card(undone)?.yahtzeeBonus, 0);
      assert.is(card(undone)?.boxes.fours, null);
      assert.is(totalOf(undone.cards[0] ?? []), 50 * column);
      assert.equal(undone, before);
      assert.equal(play(undone, place('fours', column)), after);
    }
  });

  test('gives the turn back to the player who placed', () => {
    const before = play(TWO, ...turn('11111', 'ones'), roll('22222'));
    assert.is(playerOf(before), 1);
    const after = play(before, place('twos'));
    assert.is(playerOf(after), 0);
    assert.is(roundOf(after), 2);
    const undone = play(after, UNDO);
    assert.is(playerOf(undone), 1);
    assert.is(roundOf(undone), 1);
    assert.equal(undone, before);
  });

  test('leaves the choice again: the rolls that are left, and any other box', () => {
    const undone = play(TYPED, roll('44441'), place('fours'), UNDO);
    const game = play(undone, reroll('5', '4'), reroll('', ''), place('yahtzee'));
    assert.is(game.cards[0]?.[0]?.boxes.yahtzee, 50);
    assert.is(game.cards[0]?.[0]?.boxes.fours, null);
    refuses(
      play(undone, reroll('', ''), reroll('', '')),
      reroll('', ''),
      'The dice were rolled 3 times: choose a box now.',
    );
  });
});
