import * as assert from 'uvu/assert';
import {diceOf} from '../../src/rules/dice.js';
import {emptyScorecard, openPlacements, placementOf, totalOf} from '../../src/rules/scorecard.js';
import {type ColumnNumber, RULES, type RuleSet} from '../../src/rules/variants.js';
import {ALL_ROLLS} from '../support/brute-force.js';
import {COLUMNS, dice, FACE_BOXES, isFull, play, type Turn} from '../support/cards.js';
import {BOXES} from '../support/reference-card.js';
import {suite} from '../support/suite.js';

suite('vectors', (test) => {
  const upper = FACE_BOXES.map((box, index) => [String(index + 1).repeat(5), 1, box] as const);
  const sixesBelow: readonly Turn[] = (
    ['three-of-a-kind', 'four-of-a-kind', 'full-house', 'small-straight', 'large-straight', 'chance'] as const
  ).map((category) => ['66666', 1, category]);
  const twelve: readonly Turn[] = [...upper, ...sixesBelow];
  const thirteen: readonly Turn[] = [['66666', 1, 'yahtzee'], ...twelve];
  const best: readonly Turn[] = [
    ...upper,
    ['66666', 1, 'three-of-a-kind'],
    ['66666', 1, 'four-of-a-kind'],
    ['66655', 1, 'full-house'],
    ['12345', 1, 'small-straight'],
    ['23456', 1, 'large-straight'],
    ['66666', 1, 'yahtzee'],
    ['66666', 1, 'chance'],
  ];
  const inEach = (turns: readonly Turn[]): readonly Turn[] =>
    COLUMNS.flatMap((into) => turns.map(([roll, , category]) => [roll, into, category] as const));

  const totals: readonly [name: string, RuleSet, ColumnNumber, readonly Turn[], total: number][] = [
    // 50, 105 + 35 above, 30 + 30 + 25 + 30 + 40 + 30 below, and twelve bonuses.
    ['thirteen times five of a kind', 'official', 1, thirteen, 1575],
    ['thirteen times five of a kind', 'free-joker', 1, thirteen, 1575],
    // Without 25, 30 and 40.
    ['thirteen times five of a kind', 'bonus', 1, thirteen, 1480],
    ['thirteen times five of a kind', 'cs106a', 1, thirteen, 280],
    ['the same after a scratched Yahtzee box', 'official', 1, [['12346', 1, 'yahtzee'], ...twelve], 325],
    ['the same after a scratched Yahtzee box', 'free-joker', 1, [['12346', 1, 'yahtzee'], ...twelve], 325],
    ['the same after a scratched Yahtzee box', 'bonus', 1, [['12346', 1, 'yahtzee'], ...twelve], 230],
    ['the same after a scratched Yahtzee box', 'cs106a', 1, [['12346', 1, 'yahtzee'], ...twelve], 230],
    [
      // Without 25, 30 and 40: Sixes is open until the end.
      'the lower boxes before the upper ones',
      'free-joker',
      1,
      [['66666', 1, 'yahtzee'], ...sixesBelow, ...upper],
      1480,
    ],
    [
      'the lower boxes right after the upper one of their face',
      'free-joker',
      1,
      [['66666', 1, 'yahtzee'], ...upper.slice(5), ...sixesBelow, ...upper.slice(0, 5)],
      1575,
    ],
    [
      'the lower boxes before the upper ones, after a scratched Yahtzee box',
      'free-joker',
      1,
      [['12346', 1, 'yahtzee'], ...sixesBelow, ...upper],
      230,
    ],
    ['the best card', 'cs106a', 1, best, 375],
    ['three perfect columns', 'cs106a', 3, inEach(best), 2250],
    ['39 Yahtzees in three columns', 'official', 3, inEach(thirteen), 9450],
    ['39 Yahtzees in three columns', 'bonus', 3, inEach(thirteen), 8880],
    ['39 Yahtzees in three columns', 'cs106a', 3, inEach(thirteen), 1680],
    ['two perfect columns', 'cs106a', 2, inEach(best).slice(0, 26), 1125],
  ];
  for (const [name, rules, columns, turns, total] of totals) {
    test(`${name} by ${rules}: ${total}`, () => {
      const card = play(rules, columns, turns);
      assert.ok(isFull(card));
      assert.is(totalOf(card), total);
    });
  }

  test('39 Yahtzees earn the same in any order of the columns', () => {
    const order = thirteen.flatMap(([roll, , category]) =>
      ([3, 1, 2] as const).map((into): Turn => [roll, into, category]),
    );
    assert.is(order.length, 39);
    assert.is(totalOf(play('official', 3, order)), 9450);
  });

  test('by official the lower boxes cannot come before the upper one of the face', () => {
    const card = play('official', 1, [['66666', 1, 'yahtzee']]);
    for (const [roll, , category] of sixesBelow) {
      assert.not.ok(placementOf(card, 1, category, dice(roll), RULES.official)?.legal, category);
    }
  });

  test('375 is the best by cs106a: no roll scores more in a box than there, and the bonus is in it', () => {
    const scores = new Map<string, number>();
    for (const roll of ALL_ROLLS) {
      for (const {category, points} of openPlacements(emptyScorecard(1), diceOf(roll), RULES.cs106a)) {
        scores.set(category, Math.max(scores.get(category) ?? 0, points));
      }
    }
    assert.equal(
      BOXES.map((box) => scores.get(box)),
      [5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30],
    );
    const most = [...scores.values()].reduce((sum, points) => sum + points, 35);
    assert.is(most, 375);
    assert.is(totalOf(play('cs106a', 1, best)), most);
  });
});
