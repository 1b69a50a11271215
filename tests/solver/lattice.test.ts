import * as assert from 'uvu/assert';
import {
  bitOf,
  EMPTY_CARD,
  IMPOSSIBLE,
  lattice,
  type Position,
  placeOf,
  SETS,
  UPPER_TOTALS,
} from '../../src/solver/lattice.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

suite('the lattice', (test) => {
  test('has 536,448 positions, and 310,656 values', () => {
    // Six lower boxes are open or not; the Yahtzee box is open, or holds 0 or 50.
    const [positions, values] = [[] as number[], new Set<string>()];
    for (const [at, place] of lattice().classes.entries()) {
      if (place === IMPOSSIBLE) continue;
      positions.push(at);
      values.add(`${Math.floor(at / UPPER_TOTALS)} ${place}`);
    }
    assert.is(positions.length * 2 ** 6 * 3, 536_448);
    assert.is(values.size * 2 ** 6 * 3, 310_656);
  });

  const impossible: readonly [why: string, position: Position][] = [
    ['no ones, only twos: 1 above', {open: SETS - 1 - bitOf('twos'), upper: 1, pays: false}],
    ['the Yahtzee box is open, and holds 50', {...EMPTY_CARD, pays: true}],
    ['no boxes at all', {open: -1, upper: 0, pays: false}],
    ['more than 63', {open: 0, upper: 64, pays: false}],
  ];
  for (const [why, position] of impossible) {
    test(`refuses what cannot occur: ${why}`, () =>
      throwsRangeError(() => placeOf(position), /^position: no card has /));
  }
});
