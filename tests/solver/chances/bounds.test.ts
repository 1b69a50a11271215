/* Bounds of the chance to win. */
import * as assert from 'uvu/assert';
import {solveDuel} from '../../../src/solver/chances/duel.js';
import {finish} from '../../../src/solver/chances/target.js';
import {bounds} from '../../../src/solver/chances/win.js';
import {EMPTY_CARD} from '../../../src/solver/lattice.js';
import {solve} from '../../../src/solver/solver.js';
import {standingOf} from '../../../src/solver/standing.js';
import {effort} from '../../support/effort.js';
import {dealer} from '../../support/random.js';
import {near, randomColumn} from '../../support/solitaire.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

const values = solve('official');

suite('the bounds of the chance to win', (test) => {
  test('hold for the exact duel, and are near each other', () => {
    const random = dealer(5);
    for (let pair = 0; pair < effort(300, 12); pair += 1) {
      const turns = random.number(10, 12);
      const own = standingOf(randomColumn(random, turns));
      const other = {...standingOf(randomColumn(random, turns + random.number(0, 1))), points: own.points};
      const {least, most} = finish(bounds(values, own, other));
      const {chance} = finish(solveDuel('official', own, other));
      assert.ok(least <= chance + 1e-9 && chance <= most + 1e-9, `${least} ${chance} ${most}`);
      assert.ok(most - least < 0.2);
    }
  });

  test('of equal cards lie around one half', () => {
    const own = standingOf(randomColumn(dealer(9), 6));
    const {least, most} = finish(bounds(values, own, own));
    near(least + most, 1, 1e-9);
  });

  test('are refused for more than ten open boxes', () => {
    const empty = {position: EMPTY_CARD, points: 0};
    throwsRangeError(
      () => finish(bounds(values, empty, empty)),
      /^position must have at most 10 open boxes: /,
    );
  });
});
