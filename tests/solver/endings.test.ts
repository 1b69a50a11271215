import {diceOf} from '../../src/rules/dice.js';
import {advise} from '../../src/solver/advice.js';
import {endings} from '../../src/solver/endings.js';
import {standingOf} from '../../src/solver/standing.js';
import {near} from '../support/near.js';
import {filled} from '../support/solitaire.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

suite('the endings of a turn', (test) => {
  test('add up to 1, and to what the advice says that the turn brings', () => {
    const values = solved('cs106a');
    // No bonus can be earned.
    const column = filled({chance: null, yahtzee: null, 'full-house': null, 'four-of-a-kind': null, ones: 0});
    for (const rolls of [1, 2] as const) {
      const thrown = {...standingOf(column), dice: diceOf([2, 2, 5, 5, 6]), rolls};
      for (const {dice, turn} of advise(values, thrown).keeps) {
        const found = endings(values, thrown, dice);
        near(sum(found.map(({chance}) => chance)), 1, 1e-14);
        near(sum(found.map(({chance, points}) => chance * points)), turn, 1e-11);
      }
    }
  });
});
