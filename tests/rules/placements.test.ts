import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {
  emptyScorecard,
  fill,
  isOpen,
  openPlacements,
  type Placement,
  placementOf,
  type Scorecard,
} from '../../src/rules/scorecard.js';
import {type ColumnNumber, RULE_SETS, RULES} from '../../src/rules/variants.js';
import {ALL_ROLLS} from '../support/brute-force.js';
import {COLUMNS, column, dice, each, FACE_BOXES, isFull, only, play, randomRoll} from '../support/cards.js';
import {effort, isThorough} from '../support/effort.js';
import {dealer} from '../support/random.js';
import {
  BOXES,
  columnOf,
  type Entry,
  isYahtzee,
  pointsOf,
  referencePlacements,
} from '../support/reference-card.js';
import {suite} from '../support/suite.js';

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
    assert.equal(openPlacements([column(1, full), column(2, full)], dice('66666'), RULES.official), []);
    for (const open of CATEGORIES) {
      const {[open]: _, ...others} = full;
      const card = [column(1, full), column(2, others)];
      const [placement, ...more] = openPlacements(card, dice('12346'), RULES.official);
      assert.equal([placement?.column, placement?.category, more], [2, open, []]);
    }
  });
});

suite('placements', (test) => {
  for (const rules of RULE_SETS) {
    test(`on an empty ${rules} card every box is legal for its plain score, on all 7,776 rolls`, () => {
      // Three columns hold the one and the two.
      for (const columns of isThorough ? COLUMNS : ([3] as const)) {
        const card = emptyScorecard(columns);
        for (const roll of ALL_ROLLS) {
          const placements = openPlacements(card, diceOf(roll), RULES[rules]);
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
      // Every fifth set has each box open and filled, beside each other box open and filled.
      for (let open = 1; open < 2 ** 13; open += effort(1, 5)) {
        const filled = BOXES.filter((_, index) => (open & (1 << index)) === 0);
        for (const first of filled.includes('yahtzee') ? [[6, 6, 6, 6, 6], plain] : [plain]) {
          const history = filled.map((box) => ({column: 1, box, roll: box === 'yahtzee' ? first : plain}));
          const points = each(filled, 1);
          if (filled.includes('yahtzee')) points.yahtzee = isYahtzee(first) ? 50 : 0;
          const card = [column(1, points)];
          for (const roll of rolls) {
            const placements = openPlacements(card, diceOf(roll), RULES[rules]);
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
      for (let round = 0; round < effort(150, 50); round += 1) {
        const columns = random.oneOf(COLUMNS);
        const history: Entry[] = [];
        let card = emptyScorecard(columns);
        while (!isFull(card)) {
          const roll = randomRoll(random);
          const placements = openPlacements(card, diceOf(roll), RULES[rules]);
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
