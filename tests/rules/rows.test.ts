import * as assert from 'uvu/assert';
import {
  columnTotals,
  emptyScorecard,
  ROWS,
  rowNumber,
  rowNumbered,
  rowValue,
  totalOf,
} from '../../src/rules/scorecard.js';
import {RULE_SETS} from '../../src/rules/variants.js';
import {COLUMNS, only, play, scored} from '../support/cards.js';
import {suite} from '../support/suite.js';

suite('rows', (test) => {
  test('have the numbers of YahtzeeConstants (figure 10)', () => {
    const constants: readonly [(typeof ROWS)[number], number][] = [
      ['ones', 1],
      ['twos', 2],
      ['threes', 3],
      ['fours', 4],
      ['fives', 5],
      ['sixes', 6],
      ['upper-score', 7],
      ['upper-bonus', 8],
      ['three-of-a-kind', 9],
      ['four-of-a-kind', 10],
      ['full-house', 11],
      ['small-straight', 12],
      ['large-straight', 13],
      ['yahtzee', 14],
      ['chance', 15],
      ['lower-score', 16],
      ['total', 17],
    ];
    assert.equal(
      [...ROWS],
      constants.map(([row]) => row),
    );
    for (const [row, number] of constants) {
      assert.is(rowNumber(row), number, row);
      assert.is(rowNumbered(number), row);
    }
  });

  test('are numbered from 1 to 17, and no other number is a row', () => {
    for (const number of [0, 18, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.is(rowNumbered(number), null, `${number}`);
    }
    assert.is(rowNumbered('7' as unknown as number), null);
  });

  // Figure 9, row by row.
  const figure: readonly [name: string, points: readonly number[], rows: readonly number[]][] = [
    [
      'Eric',
      [3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22],
      [3, 0, 9, 12, 15, 12, 51, 0, 24, 0, 25, 30, 40, 0, 22, 141, 192],
    ],
    [
      'Julie',
      [2, 8, 12, 12, 15, 18, 27, 21, 25, 30, 0, 50, 18],
      [2, 8, 12, 12, 15, 18, 67, 35, 27, 21, 25, 30, 0, 50, 18, 171, 273],
    ],
  ];
  for (const [name, points, rows] of figure) {
    test(`show what they show at the end of ${name}'s game (figure 9), whatever the rules`, () => {
      for (const rules of RULE_SETS) {
        const card = play(rules, 1, scored(points));
        const [own] = card;
        assert.equal(
          ROWS.map((row) => rowValue(only(own, 'column'), row)),
          rows,
        );
        assert.is(totalOf(card), rows[16]);
      }
    });
  }

  test('of an empty card show open boxes, and sums of 0', () => {
    for (const columns of COLUMNS) {
      const card = emptyScorecard(columns);
      assert.equal(
        card.map(({factor}) => factor),
        [1, 2, 3].slice(0, columns),
      );
      for (const one of card) {
        const sums: readonly string[] = ['upper-score', 'upper-bonus', 'lower-score', 'total'];
        for (const row of ROWS) assert.is(rowValue(one, row), sums.includes(row) ? 0 : null, row);
        assert.is(one.yahtzeeBonus, 0);
      }
      assert.is(totalOf(card), 0);
    }
  });

  test('the sums of a column in a triple game are multiplied once', () => {
    const card = play('bonus', 3, [
      ['66666', 3, 'yahtzee'],
      ['66666', 3, 'sixes'],
      ['12345', 2, 'chance'],
    ]);
    // 3·30 above; 3·50 and one bonus of 3·100 below.
    assert.equal(columnTotals(only(card[2], 'column')), {
      upperScore: 90,
      upperBonus: 0,
      lowerScore: 450,
      total: 540,
    });
    assert.is(rowValue(only(card[2], 'column'), 'yahtzee'), 150);
    assert.is(rowValue(only(card[1], 'column'), 'chance'), 30);
    assert.is(totalOf(card), 570);
  });
});
