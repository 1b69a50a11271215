/* Values of positions near the end, by an evaluator that knows only the rules. */
import * as assert from 'uvu/assert';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {RULE_SETS, RULES, type RuleSet, type Rules} from '../../src/rules/rule-sets.js';
import type {Column} from '../../src/rules/scorecard.js';
import {positionOf} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {column, only} from '../support/cards.js';
import {effort} from '../support/effort.js';
import {naivePoints} from '../support/naive-play.js';
import {type Dealer, dealer} from '../support/random.js';
import {suite} from '../support/suite.js';

const ALL_RULES: readonly (RuleSet | Rules)[] = [
  ...RULE_SETS,
  {...RULES.official, joker: 'free'},
  {upperBonus: 50, upperBonusFrom: 42, yahtzeeBonus: 10, joker: 'free'},
];
const POSITIONS = effort(2000, 40) / ALL_RULES.length;

/** A column with so many open boxes; the others hold what some roll scores there. */
function columnWith(open: number, {number}: Dealer): Column {
  const boxes = new Set<Category>();
  while (boxes.size < open) boxes.add(only(CATEGORIES[number(0, 12)], 'box'));
  const filled = CATEGORIES.filter((box) => !boxes.has(box)).map((box) => [box, pointsIn(box, number)]);
  return column(1, Object.fromEntries(filled));
}

function pointsIn(box: Category, number: Dealer['number']): number {
  if (box === 'yahtzee') return 50 * number(0, 1);
  const face = 1 + CATEGORIES.indexOf(box);
  return face <= 6 ? face * number(0, 5) : 0;
}

suite('a value', (test) => {
  for (const rules of ALL_RULES) {
    test(`by ${JSON.stringify(rules)} is what the rules alone say of it, with up to four open boxes`, () => {
      const {of} = solve(rules);
      const naive = naivePoints(rules);
      const deal = dealer(12);
      for (let seed = 0; seed < POSITIONS; seed += 1) {
        const before = columnWith(deal.number(0, 4), deal);
        const position = positionOf(before);
        const [actual, expected] = [of(position), naive.of(before)];
        const what = `${JSON.stringify(position)}: ${actual} is not ${expected}`;
        assert.ok(Math.abs(actual - expected) < 1e-11, what);
      }
    });
  }
});
