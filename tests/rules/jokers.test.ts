import * as assert from 'uvu/assert';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {fill, openPlacements, type Placement, placementOf} from '../../src/rules/scorecard.js';
import {type ColumnNumber, RULE_SETS, RULES, type RuleSet} from '../../src/rules/variants.js';
import {COLUMNS, column, dice, each, FACE_BOXES, only} from '../support/cards.js';
import {JOKER_REASONS, RULE_NAMES} from '../support/reference-card.js';
import {suite} from '../support/suite.js';

/** What may be filled, in one line of each column: `fours 20, chance 20`. */
function legal(placements: readonly Placement[], of: ColumnNumber = 1): string {
  return placements
    .filter((placement) => placement.column === of && placement.legal)
    .map(({category, points}) => `${category} ${points}`)
    .join(', ');
}

/** The bonuses and the reasons that a column's placements give, each once. */
function earned(placements: readonly Placement[], of: ColumnNumber = 1): readonly (number | string | null)[] {
  const own = placements.filter((placement) => placement.column === of);
  return [...new Set(own.flatMap(({bonus, reason}) => [bonus, reason]))];
}

suite('rules', (test) => {
  test('four sets: only from bonus on a Yahtzee earns 100, only the last two know the Joker', () => {
    assert.equal([...RULE_SETS], RULE_NAMES);
    assert.equal(
      RULE_SETS.map((rules) => [RULES[rules].yahtzeeBonus, RULES[rules].joker]),
      [
        [0, 'none'],
        [100, 'none'],
        [100, 'forced'],
        [100, 'free'],
      ],
    );
  });
});

suite('a Yahtzee of fours', (test) => {
  const lower: readonly Category[] = [
    'three-of-a-kind',
    'four-of-a-kind',
    'full-house',
    'small-straight',
    'large-straight',
    'chance',
  ];
  const plain = 'three-of-a-kind 20, four-of-a-kind 20, full-house 0, small-straight 0, large-straight 0';
  const inFull = 'three-of-a-kind 20, four-of-a-kind 20, full-house 25, small-straight 30, large-straight 40';
  const upper = 'ones 0, twos 0, threes 0, fours 20, fives 0, sixes 0';
  const others = 'ones 0, twos 0, threes 0, fives 0, sixes 0';
  const mustBeFours = JOKER_REASONS.matching('Fours');
  const notYet = JOKER_REASONS.notYet('Fours');
  const {lower: anyLower, zero, any} = JOKER_REASONS;

  const cases: readonly [
    name: string,
    rules: readonly RuleSet[],
    filled: Partial<Record<Category, number>>,
    legal: string,
    bonus: number,
    reason: string | null,
  ][] = [
    [
      'is free while the Yahtzee box is open',
      RULE_SETS,
      {},
      `${upper}, ${plain}, yahtzee 50, chance 20`,
      0,
      null,
    ],
    [
      'is no Joker while the Yahtzee box is open, though Fours is filled',
      RULE_SETS,
      {fours: 8},
      `${others}, ${plain}, yahtzee 50, chance 20`,
      0,
      null,
    ],
    [
      'is no Joker while the Yahtzee box is the last that is open below',
      RULE_SETS,
      {fours: 8, ...each(lower)},
      `${others}, yahtzee 50`,
      0,
      null,
    ],
    [
      'earns nothing and is no Joker by cs106a, though the Yahtzee box holds 50',
      ['cs106a'],
      {yahtzee: 50},
      `${upper}, ${plain}, chance 20`,
      0,
      null,
    ],
    [
      'earns 100 and is no Joker by bonus, where the Yahtzee box holds 50',
      ['bonus'],
      {yahtzee: 50},
      `${upper}, ${plain}, chance 20`,
      100,
      null,
    ],
    [
      'must go into Fours where it is open and the Yahtzee box holds 50',
      ['official'],
      {yahtzee: 50},
      'fours 20',
      100,
      mustBeFours,
    ],
    [
      'may go anywhere by free-joker where the Yahtzee box holds 50, but counts in full only after Fours',
      ['free-joker'],
      {yahtzee: 50},
      `${upper}, ${plain}, chance 20`,
      100,
      notYet,
    ],
    [
      'earns nothing after a scratched Yahtzee box, without a Joker',
      ['cs106a', 'bonus'],
      {yahtzee: 0},
      `${upper}, ${plain}, chance 20`,
      0,
      null,
    ],
    [
      'must go into Fours after a scratched Yahtzee box, for no bonus',
      ['official'],
      {yahtzee: 0},
      'fours 20',
      0,
      mustBeFours,
    ],
    [
      'may go anywhere by free-joker after a scratched Yahtzee box, for no bonus, in full only after Fours',
      ['free-joker'],
      {yahtzee: 0},
      `${upper}, ${plain}, chance 20`,
      0,
      notYet,
    ],
    [
      'counts in full by free-joker after a scratched Yahtzee box and Fours, for no bonus',
      ['free-joker'],
      {yahtzee: 0, fours: 8},
      `${others}, ${inFull}, chance 20`,
      0,
      any,
    ],
    [
      'counts in full by free-joker after a scratched Fours, too',
      ['free-joker'],
      {yahtzee: 50, fours: 0},
      `${others}, ${inFull}, chance 20`,
      100,
      any,
    ],
    [
      'does not count in full by free-joker after any upper box but Fours',
      ['free-joker'],
      {yahtzee: 50, ...each(FACE_BOXES.filter((box) => box !== 'fours'))},
      `fours 20, ${plain}, chance 20`,
      100,
      notYet,
    ],
    [
      'may go into another upper box for 0 by free-joker where nothing is open below',
      ['free-joker'],
      {yahtzee: 50, ...each(lower)},
      upper,
      100,
      notYet,
    ],
    [
      'counts in full in every open lower box where Fours is filled',
      ['official'],
      {yahtzee: 50, fours: 0},
      `${inFull}, chance 20`,
      100,
      anyLower,
    ],
    [
      'counts in full in every open lower box after a scratched Yahtzee box, for no bonus',
      ['official'],
      {yahtzee: 0, fours: 8},
      `${inFull}, chance 20`,
      0,
      anyLower,
    ],
    [
      'counts in full by free-joker where Fours is filled, and may still go above',
      ['free-joker'],
      {yahtzee: 50, fours: 8},
      `${others}, ${inFull}, chance 20`,
      100,
      any,
    ],
    [
      'may go below into the last open lower box only',
      ['official'],
      {yahtzee: 50, fours: 8, ...each(lower.filter((category) => category !== 'large-straight'))},
      'large-straight 40',
      100,
      anyLower,
    ],
    [
      'must go into Fours even when nothing is open below',
      ['official'],
      {yahtzee: 50, ...each(lower)},
      'fours 20',
      100,
      mustBeFours,
    ],
    [
      'takes 0 in any upper box when Fours and all below are filled, and earns the bonus',
      ['official'],
      {yahtzee: 50, fours: 8, ...each(lower)},
      others,
      100,
      zero,
    ],
    [
      'takes 0 in any upper box when Fours and all below are filled, without a bonus if the Yahtzee box was scratched',
      ['official'],
      {yahtzee: 0, fours: 8, ...each(lower)},
      others,
      0,
      zero,
    ],
    [
      'takes 0 in any upper box by free-joker, too, and earns the bonus',
      ['free-joker'],
      {yahtzee: 50, fours: 8, ...each(lower)},
      others,
      100,
      zero,
    ],
    [
      'counts as nothing but its sum by bonus where Fours is filled',
      ['bonus'],
      {yahtzee: 50, fours: 8},
      `${others}, ${plain}, chance 20`,
      100,
      null,
    ],
  ];
  for (const [name, ruleSets, filled, boxes, bonus, reason] of cases) {
    for (const rules of ruleSets) {
      test(`${ruleSets.length > 1 ? `${rules}: ` : ''}${name}`, () => {
        for (const factor of COLUMNS) {
          const multiplied = Object.entries(filled).map(([category, points]) => [category, points * factor]);
          const full = each(CATEGORIES);
          const card = COLUMNS.slice(0, factor).map((one) =>
            column(one, one === factor ? Object.fromEntries(multiplied) : full),
          );
          const placements = openPlacements(card, dice('44444'), RULES[rules]);
          assert.is(
            legal(placements, factor),
            boxes.replace(/\d+/g, (points) => String(Number(points) * factor)),
          );
          assert.equal(earned(placements, factor), [bonus * factor, reason]);
          assert.is(placements.length, 13 - Object.keys(filled).length);
        }
      });
    }
  }

  test('every face has its own box: the reason names it while it is open', () => {
    const names = ['Ones', 'Twos', 'Threes', 'Fours', 'Fives', 'Sixes'];
    for (const [index, name] of names.entries()) {
      const roll = dice(String(index + 1).repeat(5));
      const box = only(FACE_BOXES[index], 'box');
      const open = openPlacements([column(1, {yahtzee: 50})], roll, RULES.official);
      assert.is(legal(open), `${box} ${5 * (index + 1)}`);
      assert.equal(earned(open), [100, JOKER_REASONS.matching(name)]);
      const closed = openPlacements([column(1, {yahtzee: 50, [box]: 0})], roll, RULES.official);
      assert.equal(earned(closed), [100, anyLower]);
      const none = openPlacements([column(1, {yahtzee: 50, [box]: 0, ...each(lower)})], roll, RULES.official);
      assert.equal(earned(none), [100, zero]);
      const free = openPlacements([column(1, {yahtzee: 50})], roll, RULES['free-joker']);
      assert.equal(earned(free), [100, JOKER_REASONS.notYet(name)]);
    }
  });

  test('four fours are no Joker and earn nothing, whatever the Yahtzee box holds', () => {
    for (const rules of RULE_SETS) {
      for (const yahtzee of [50, 0]) {
        const placements = openPlacements([column(1, {yahtzee})], dice('44443'), RULES[rules]);
        assert.is(
          legal(placements),
          'ones 0, twos 0, threes 3, fours 16, fives 0, sixes 0, three-of-a-kind 19, four-of-a-kind 19, ' +
            'full-house 0, small-straight 0, large-straight 0, chance 19',
        );
        assert.equal(earned(placements), [0, null]);
      }
    }
  });

  test('is in another case in each column of a triple card, by that column alone', () => {
    const card = [
      column(1, {fours: 8}), // The Yahtzee box is open: no Joker.
      column(2, {yahtzee: 100, ones: 2}), // 50, doubled: Fours must be used.
      column(3, {yahtzee: 0, fours: 24}), // Scratched: below in full, for no bonus.
    ];
    const placements = openPlacements(card, dice('44444'), RULES.official);
    assert.is(legal(placements, 1), `${others}, ${plain}, yahtzee 50, chance 20`);
    assert.equal(earned(placements, 1), [0, null]);
    assert.is(legal(placements, 2), 'fours 40');
    assert.equal(earned(placements, 2), [200, mustBeFours]);
    assert.is(
      legal(placements, 3),
      'three-of-a-kind 60, four-of-a-kind 60, full-house 75, small-straight 90, large-straight 120, chance 60',
    );
    assert.equal(earned(placements, 3), [0, anyLower]);
  });

  test('by free-joker counts in full only in the columns whose own Fours is filled', () => {
    const card = [
      column(1, {yahtzee: 50, fours: 0}),
      column(2, {yahtzee: 100, twos: 4}),
      column(3, {fours: 24}), // The Yahtzee box is open: no Joker, and no bonus.
    ];
    const placements = openPlacements(card, dice('44444'), RULES['free-joker']);
    assert.is(legal(placements, 1), `${others}, ${inFull}, chance 20`);
    assert.equal(earned(placements, 1), [100, any]);
    assert.is(
      legal(placements, 2),
      'ones 0, threes 0, fours 40, fives 0, sixes 0, three-of-a-kind 40, four-of-a-kind 40, ' +
        'full-house 0, small-straight 0, large-straight 0, chance 40',
    );
    assert.equal(earned(placements, 2), [200, notYet]);
    assert.equal(earned(placements, 3), [0, null]);
  });

  test('earns the bonus of the column that is filled, and of no other', () => {
    const card = [
      column(1, {yahtzee: 50, fours: 8, ...each(lower)}),
      column(2, {yahtzee: 100}, 200),
      column(3, {yahtzee: 150, fours: 24}),
    ];
    const placements = openPlacements(card, dice('44444'), RULES.official);
    assert.is(legal(placements, 1), others);
    assert.equal(earned(placements, 1), [100, zero]);
    assert.equal(earned(placements, 2), [200, mustBeFours]);
    assert.equal(earned(placements, 3), [300, anyLower]);
    const filled = fill(card, only(placementOf(card, 3, 'chance', dice('44444'), RULES.official), 'box'));
    assert.equal(
      filled.map(({yahtzeeBonus}) => yahtzeeBonus),
      [0, 200, 300],
    );
  });
});
