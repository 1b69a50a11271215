/* The computer's players. */
import * as assert from 'uvu/assert';
import {AVERAGES} from '../../src/analysis/averages.js';
import {actionOf, needsValues, nextAction} from '../../src/analysis/computers.js';
import {type Action, type Game, newGame} from '../../src/game/game.js';
import {type Setup, STRENGTHS, type Strength} from '../../src/game/setup.js';
import {COLUMN_NUMBERS, RULE_SETS} from '../../src/rules/rule-sets.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {solve} from '../../src/solver/solver.js';
import {playedBy} from '../support/computer-games.js';
import {effort} from '../support/effort.js';
import {standardErrors} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {place, play, ROLL, reroll, roll, SEEDED, TYPED} from '../support/typed-games.js';

function does(strength: Strength, ...actions: readonly Action[]): Action {
  return actionOf(strength, needsValues(strength) ? solve('official') : null, play(TYPED, ...actions));
}

suite('a computer', (test) => {
  for (const strength of STRENGTHS) {
    test(`that is ${strength} plays by all rules, on one to three columns`, () => {
      for (const rules of RULE_SETS) {
        for (const columns of COLUMN_NUMBERS) {
          for (let seed = 1; seed <= effort(10, 1); seed += 1)
            assert.is(
              playedBy({players: ['Ada'], rules, columns, dice: {seed}}, strength).game.phase,
              'over',
            );
        }
      }
    });

    if (strength === 'shark') continue;
    test(`that is ${strength} scores ${AVERAGES[strength]} on average`, () => {
      const games = strength === 'expert' ? effort(2_000, 50) : effort(5_000, 1_000);
      const totals = Array.from({length: games}, (_, seed) =>
        totalOf(
          playedBy({...SEEDED, dice: {seed: 1_000_000 + seed}}, strength).game.cards[0] ?? [],
          SEEDED.rules,
        ),
      );
      assert.ok(standardErrors(totals, AVERAGES[strength], 65) < 3);
    });
  }

  const setup: Setup = {...SEEDED, players: ['Ada', 'Bob'], computers: ['casual', null]};

  test('acts at its turn only', () => {
    assert.equal(nextAction(null, newGame(setup)), ROLL);
    const bobs: Game = play(newGame(setup), ROLL, place('chance'));
    assert.throws(() => nextAction(null, bobs), /not the turn of the computer/);
  });
});

suite('with a roll', (test) => {
  const again = (numbers: string): Action =>
    ({action: 'reroll', numbers: [...numbers].map(Number)}) as Action;
  const cases: readonly [Strength, string, Action][] = [
    ['beginner', '61662', again('25')],
    ['beginner', '12345', again('1234')],
    ['casual', '12345', place('large-straight')],
    ['casual', '33344', place('full-house')],
    ['casual', '13456', again('1')],
    ['expert', '61661', again('25')],
    ['expert', '12345', place('large-straight')],
  ];
  for (const [strength, dice, action] of cases) {
    test(`of ${dice} ${strength} does ${JSON.stringify(action)}`, () => {
      assert.equal(does(strength, roll(dice)), action);
    });
  }

  test('after the last one takes the most points as a beginner, the best against par as casual', () => {
    const last = [roll('66651'), reroll('', ''), reroll('', '')];
    assert.equal(does('beginner', ...last), place('three-of-a-kind'));
    assert.equal(does('casual', ...last), place('three-of-a-kind'));
    const poor = [roll('11246'), reroll('', ''), reroll('', '')];
    assert.equal(does('beginner', ...poor), place('chance'));
    assert.equal(does('casual', ...poor), place('ones'));
  });
});
