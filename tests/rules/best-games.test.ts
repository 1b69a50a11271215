/* Whole games with known totals. */
import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import type {ColumnNumber, RuleSet} from '../../src/rules/rule-sets.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {COLUMNS, FACE_BOXES, only, play, type Turn} from '../support/cards.js';
import {suite} from '../support/suite.js';

const upper = FACE_BOXES.map((box, index): Turn => [String(index + 1).repeat(5), 1, box]);
const sixesBelow = CATEGORIES.slice(6)
  .filter((category) => category !== 'yahtzee')
  .map((category): Turn => ['66666', 1, category]);
const yahtzee: Turn = ['66666', 1, 'yahtzee'];

const GAMES = {
  thirteen: [yahtzee, ...upper, ...sixesBelow],
  best: [
    ...upper,
    ...['66666', '66666', '66655', '12345', '23456', '66666', '66666'].map(
      (roll, index): Turn => [roll, 1, only(CATEGORIES[6 + index], 'category')],
    ),
  ],
} as const satisfies Readonly<Record<string, readonly Turn[]>>;

const inEach = (columns: readonly ColumnNumber[], turns: readonly Turn[]): readonly Turn[] =>
  columns.flatMap((into) => turns.map(([roll, , category]): Turn => [roll, into, category]));

suite('thirteen times five of a kind, and other whole games', (test) => {
  const totals: readonly [keyof typeof GAMES, RuleSet, ColumnNumber, total: number][] = [
    // 50, 105 + 35 above, 30 + 30 + 25 + 30 + 40 + 30 below, and twelve bonuses.
    ['thirteen', 'official', 1, 1575],
    // Without 25, 30 and 40.
    ['thirteen', 'bonus', 1, 1480],
    ['thirteen', 'cs106a', 1, 280],
    ['best', 'cs106a', 1, 375],
    ['best', 'cs106a', 3, 2250],
    ['thirteen', 'official', 3, 9450],
  ];
  for (const [name, rules, columns, total] of totals) {
    test(`${name} by ${rules} in ${columns} columns: ${total}`, () => {
      // The order of the columns makes no difference.
      for (const order of [COLUMNS, COLUMNS.toReversed()]) {
        const into = order.filter((column) => column <= columns);
        const card = play(rules, columns, inEach(into, GAMES[name]));
        assert.is(totalOf(card, rules), total);
      }
    });
  }
});
