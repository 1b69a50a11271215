/* What relates the values of different positions, for all positions of every rule set. */
import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../src/rules/variants.js';
import {
  BOXES,
  IMPOSSIBLE,
  isOpen,
  type Position,
  SETS,
  UPPER_BOXES,
  UPPER_SETS,
  UPPER_TOTALS,
  YAHTZEE,
} from '../../src/solver/lattice.js';
import type {Values} from '../../src/solver/solver.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

/** Values are sums of some dozens of roundings. */
const ROUNDING = 1e-10;

/** Calls for every position that can occur, and its value. */
function forEach({lattice, of}: Values, use: (position: Position, value: number) => void): void {
  for (let open = 0; open < SETS; open += 1) {
    for (const pays of isOpen(open, YAHTZEE) ? [false] : [false, true]) {
      for (let upper = 0; upper < UPPER_TOTALS; upper += 1) {
        const place = lattice.classes[(open % UPPER_SETS) * UPPER_TOTALS + upper];
        if (place !== IMPOSSIBLE) use({open, upper, pays}, of({open, upper, pays}));
      }
    }
  }
}

/** The points of the bonus that a player has at this upper total. */
const earned = (upper: number): number => (upper < 63 ? 0 : 35);

suite('by every rule set', (test) => {
  test('a full card has nothing to come, and every other something', () => {
    for (const rules of RULE_SETS) {
      forEach(solved(rules), ({open}, value) => assert.ok(open === 0 ? value === 0 : value > 0));
    }
  });

  test('one more open box is worth at least what Ones is alone', () => {
    for (const rules of RULE_SETS) {
      const {of} = solved(rules);
      const ones = of({open: 1, upper: 63, pays: false});
      forEach(solved(rules), (position, value) => {
        for (let box = 0; box < BOXES; box += 1) {
          if (!isOpen(position.open, box)) continue;
          const without = of({...position, open: position.open ^ (1 << box)});
          assert.ok(value - without > ones - ROUNDING, JSON.stringify(position));
        }
      });
    }
  });

  test('a Yahtzee box with 50 is never worse than one with 0', () => {
    for (const rules of RULE_SETS) {
      const {of} = solved(rules);
      forEach(solved(rules), (position, value) => {
        if (position.pays) assert.ok(value > of({...position, pays: false}) - ROUNDING);
      });
    }
  });

  test('a higher upper total is never worse, with the bonus that it has earned', () => {
    for (const rules of RULE_SETS) {
      let before: {position: Position; total: number} | null = null;
      forEach(solved(rules), (position, value) => {
        const total = value + earned(position.upper);
        const isSame = before?.position.open === position.open && before.position.pays === position.pays;
        assert.ok(!isSame || total > (before?.total ?? 0) - ROUNDING, JSON.stringify(position));
        before = {position, total};
      });
    }
  });

  test('upper boxes alone are worth their face, once the bonus is settled', () => {
    for (const rules of RULE_SETS) {
      const {of} = solved(rules);
      const worth = Array.from({length: UPPER_BOXES}, (_, box) =>
        of({open: 1 << box, upper: 63, pays: false}),
      );
      for (const [box, value] of worth.entries()) {
        assert.ok(Math.abs(value / (box + 1) - (worth[0] ?? 0)) < ROUNDING, `${box}`);
      }
    }
  });
});

suite('the rule sets', (test) => {
  test('with a Yahtzee bonus are never worth less than those without', () => {
    const bonus = solved('bonus').numbers;
    for (const [place, value] of solved('cs106a').numbers.entries()) {
      assert.ok((bonus[place] ?? 0) > value - ROUNDING);
    }
  });

  test('without a Joker agree where the Yahtzee box holds 0', () => {
    const {of} = solved('cs106a');
    forEach(solved('bonus'), (position, value) => {
      if (!position.pays && !isOpen(position.open, YAHTZEE)) {
        assert.ok(Math.abs(of(position) - value) < ROUNDING);
      }
    });
  });
});
