import * as assert from 'uvu/assert';
import {type Action, type Game, playerOf, roundOf} from '../../src/game/game.js';
import {randomFrom, rollFaces} from '../../src/game/random.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {type Scorecard, totalOf} from '../../src/rules/scorecard.js';
import {suite} from '../support/suite.js';
import {
  FULL,
  place,
  play,
  ROLL,
  refuses,
  reroll,
  roll,
  rolled,
  SEEDED,
  TWO,
  TYPED,
  turn,
  UNDO,
} from '../support/typed-games.js';

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

  test('takes back the upper bonus', () => {
    const above = [...turn('66665', 'sixes'), ...turn('55552', 'fives'), ...turn('44441', 'fours')];
    const before = play({...TYPED, rules: 'cs106a'}, ...above, roll('33312'));
    assert.is(totalOf(before.cards[0] ?? []), 24 + 20 + 16);
    const after = play(before, place('threes'));
    assert.is(totalOf(after.cards[0] ?? []), 69 + 35);
    assert.is(totalOf(play(after, UNDO).cards[0] ?? []), 60);
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

  test('restores the random source: the dice that follow are as if nothing had been placed', () => {
    const before = play(SEEDED, ROLL, {action: 'reroll', numbers: [1, 3]});
    const undone = play(before, place('chance'), UNDO);
    assert.equal(undone.random, rollFaces(randomFrom(4), 7).random);
    const next: Action = {action: 'reroll', numbers: [2, 4, 5]};
    assert.equal(play(undone, next), play(before, next));
    const after = play(before, place('chance'));
    assert.equal(play(undone, place('chance'), ROLL), play(after, ROLL));
    assert.equal(rolled(play(undone, place('ones'), ROLL)).dice, rolled(play(after, ROLL)).dice);
  });

  test('is possible at the very end, and the game ends again', () => {
    const over = play({...TYPED, rules: 'cs106a'}, ...FULL);
    const undone = play(over, UNDO);
    assert.equal(undone, play({...TYPED, rules: 'cs106a'}, ...FULL.slice(0, -1)));
    assert.is(undone.phase, 'awaiting-choice');
    assert.equal(play(undone, ...FULL.slice(-1)), over);
  });

  test('reaches back one placement: the state holds no other game', () => {
    const game = play(TYPED, ...turn('11111', 'ones'), ...turn('22222', 'twos'), ...turn('33333', 'threes'));
    assert.is(game.phase, 'awaiting-roll');
    const before = game.phase === 'awaiting-roll' ? game.before : null;
    assert.is(before?.phase, 'awaiting-choice');
    assert.not.ok(before && 'before' in before);
  });
});
