/* The Joker and the Yahtzee bonus: which boxes a Yahtzee of fours may fill, for how much, and why. */
import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {type ColumnNumber, RULES} from '../../src/rules/rule-sets.js';
import {fill, openPlacements, type Placement, placementOf} from '../../src/rules/scorecard.js';
import {COLUMNS, column, dice, each, only} from '../support/cards.js';
import {suite} from '../support/suite.js';

/** Boxes with the points of a Yahtzee of fours. */
const POINTS: Readonly<Record<string, string>> = {
  upper: 'ones 0, twos 0, threes 0, fours 20, fives 0, sixes 0',
  others: 'ones 0, twos 0, threes 0, fives 0, sixes 0',
  plain: 'three-of-a-kind 20, four-of-a-kind 20, full-house 0, small-straight 0, large-straight 0',
  full: 'three-of-a-kind 20, four-of-a-kind 20, full-house 25, small-straight 30, large-straight 40',
  fours: 'fours 20',
  large: 'large-straight 40',
  yahtzee: 'yahtzee 50',
  chance: 'chance 20',
};

const BELOW = 'three-of-a-kind four-of-a-kind full-house small-straight large-straight chance'.split(' ');

const MATCHING = 'Joker: Fours is open and must be used';
const LOWER = 'Joker: use a lower box, at full value';
const ZERO = 'Joker: only upper boxes are open, for 0';
const FREE = 'Joker: any box, a lower one at full value';

const PLAYED = {...RULES, free: {...RULES.official, joker: 'free'}} as const;

/** Rules, filled boxes (with 0 unless stated), legal boxes, bonus and reason. */
const CASES = `
every      |                                           | upper plain yahtzee chance  |   0 |
every      | fours=8                                   | others plain yahtzee chance |   0 |
every      | fours=8 BELOW                             | others yahtzee              |   0 |
cs106a     | yahtzee=50                                | upper plain chance          |   0 |
bonus      | yahtzee=50                                | upper plain chance          | 100 |
official   | yahtzee=50                                | fours                       | 100 | ${MATCHING}
cs106a     | yahtzee                                   | upper plain chance          |   0 |
bonus      | yahtzee                                   | upper plain chance          |   0 |
official   | yahtzee                                   | fours                       |   0 | ${MATCHING}
bonus      | yahtzee=50 fours=8                        | others plain chance         | 100 |
official   | yahtzee=50 fours                          | full chance                 | 100 | ${LOWER}
official   | yahtzee fours=8                           | full chance                 |   0 | ${LOWER}
official   | yahtzee=50 BELOW                          | fours                       | 100 | ${MATCHING}
official   | yahtzee=50 fours=8 BELOW large-straight=  | large                       | 100 | ${LOWER}
official   | yahtzee=50 fours=8 BELOW                  | others                      | 100 | ${ZERO}
official   | yahtzee fours=8 BELOW                     | others                      |   0 | ${ZERO}
free       | yahtzee=50                                | upper plain chance          | 100 |
free       | yahtzee fours                             | others full chance          |   0 | ${FREE}
free       | yahtzee=50 fours=8 BELOW                  | others                      | 100 | ${FREE}`;

/** Lists the legal boxes of a column with their points: `fours 20, chance 20`. */
function legal(placements: readonly Placement[], of: ColumnNumber = 1): string {
  const own = placements.filter((placement) => placement.column === of && placement.legal);
  return own.map(({category, points}) => `${category} ${points}`).join(', ');
}

/** Returns the bonus and the reason of all placements in a column: `100 Joker: …`. */
function earned(placements: readonly Placement[], of: ColumnNumber = 1): string {
  const own = placements.filter((placement) => placement.column === of);
  return [...new Set(own.map(({bonus, reason}) => `${bonus} ${reason ?? ''}`))].join();
}

/** Reads the filled boxes of a case: `box=points`; `box=` leaves it open. */
function filledBy(words: string, factor: ColumnNumber): Record<string, number> {
  const filled: Record<string, number> = {};
  for (const word of words.replace('BELOW', BELOW.join(' ')).match(/\S+/g) ?? []) {
    const [box = '', points = '0'] = word.split('=');
    if (points === '') delete filled[box];
    else filled[box] = Number(points) * factor;
  }
  return filled;
}

suite('a Yahtzee of fours', (test) => {
  const yahtzee = dice('44444');

  for (const row of CASES.trim().split('\n')) {
    const [names, filled = '', groups = '', bonus, reason = ''] = row.split('|').map((cell) => cell.trim());
    for (const [name, rules] of Object.entries(PLAYED)) {
      if (names !== 'every' && names !== name) continue;
      test(`by ${name}, with ${filled || 'nothing'} filled: ${groups}`, () => {
        for (const factor of COLUMNS) {
          const own = filledBy(filled, factor);
          // The columns before it are full: they must not matter.
          const full = each(CATEGORIES);
          const card = COLUMNS.slice(0, factor).map((one) => column(one, one === factor ? own : full));
          const placements = openPlacements(card, yahtzee, rules);
          const points = groups.split(' ').map((name) => POINTS[name]);
          const multiplied = points.join(', ').replace(/\d+/g, (one) => `${Number(one) * factor}`);
          assert.is(legal(placements, factor), multiplied);
          assert.is(earned(placements, factor), `${Number(bonus) * factor} ${reason}`);
          assert.is(placements.length, 13 - Object.keys(own).length);
          for (const placement of placements)
            assert.equal(placementOf(card, factor, placement.category, yahtzee, rules), placement);
        }
      });
    }
  }

  test('has a case of its own in each column, and earns the bonus of the column that is filled', () => {
    const first = column(1, filledBy('yahtzee=50 fours=8 BELOW', 1));
    const card = [first, column(2, {yahtzee: 100}, 200), column(3, {yahtzee: 150, fours: 24})];
    const placements = openPlacements(card, yahtzee, RULES.official);
    const all = COLUMNS.map((of) => earned(placements, of));
    assert.equal(all, [`100 ${ZERO}`, `200 ${MATCHING}`, `300 ${LOWER}`]);
    const filled = fill(card, only(placementOf(card, 3, 'chance', yahtzee, RULES.official), 'box'));
    assert.is(filled.map(({yahtzeeBonus}) => yahtzeeBonus).join(), '0,200,300');
  });
});

suite('other rolls', (test) => {
  test('four fours are no Joker and earn nothing, whatever the Yahtzee box holds', () => {
    for (const points of [50, 0]) {
      const placements = openPlacements([column(1, {yahtzee: points})], dice('44443'), RULES.official);
      const upper = 'ones 0, twos 0, threes 3, fours 16, fives 0, sixes 0';
      const lower = 'three-of-a-kind 19, four-of-a-kind 19, full-house 0, small-straight 0, large-straight 0';
      assert.is(legal(placements), `${upper}, ${lower}, chance 19`);
      assert.is(earned(placements), '0 ');
    }
  });
});
