import * as assert from 'uvu/assert';
import {diceOf} from '../../src/rules/dice.js';
import {
  columnTotals,
  emptyScorecard,
  fill,
  openPlacements,
  rowValue,
  totalOf,
} from '../../src/rules/scorecard.js';
import {RULE_SETS, RULES} from '../../src/rules/variants.js';
import {COLUMNS, column, isFull, only, play, randomRoll, type Turn} from '../support/cards.js';
import {dealer} from '../support/random.js';
import {type Entry, referenceTotals} from '../support/reference-card.js';
import {suite} from '../support/suite.js';

suite('totals', (test) => {
  test('are current after every fill: on random cards they are the sums of what was placed so far', () => {
    const random = dealer(4);
    for (let round = 0; round < 400; round += 1) {
      const [rules, columns] = [random.oneOf(RULE_SETS), random.oneOf(COLUMNS)];
      const history: Entry[] = [];
      let card = emptyScorecard(columns);
      while (!isFull(card)) {
        const roll = randomRoll(random);
        const open = openPlacements(card, diceOf(roll), RULES[rules]).filter((one) => one.legal);
        const placement = only(open[random.number(0, open.length - 1)], 'legal box');
        card = fill(card, placement);
        history.push({column: placement.column, box: placement.category, roll});
        const expected = card.map(({factor}) => referenceTotals(history, factor, rules));
        assert.equal(card.map(columnTotals), expected);
        assert.is(
          totalOf(card),
          expected.reduce((sum, {total}) => sum + total, 0),
        );
        for (const [index, {total, upperScore, upperBonus, lowerScore}] of expected.entries()) {
          const own = only(card[index], 'column');
          assert.equal(
            (['upper-score', 'upper-bonus', 'lower-score', 'total'] as const).map((row) =>
              rowValue(own, row),
            ),
            [upperScore, upperBonus, lowerScore, total],
          );
        }
      }
      assert.is(history.length, 13 * columns);
    }
  });

  for (const factor of COLUMNS) {
    test(`the upper bonus of column ${factor} is ${35 * factor}, from 63 before multiplying: not at 62`, () => {
      // Three of each face are 63; two ones instead of three are 62, four are 64.
      const three: readonly Turn[] = [
        ['22213', factor, 'twos'],
        ['33312', factor, 'threes'],
        ['44412', factor, 'fours'],
        ['55512', factor, 'fives'],
        ['66612', factor, 'sixes'],
      ];
      for (const [ones, bonus] of [
        ['11234', 0],
        ['11123', 35],
        ['11112', 35],
      ] as const) {
        const card = play('cs106a', 3, [...three, [ones, factor, 'ones']]);
        const own = only(card[factor - 1], 'column');
        const count = ones.split('1').length - 1;
        const upperScore = (60 + count) * factor;
        const upperBonus = bonus * factor;
        assert.equal(columnTotals(own), {
          upperScore,
          upperBonus,
          lowerScore: 0,
          total: upperScore + upperBonus,
        });
        assert.is(rowValue(own, 'upper-bonus'), upperBonus);
        assert.is(totalOf(card), upperScore + upperBonus);
      }
    });
  }

  test('the upper bonus is there as soon as 63 is reached, with boxes still open', () => {
    // 5·6 + 5·5 = 55, and two fours are 63.
    const turns: readonly Turn[] = [
      ['66666', 1, 'sixes'],
      ['55555', 1, 'fives'],
      ['44123', 1, 'fours'],
    ];
    assert.is(totalOf(play('cs106a', 1, turns.slice(0, 2))), 55);
    assert.is(totalOf(play('cs106a', 1, turns)), 63 + 35);
    assert.is(totalOf(play('cs106a', 1, [...turns, ['11111', 1, 'ones']])), 68 + 35);
  });

  test('each column must reach 63 by itself, and lower boxes do not help', () => {
    const card = [
      column(1, {sixes: 30, fives: 25, ones: 5, 'four-of-a-kind': 30, chance: 30}),
      column(2, {sixes: 60, fives: 50, fours: 16}),
      column(3, {sixes: 90, fives: 75, fours: 12, ones: 9, yahtzee: 150}, 300),
    ];
    // 60 misses it, 126 is 2·63, and 186 is 3·62.
    assert.equal(
      card.map((one) => columnTotals(one).upperBonus),
      [0, 70, 0],
    );
    assert.is(totalOf(card), 60 + 60 + (126 + 70) + 186 + 150 + 300);
  });
});
