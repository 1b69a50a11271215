import * as assert from 'uvu/assert';
import type {ColumnNumber} from '../../src/rules/rule-sets.js';
import {
  bonusProgress,
  columnTotals,
  emptyScorecard,
  isOpen,
  ROWS,
  rowNumber,
  rowNumbered,
  rowValue,
  totalOf,
} from '../../src/rules/scorecard.js';
import {COLUMNS, column, FACE_BOXES, only, play, type Turn} from '../support/cards.js';
import {suite} from '../support/suite.js';

/** YahtzeeConstants (figure 10). */
const CONSTANTS =
  'ones twos threes fours fives sixes upper-score upper-bonus three-of-a-kind four-of-a-kind full-house small-straight large-straight yahtzee chance lower-score total';

suite('rows', (test) => {
  test('are numbered from 1 to 17 as in YahtzeeConstants, and no other number is a row', () => {
    assert.is(ROWS.join(' '), CONSTANTS);
    for (const [index, row] of ROWS.entries())
      assert.equal([rowNumber(row), rowNumbered(index + 1)], [index + 1, row]);
    for (const number of [0, 18, 1.5]) assert.is(rowNumbered(number), null, `${number}`);
  });

  test('of an empty card are open boxes, and sums of 0', () => {
    assert.equal(
      COLUMNS.map((one) => isOpen(emptyScorecard(2), one, 'ones')),
      [true, true, false],
    );
    for (const one of emptyScorecard(3))
      for (const row of ROWS)
        assert.is(rowValue(one, row, 'official'), /score|bonus|total/.test(row) ? 0 : null, row);
  });
});

suite('the upper bonus', (test) => {
  test('progress is the points missing and the lead over three of each face; null once it is earned or out of reach', () => {
    const rows: readonly [factor: ColumnNumber, boxes: string, missing: number | null, ahead?: number][] = [
      [1, '', 63, 0],
      [2, '', 126, 0],
      [1, 'sixes=24', 39, 6],
      [3, 'sixes=54 fives=60', 75, 15],
      // Five sixes are just enough, and one point too few.
      [1, 'ones=0 twos=0 threes=0 fours=8 fives=25', 30, -12],
      [1, 'ones=0 twos=0 threes=0 fours=4 fives=20', null],
      [1, 'sixes=30 fives=25 fours=8', null],
    ];
    for (const [factor, boxes, missing, ahead] of rows) {
      const filled = boxes.match(/\S+/g)?.map((box) => box.split('=')) ?? [];
      const own = column(factor, Object.fromEntries(filled.map(([box, points]) => [box, Number(points)])));
      assert.equal(bonusProgress(own, 'official'), missing === null ? null : {missing, ahead}, boxes);
    }
  });

  for (const factor of COLUMNS) {
    test(`of column ${factor} is ${35 * factor}, from 63 before multiplying: not at 62`, () => {
      // Three of each face are 63; two ones instead of three are 62, four are 64.
      const rolls = ['22213', '33312', '44412', '55512', '66612'];
      const three = rolls.map((roll, index): Turn => [roll, factor, only(FACE_BOXES[index + 1], 'box')]);
      for (const [ones, score, bonus] of [
        ['11234', 62, 0],
        ['11123', 63, 35],
        ['11112', 64, 35],
      ] as const) {
        const card = play('cs106a', 3, [...three, [ones, factor, 'ones']]);
        const own = only(card[factor - 1], 'column');
        const upperScore = score * factor;
        const upperBonus = bonus * factor;
        const total = upperScore + upperBonus;
        assert.equal(columnTotals(own, 'official'), {upperScore, upperBonus, lowerScore: 0, total});
        assert.is(rowValue(own, 'upper-bonus', 'official'), upperBonus);
        assert.is(totalOf(card, 'official'), total);
      }
    });
  }
});
