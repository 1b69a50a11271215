/* The solver's tables state the rules a second time: they agree for all rolls, boxes, and states of the card. */
import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {RULE_SETS, RULES} from '../../src/rules/rule-sets.js';
import {type Column, openPlacements} from '../../src/rules/scorecard.js';
import {ROLLS} from '../../src/solver/keeps.js';
import {BOXES, isOpen, SETS, YAHTZEE} from '../../src/solver/lattice.js';
import {bonusOf, isYahtzee, rowOf, tablesOf} from '../../src/solver/tables.js';
import {effort} from '../support/effort.js';
import {suite} from '../support/suite.js';

/** A column with these boxes open, and 0 or 50 in a filled Yahtzee box. */
function columnWith(open: number, yahtzee: number): Column {
  const boxes = CATEGORIES.map((box, index) => [
    box,
    isOpen(open, index) ? null : index === YAHTZEE ? yahtzee : 0,
  ]);
  return {factor: 1, boxes: Object.fromEntries(boxes), yahtzeeBonus: 0};
}

suite('the tables', (test) => {
  for (const rules of RULE_SETS) {
    const tables = tablesOf(rules);

    /** Compares all open boxes for a roll: the points, null where the box is closed to it, and the bonus. */
    const agree = (roll: number, open: number, yahtzee: number): void => {
      const column = columnWith(open, yahtzee);
      const dice = ROLLS[roll] ?? [1, 1, 1, 1, 1];
      const placements = openPlacements([column], dice, RULES[rules]);
      const table = CATEGORIES.flatMap((box, index) => {
        const outcome = tables.outcomes[BOXES * rowOf(roll, open) + index] ?? 0;
        return column.boxes[box] === null ? [tables.outcomePoints[outcome] ?? null] : [];
      });
      const what = `${dice.join('')}, ${open.toString(2)}, ${yahtzee}`;
      assert.equal(
        table,
        placements.map(({legal, points}) => (legal ? points : null)),
        what,
      );
      const bonus = bonusOf(tables, roll, {open, upper: 0, pays: yahtzee > 0});
      assert.ok(
        placements.every((placement) => placement.bonus === bonus),
        what,
      );
    };

    test(`have what ${rules} says of every roll but Yahtzees, whatever the Yahtzee box holds`, () => {
      for (const roll of ROLLS.keys()) {
        if (isYahtzee(roll)) continue;
        agree(roll, SETS - 1, 0);
        for (const yahtzee of [0, 50]) agree(roll, SETS - 1 - (1 << YAHTZEE), yahtzee);
      }
    });

    test(`have what ${rules} says of every Yahtzee, for all sets of open boxes`, () => {
      // Every fifth set has each box open and filled, beside each other box open and filled.
      for (let open = 1; open < SETS; open += effort(1, 5))
        for (const yahtzee of isOpen(open, YAHTZEE) ? [0] : [0, 50])
          for (const roll of ROLLS.keys()) if (isYahtzee(roll)) agree(roll, open, yahtzee);
    });
  }

  test('have 35 for an upper total of 63, and nothing for less', () => {
    const {upperBonus} = tablesOf('official');
    assert.equal([...new Set(upperBonus.slice(0, 63))], [0]);
    assert.is(upperBonus[63], 35);
  });
});
