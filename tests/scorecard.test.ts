import * as assert from 'uvu/assert';
import {CATEGORIES, type Category} from '../src/rules/categories.js';
import {type Dice, diceOf} from '../src/rules/dice.js';
import {
  type Column,
  columnTotals,
  emptyScorecard,
  fill,
  isOpen,
  legalPlacements,
  type Placement,
  placementOf,
  ROWS,
  rowNumber,
  rowValue,
  type Scorecard,
  totalOf,
} from '../src/rules/scorecard.js';
import {type ColumnNumber, RULE_SETS, RULES, type RuleSet} from '../src/rules/variants.js';
import {ALL_ROLLS} from './support/brute-force.js';
import {type Dealer, dealer} from './support/random.js';
import {
  BOXES,
  type Box,
  columnOf,
  type Entry,
  isYahtzee,
  JOKER_REASONS,
  pointsOf,
  RULE_NAMES,
  referencePlacements,
  referenceTotals,
} from './support/reference-card.js';
import {suite} from './support/suite.js';

type Turn = readonly [roll: string, column: ColumnNumber, category: Category];

const COLUMNS = [1, 2, 3] as const;
const FACE_BOXES = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'] as const;

/** Dice as they are read: '66664'. */
const dice = (digits: string): Dice => diceOf(Array.from(digits, Number));

/** A column whose named boxes hold points, as the card shows them. */
function column(factor: ColumnNumber, filled: Partial<Record<Category, number>>, yahtzeeBonus = 0): Column {
  const boxes = Object.fromEntries(CATEGORIES.map((category) => [category, filled[category] ?? null]));
  return {factor, boxes: boxes as Column['boxes'], yahtzeeBonus};
}

/** The same points in each of the boxes. */
function each(categories: readonly Category[], points = 0): Partial<Record<Category, number>> {
  return Object.fromEntries(categories.map((category) => [category, points]));
}

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

function only<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

/** The card after legal placements, one after the other. */
function play(rules: RuleSet, columns: ColumnNumber, turns: readonly Turn[]): Scorecard {
  return turns.reduce((card, [roll, into, category]) => {
    const placement = only(
      placementOf(card, into, category, dice(roll), RULES[rules]),
      `${category} ${into}`,
    );
    assert.ok(placement.legal, `${roll} in ${category}: ${placement.reason}`);
    return fill(card, placement);
  }, emptyScorecard(columns));
}

/** A roll, not a Yahtzee, that the box takes for so many points. */
function rollWorth(category: Box, points: number): string {
  const found = ALL_ROLLS.find(
    (roll) => (category === 'yahtzee' || !isYahtzee(roll)) && pointsOf(roll, category) === points,
  );
  return only(found, `roll worth ${points} in ${category}`).join('');
}

const scored = (points: readonly number[]): readonly Turn[] =>
  BOXES.map((box, index) => [rollWorth(box, points[index] ?? 0), 1, box]);

const isFull = (card: Scorecard): boolean =>
  card.every(({boxes}) => CATEGORIES.every((category) => boxes[category] !== null));

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
    for (const [row, number] of constants) assert.is(rowNumber(row), number, row);
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

suite('totals', (test) => {
  test('are current after every fill: on random cards they are the sums of what was placed so far', () => {
    const random = dealer(4);
    for (let round = 0; round < 400; round += 1) {
      const [rules, columns] = [random.oneOf(RULE_SETS), random.oneOf(COLUMNS)];
      const history: Entry[] = [];
      let card = emptyScorecard(columns);
      while (!isFull(card)) {
        const roll = randomRoll(random);
        const open = legalPlacements(card, diceOf(roll), RULES[rules]).filter((one) => one.legal);
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

suite('filling a box', (test) => {
  test('changes this box and this bonus alone, and leaves the old card as it was', () => {
    const card: Scorecard = [
      column(1, {yahtzee: 50, ones: 3}, 100),
      column(2, {yahtzee: 100}, 200),
      column(3, {}),
    ];
    const before = structuredClone(card);
    const filled = fill(card, only(placementOf(card, 2, 'sixes', dice('66666'), RULES.official), 'box'));
    assert.equal(filled, [card[0], column(2, {yahtzee: 100, sixes: 60}, 400), card[2]]);
    assert.equal(card, before);
  });

  test('with no points closes it: a scratched box is not open', () => {
    const card = play('cs106a', 2, [['12346', 1, 'yahtzee']]);
    assert.is(card[0]?.boxes.yahtzee, 0);
    assert.not.ok(isOpen(card, 1, 'yahtzee'));
    assert.ok(isOpen(card, 2, 'yahtzee'));
    assert.ok(isOpen(card, 1, 'chance'));
    assert.is(placementOf(card, 1, 'yahtzee', dice('66666'), RULES.cs106a), null);
  });

  test('a column that the card has not has no open box', () => {
    for (const number of [0, 3, 4, 1.5, Number.NaN]) {
      const beside = number as ColumnNumber;
      assert.not.ok(isOpen(emptyScorecard(2), beside, 'chance'));
      assert.is(placementOf(emptyScorecard(2), beside, 'chance', dice('12345'), RULES.cs106a), null);
    }
  });

  test('a card that is full, in every box of every column, leaves nothing to place', () => {
    const full = each(CATEGORIES);
    assert.equal(legalPlacements([column(1, full), column(2, full)], dice('66666'), RULES.official), []);
    for (const open of CATEGORIES) {
      const {[open]: _, ...others} = full;
      const card = [column(1, full), column(2, others)];
      const [placement, ...more] = legalPlacements(card, dice('12346'), RULES.official);
      assert.equal([placement?.column, placement?.category, more], [2, open, []]);
    }
  });
});

suite('placements', (test) => {
  for (const rules of RULE_SETS) {
    test(`on an empty ${rules} card every box is legal for its plain score, on all 7,776 rolls`, () => {
      for (const columns of COLUMNS) {
        const card = emptyScorecard(columns);
        for (const roll of ALL_ROLLS) {
          const placements = legalPlacements(card, diceOf(roll), RULES[rules]);
          assert.is(placements.length, 13 * columns);
          for (const [index, placement] of placements.entries()) {
            const [box, factor] = [only(BOXES[index % 13], 'box'), Math.floor(index / 13) + 1];
            const asStated =
              placement.column === factor &&
              placement.category === box &&
              placement.legal &&
              placement.points === factor * pointsOf(roll, box) &&
              placement.bonus === 0 &&
              placement.reason === null;
            assert.ok(asStated, `${roll}: ${JSON.stringify(placement)}`);
          }
        }
      }
    });

    test(`${rules}: the list is as said again by brute force, whatever is open in a column`, () => {
      // A column's boxes that are open: 8,191 sets, the Yahtzee box filled with 50 or with 0.
      const rolls = [...FACE_BOXES.map((_, index) => Array(5).fill(index + 1)), [2, 3, 4, 5, 2]];
      const plain = [1, 2, 3, 4, 6];
      for (let open = 1; open < 2 ** 13; open += 1) {
        const filled = BOXES.filter((_, index) => (open & (1 << index)) === 0);
        for (const first of filled.includes('yahtzee') ? [[6, 6, 6, 6, 6], plain] : [plain]) {
          const history = filled.map((box) => ({column: 1, box, roll: box === 'yahtzee' ? first : plain}));
          const points = each(filled, 1);
          if (filled.includes('yahtzee')) points.yahtzee = isYahtzee(first) ? 50 : 0;
          const card = [column(1, points)];
          for (const roll of rolls) {
            const placements = legalPlacements(card, diceOf(roll), RULES[rules]);
            sameList(placements, referencePlacements(history, 1, roll, rules));
            assert.ok(
              placements.some((placement) => placement.legal),
              `${roll} fits nowhere: ${filled}`,
            );
          }
        }
      }
    });

    test(`${rules}: the list is as said again by brute force on the cards of random games`, () => {
      const random = dealer(40);
      for (let round = 0; round < 150; round += 1) {
        const columns = random.oneOf(COLUMNS);
        const history: Entry[] = [];
        let card = emptyScorecard(columns);
        while (!isFull(card)) {
          const roll = randomRoll(random);
          const placements = legalPlacements(card, diceOf(roll), RULES[rules]);
          sameList(placements, referencePlacements(history, columns, roll, rules));
          for (const placement of placements) {
            const {column: into, category} = placement;
            assert.ok(isOpen(card, into, category));
            assert.equal(placementOf(card, into, category, diceOf(roll), RULES[rules]), placement);
          }
          const chosen = placements.filter((one) => one.legal);
          const placement = only(chosen[random.number(0, chosen.length - 1)], 'legal box');
          history.push({column: placement.column, box: placement.category, roll});
          card = fill(card, placement);
          assert.equal(
            card,
            card.map(({factor}) => columnOf(history, factor, rules)),
          );
        }
        for (const into of COLUMNS) {
          for (const category of CATEGORIES) {
            assert.not.ok(isOpen(card, into, category));
            assert.is(placementOf(card, into, category, dice('66666'), RULES[rules]), null);
          }
        }
      }
    });
  }
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
      'may go anywhere by free-joker where the Yahtzee box holds 50',
      ['free-joker'],
      {yahtzee: 50},
      `${upper}, ${inFull}, chance 20`,
      100,
      any,
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
      'may go anywhere by free-joker after a scratched Yahtzee box, for no bonus',
      ['free-joker'],
      {yahtzee: 0},
      `${upper}, ${inFull}, chance 20`,
      0,
      any,
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
      any,
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
          const placements = legalPlacements(card, dice('44444'), RULES[rules]);
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
      const open = legalPlacements([column(1, {yahtzee: 50})], roll, RULES.official);
      assert.is(legal(open), `${box} ${5 * (index + 1)}`);
      assert.equal(earned(open), [100, JOKER_REASONS.matching(name)]);
      const closed = legalPlacements([column(1, {yahtzee: 50, [box]: 0})], roll, RULES.official);
      assert.equal(earned(closed), [100, anyLower]);
      const none = legalPlacements(
        [column(1, {yahtzee: 50, [box]: 0, ...each(lower)})],
        roll,
        RULES.official,
      );
      assert.equal(earned(none), [100, zero]);
    }
  });

  test('four fours are no Joker and earn nothing, whatever the Yahtzee box holds', () => {
    for (const rules of RULE_SETS) {
      for (const yahtzee of [50, 0]) {
        const placements = legalPlacements([column(1, {yahtzee})], dice('44443'), RULES[rules]);
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
    const placements = legalPlacements(card, dice('44444'), RULES.official);
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

  test('earns the bonus of the column that is filled, and of no other', () => {
    const card = [
      column(1, {yahtzee: 50, fours: 8, ...each(lower)}),
      column(2, {yahtzee: 100}, 200),
      column(3, {yahtzee: 150, fours: 24}),
    ];
    const placements = legalPlacements(card, dice('44444'), RULES.official);
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
      'the lower boxes before the upper ones',
      'free-joker',
      1,
      [['66666', 1, 'yahtzee'], ...sixesBelow, ...upper],
      1575,
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
      for (const {category, points} of legalPlacements(emptyScorecard(1), diceOf(roll), RULES.cs106a)) {
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

/** Often five alike, and else anything: the Joker must come up. */
function randomRoll({number, oneOf}: Dealer): readonly number[] {
  const face = oneOf([1, 2, 3, 4, 5, 6]);
  return number(1, 2) === 1 ? Array(5).fill(face) : Array.from({length: 5}, () => number(1, 6));
}

/** Compares field by field, because `assert.equal` is too slow for a million lists. */
function sameList(actual: readonly Placement[], expected: ReturnType<typeof referencePlacements>): void {
  const same =
    actual.length === expected.length &&
    expected.every(({column: into, category, legal: isLegal, points, bonus, reason}, index) => {
      const one = actual[index];
      return (
        one?.column === into &&
        one.category === category &&
        one.legal === isLegal &&
        one.points === points &&
        one.bonus === bonus &&
        one.reason === reason
      );
    });
  if (!same) assert.equal(actual, expected);
}
