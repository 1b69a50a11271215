/* The solver's tables state the rules a second time: they agree for all rolls, boxes, and states of the card. */
import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {diceOf, FACES} from '../../src/rules/dice.js';
import {RULE_SETS, RULES, type RuleSet} from '../../src/rules/rule-sets.js';
import {type Column, openPlacements} from '../../src/rules/scorecard.js';
import {ROLLS} from '../../src/solver/keeps.js';
import {BOXES, isOpen, SETS, YAHTZEE} from '../../src/solver/lattice.js';
import {FORBIDDEN, type Scoring, scoringOf, yahtzeeRow} from '../../src/solver/scoring.js';
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

/** What the table says of open boxes, `null` where they are forbidden; and what the rules say. */
function bothSay(
  {points}: Scoring,
  row: number,
  roll: readonly number[],
  column: Column,
  rules: RuleSet,
): [table: string, rules: string, bonuses: number[]] {
  const placements = openPlacements([column], diceOf(roll), RULES[rules]);
  const table = CATEGORIES.flatMap((box, index) => {
    const scored = points[BOXES * row + index];
    return column.boxes[box] === null ? [scored === FORBIDDEN ? null : scored] : [];
  });
  const said = placements.map(({legal, points: scored}) => (legal ? scored : null));
  return [table.join(), said.join(), [...new Set(placements.map(({bonus}) => bonus))]];
}

suite('the tables', (test) => {
  for (const rules of RULE_SETS) {
    const scoring = scoringOf(rules);

    test(`have what ${rules} says of every roll but Yahtzees, whatever the Yahtzee box holds`, () => {
      for (const [row, roll] of ROLLS.entries()) {
        if (new Set(roll).size === 1) continue;
        for (const column of [
          columnWith(SETS - 1, 0),
          columnWith(SETS - 1 - (1 << YAHTZEE), 0),
          columnWith(SETS - 1 - (1 << YAHTZEE), 50),
        ]) {
          const [table, said, bonuses] = bothSay(scoring, row, roll, column, rules);
          assert.is(table, said, roll.join(''));
          assert.equal(bonuses, [0]);
        }
      }
    });

    test(`have what ${rules} says of every Yahtzee, for all sets of open boxes`, () => {
      // Every fifth set has each box open and filled, beside each other box open and filled.
      for (let open = 1; open < SETS; open += effort(1, 5)) {
        for (const yahtzee of isOpen(open, YAHTZEE) ? [0] : [0, 50]) {
          const column = columnWith(open, yahtzee);
          for (const face of FACES) {
            const roll = Array(5).fill(face);
            const [table, said, bonuses] = bothSay(scoring, yahtzeeRow(face, open), roll, column, rules);
            assert.is(table, said, `${open.toString(2)}, ${yahtzee}, ${face}`);
            assert.equal(bonuses, [yahtzee > 0 ? scoring.yahtzeeBonus[0] : 0]);
          }
        }
      }
    });
  }

  test('have 35 for an upper total of 63, and nothing for less', () => {
    const {upperBonus} = scoringOf('official');
    assert.equal([...new Set(upperBonus.slice(0, 63))], [0]);
    assert.is(upperBonus[63], 35);
  });
});
