import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../src/rules/rule-sets.js';
import {
  columnTotals,
  emptyScorecard,
  ROWS,
  rowNumber,
  rowNumbered,
  rowValue,
  totalOf,
} from '../../src/rules/scorecard.js';
import {COLUMNS, FACE_BOXES, only, play, scored, type Turn} from '../support/cards.js';
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

  // Figure 9: the points of each box, and the card row by row.
  const figure: readonly [name: string, points: string, rows: string][] = [
    ['Eric', '3 0 9 12 15 12 24 0 25 30 40 0 22', '3 0 9 12 15 12 51 0 24 0 25 30 40 0 22 141 192'],
    ['Julie', '2 8 12 12 15 18 27 21 25 30 0 50 18', '2 8 12 12 15 18 67 35 27 21 25 30 0 50 18 171 273'],
  ];
  for (const [name, points, rows] of figure) {
    test(`are those of figure 9 at the end of ${name}'s game, whatever the rules`, () => {
      for (const rules of RULE_SETS) {
        const card = play(rules, 1, scored(points.split(' ').map(Number)));
        assert.is(ROWS.map((row) => rowValue(only(card[0], 'column'), row)).join(' '), rows);
        assert.is(`${totalOf(card)}`, rows.split(' ').at(-1));
      }
    });
  }

  test('of an empty card are open boxes, and sums of 0', () => {
    for (const one of emptyScorecard(3))
      for (const row of ROWS) assert.is(rowValue(one, row), /score|bonus|total/.test(row) ? 0 : null, row);
  });
});

suite('the upper bonus', (test) => {
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
        const [upperScore, upperBonus, total] = [score * factor, bonus * factor, (score + bonus) * factor];
        assert.equal(columnTotals(own), {upperScore, upperBonus, lowerScore: 0, total});
        assert.is(rowValue(own, 'upper-bonus'), upperBonus);
        assert.is(totalOf(card), total);
      }
    });
  }
});
