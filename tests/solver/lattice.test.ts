import * as assert from 'uvu/assert';
import {KEEPS, keepNumber} from '../../src/solver/keeps.js';
import {
  bitOf,
  EMPTY_CARD,
  IMPOSSIBLE,
  lattice,
  type Position,
  placeOf,
  positionOf,
  SETS,
  UPPER_TOTALS,
} from '../../src/solver/lattice.js';
import {column} from '../support/cards.js';
import {suite} from '../support/suite.js';

suite('keeps', (test) => {
  test('are 462: 1, 6, 21, 56, 126 and 252 of no die to five dice', () => {
    const sizes = [0, 1, 2, 3, 4, 5].map((size) => KEEPS.filter(({length}) => length === size).length);
    assert.equal(sizes, [1, 6, 21, 56, 126, 252]);
    assert.equal(
      KEEPS.map((keep) => keepNumber(keep.toReversed())),
      KEEPS.map((_, number) => number),
    );
  });
});

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

  const upper = (open: number, total: number): number => placeOf({open, upper: total, pays: false});

  test('has one place for upper totals that earn the bonus with the same boxes', () => {
    const sixes = bitOf('sixes');
    // 63 is reached with one six from 57 on, with two from 51 on; from 32 on down it is out of reach.
    assert.is(upper(sixes, 57), upper(sixes, 62));
    assert.is(upper(sixes, 51), upper(sixes, 56));
    assert.is.not(upper(sixes, 56), upper(sixes, 57));
    assert.is.not(upper(sixes, 32), upper(sixes, 33));
    assert.is(upper(sixes, 0), upper(sixes, 32));
    assert.is(upper(sixes, 0), upper(sixes, 63));
  });

  const impossible: readonly [why: string, position: Position][] = [
    ['no ones, only twos: 1 above', {open: SETS - 1 - bitOf('twos'), upper: 1, pays: false}],
    ['the Yahtzee box is open, and holds 50', {...EMPTY_CARD, pays: true}],
    ['no boxes at all', {open: -1, upper: 0, pays: false}],
    ['more than 63', {open: 0, upper: 64, pays: false}],
  ];
  for (const [why, position] of impossible) {
    test(`refuses what cannot occur: ${why}`, () => {
      assert.throws(
        () => placeOf(position),
        (error: unknown) => error instanceof RangeError && /^position: no card has /.test(error.message),
      );
    });
  }
});

suite('the position of a column', (test) => {
  const cases: readonly [name: string, filled: Parameters<typeof column>[1], position: Position][] = [
    [
      'sums up the upper boxes',
      {ones: 3, sixes: 24, chance: 30},
      {open: EMPTY_CARD.open - bitOf('ones') - bitOf('sixes') - bitOf('chance'), upper: 27, pays: false},
    ],
    [
      'has at most 63 above',
      {sixes: 30, fives: 25, fours: 20},
      {open: EMPTY_CARD.open - bitOf('sixes') - bitOf('fives') - bitOf('fours'), upper: 63, pays: false},
    ],
    [
      'pays after 50 in Yahtzee',
      {yahtzee: 50},
      {open: EMPTY_CARD.open - bitOf('yahtzee'), upper: 0, pays: true},
    ],
  ];
  for (const [name, filled, position] of cases) {
    test(name, () => {
      assert.equal(positionOf(column(1, filled)), position);
    });
  }
});
