import * as assert from 'uvu/assert';
import {dayOf, seedOfDay} from '../../src/game/daily.js';
import {type Action, applyAction, type Game, newGame} from '../../src/game/game.js';
import {setupOfDay} from '../../src/game/setup.js';
import {sharedLine} from '../../src/game/shared-line.js';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import type {DieNumber} from '../../src/rules/dice.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {formatGame, parseGame} from '../../src/storage/saved-game.js';
import {only} from '../support/cards.js';
import {suite} from '../support/suite.js';

const DAY = '2026-11-23';
const start = newGame(only(setupOfDay(DAY, 'Ada'), 'the setup of a day'));

function after(game: Game, ...actions: readonly Action[]): Game {
  return actions.reduce((before: Game, action) => {
    const next = applyAction(before, action);
    if ('refusal' in next) throw new Error(next.refusal);
    return next;
  }, game);
}

const diceIn = (game: Game): readonly number[] => (game.phase === 'awaiting-choice' ? game.dice : []);
const rerolls = (...numbers: DieNumber[]): Action => ({action: 'reroll', numbers});
const places = (category: Category): Action => ({action: 'place', column: 1, category});
const ROLL: Action = {action: 'roll'};

suite('the dice of the day', (test) => {
  test('show the same whatever else was rolled, and other dice on another day', () => {
    const rolled = after(start, ROLL);
    const [all, some] = [after(rolled, rerolls(1, 2, 3, 4, 5)), after(rolled, rerolls(2, 5))];
    assert.equal(
      [diceIn(some)[1], diceIn(some)[4]],
      [diceIn(all)[1], diceIn(all)[4]],
      'dice 2 and 5 of the second roll',
    );
    assert.equal(diceIn(after(all, rerolls(3)))[2], diceIn(after(some, rerolls(3)))[2], 'die 3 of the third');
    const [one, other] = [after(rolled, places('ones'), ROLL), after(some, places('chance'), ROLL)];
    assert.equal(diceIn(one), diceIn(other), 'the second turn');
    const next = newGame(only(setupOfDay('2026-11-24', 'Ada'), 'the next day'));
    assert.not.equal(diceIn(after(next, ROLL)), diceIn(rolled));
  });

  test('are those of an actual day', () => {
    assert.is(seedOfDay(DAY), 2_026_112_300);
    for (const day of ['2026-02-29', '2026-13-01', '26-11-23', '2026-11-23T', '', 'x'])
      assert.is(seedOfDay(day), null, day);
    assert.is(seedOfDay('2028-02-29'), 2_028_022_900);
    assert.is(dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
  });

  test('outlive a save', () => {
    const game = after(start, ROLL, rerolls(1), places('chance'), ROLL);
    const actions: Action[] = [ROLL, rerolls(1), places('chance'), ROLL];
    assert.equal(parseGame(formatGame({game, actions})), {game, actions});
  });
});

suite('the line of a day', (test) => {
  test('has the total and a block for each box, and tells no dice', () => {
    const game = CATEGORIES.reduce((before, category) => after(before, ROLL, places(category)), start);
    const line = only(sharedLine(game), 'the line');
    assert.match(line, `: ${totalOf(game.cards[0] ?? [])} `);
    assert.match(line, /^Fivedice 2026-11-23: \d+ [▁-█·]{6} [▁-█·]{7}( \+\d+)*$/u);
    assert.is(sharedLine(start), null);
  });
});
