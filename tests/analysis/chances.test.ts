/* The chance to win where it takes some seconds: it is worked out beside all else. */
import * as assert from 'uvu/assert';
import type {Advice} from '../../src/analysis/advice.js';
import {type Answer, answerTo} from '../../src/analysis/answers.js';
import {isSolvableLater} from '../../src/analysis/chances.js';
import {type Action, newGame, type RolledGame} from '../../src/game/game.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {filled} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {inTurn, place, play, ROLL, SEEDED} from '../support/typed-games.js';

/** Two players before their tenth last turn, with few upper boxes open: these take longest. */
function middle(points: number): RolledGame {
  const boxes = {threes: 9, fours: 12, fives: 15, sixes: points};
  const open = ['ones', 'twos', 'three-of-a-kind', 'four-of-a-kind', 'full-house', 'small-straight'] as const;
  const more = ['large-straight', 'yahtzee', 'chance'] as const;
  const column = filled({...boxes, ...Object.fromEntries([...open, ...more].map((box) => [box, null]))});
  const game = newGame({...SEEDED, players: ['Ada', 'Casual'], computers: [null, 'casual']});
  return inTurn({...game, cards: [[column], [column]], turn: 8}, ROLL);
}

const advice = (answer: Answer): Advice => (answer as {answer: Advice}).answer;

suite('the chance to win in the middle of a game', (test) => {
  const [one, other] = [middle(18), middle(24)];

  test('follows the advice, which does not wait for it', async () => {
    const asked = answerTo({asks: 'adviceToWin', about: one});
    const first = advice(await answerTo({asks: 'adviceOn', about: one}));
    assert.equal([first.best.win, first.isMoreToCome], [null, true]);
    const {best, isMoreToCome, choices} = advice(await asked);
    assert.ok(best.win !== null && best.win.worth > 0.4 && best.win.worth < 0.6);
    const worths = (list: Advice['choices']): number[] => list.map(({worth}) => worth);
    assert.equal([isMoreToCome, worths(choices)], [false, worths(first.choices)]);
    // The other rolls of the turn have it at once.
    assert.is(advice(await answerTo({asks: 'adviceOn', about: one})).isMoreToCome, false);
  });

  test('takes some seconds with nine to eleven open boxes, and too long with more', () => {
    const game = newGame({...SEEDED, players: ['Ada', 'Bob']});
    const solvable = [8, 9, 11, 12].map((open) => {
      const column = filled(Object.fromEntries(CATEGORIES.slice(-open).map((box) => [box, null])));
      return isSolvableLater({...game, cards: [[column], [column]]});
    });
    assert.equal(solvable, [false, true, true, false]);
  });

  test('is given up when the turn is over, or another one is asked about', async () => {
    const first = answerTo({asks: 'adviceToWin', about: other});
    const second = answerTo({asks: 'adviceToWin', about: middle(12)});
    const action = (await answerTo({asks: 'nextAction', about: play(one, place('chance'))})) as {
      answer: Action;
    };
    assert.is(action.answer.action, 'roll');
    for (const asked of [first, second]) {
      const {against, isMoreToCome} = advice(await asked);
      assert.equal([against, isMoreToCome], [null, false]);
    }
  });
});
