/* The exact score of any player, beside a program that knows only the rules and plays every roll out. */
import * as assert from 'uvu/assert';
import {playerLike} from '../../src/analysis/computers.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {RULES, type RuleSet, type Rules} from '../../src/rules/rule-sets.js';
import {type Column, columnTotals, fill, openPlacements, placementOf} from '../../src/rules/scorecard.js';
import {turnFrom} from '../../src/solver/advice.js';
import {distribution, evaluate, type Player} from '../../src/solver/distribution.js';
import {isOpen, positionOf, YAHTZEE} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {standingOf} from '../../src/solver/standing.js';
import {type Chooser, chooserOf} from '../../src/solver/turn.js';
import {only} from '../support/cards.js';
import {isThorough} from '../support/effort.js';
import {ROLLS_AFTER} from '../support/naive-play.js';
import {filled, near} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

/** Chances of final totals; of each box the sum of chances times its points, and the chance of 0. */
interface Naive {
  readonly totals: Map<number, number>;
  readonly boxes: Record<string, number>;
  readonly zeros: Record<string, number>;
}

/** Returns the chances of all rolls, ascending, from a keep. */
const rollsFrom = (keep: string): ReadonlyMap<string, number> => only(ROLLS_AFTER.get(keep), keep);

function naive(rules: RuleSet | Rules, player: Player, start: Column): Naive {
  const result: Naive = {totals: new Map(), boxes: {}, zeros: {}};
  const play = (column: Column, chance: number): void => {
    if (CATEGORIES.every((box) => column.boxes[box] !== null)) {
      const {total} = columnTotals(column, rules);
      result.totals.set(total, (result.totals.get(total) ?? 0) + chance);
      return;
    }
    const chooser = player(positionOf(column));
    const after = new Map<string, {readonly column: Column; chance: number}>();
    let rolled = rollsFrom('');
    for (const rolls of [2, 1, 0] as const) {
      const next = new Map<string, number>();
      for (const [key, part] of rolled) {
        const dice = diceOf(Array.from(key, Number));
        const choice = chooser(dice, rolls);
        if ('keep' in choice) {
          for (const [to, chance] of rollsFrom(choice.keep.join('')))
            next.set(to, (next.get(to) ?? 0) + part * chance);
          continue;
        }
        const {category} = choice;
        const placement = only(placementOf([column], 1, category, dice, rules), category);
        assert.ok(placement.legal);
        result.boxes[category] = (result.boxes[category] ?? 0) + chance * part * placement.points;
        if (placement.points === 0) result.zeros[category] = (result.zeros[category] ?? 0) + chance * part;
        const [filledNow = column] = fill([column], placement);
        const known = after.get(JSON.stringify(filledNow)) ?? {column: filledNow, chance: 0};
        known.chance += part;
        after.set(JSON.stringify(filledNow), known);
      }
      rolled = next;
    }
    for (const next of after.values()) play(next.column, chance * next.chance);
  };
  play(start, 1);
  return result;
}

/** Looks at the upper total, chooses early, and fills the lowest box that the rules allow. */
const odd =
  (rules: RuleSet | Rules): Player =>
  ({open, upper, pays}) =>
  (dice, rolls) => {
    if (rolls > 0 && (upper + dice[0]) % 3 > 0) return {keep: dice.slice(0, upper % 2 === 0 ? 2 : 5)};
    const boxes = CATEGORIES.map((box, at) => [
      box,
      (open >> at) % 2 === 1 ? null : box === 'yahtzee' && pays ? 50 : 0,
    ]);
    const column: Column = {factor: 1, boxes: Object.fromEntries(boxes) as Column['boxes'], yahtzeeBonus: 0};
    return (
      openPlacements([column], dice, rules)
        .filter(({legal}) => legal)
        .at(-1) ?? {category: 'chance'}
    );
  };

/** Has one chooser for all positions with the same boxes open, whether Yahtzees pay or not. */
const SHARED = (['yahtzee', 'chance'] as const).map(
  (category): Chooser =>
    (dice, rolls) =>
      rolls > 0 ? {keep: dice.filter((face) => face === dice[2])} : {category},
);
const sharing: Player = ({open}) => only(SHARED[isOpen(open, YAHTZEE) ? 0 : 1], 'chooser');

const FREE: Rules = {...RULES.official, joker: 'free'};
// biome-ignore format: a table
const ENDINGS: readonly [name: string, rules: RuleSet | Rules, player: Player, column: Column][] = [
  ['casual', 'official', playerLike('casual', 'official'), filled({sixes: null, 'full-house': null, ones: 4, fives: 25, fours: 16})],
  ['one that never looks at Yahtzee', 'bonus', sharing, filled({yahtzee: null, chance: null})],
  ['beginner', 'bonus', playerLike('beginner', 'bonus'), filled({chance: null, threes: null, yahtzee: 50})],
  ['one that looks at the upper total', 'official', odd('official'), filled({ones: null, twos: null, yahtzee: 50, sixes: 18})],
  ['one that looks at the upper total', FREE, odd(FREE), filled({threes: null, yahtzee: null, sixes: 30, fives: 25})],
];

suite('the exact score', (test) => {
  for (const [name, rules, player, column] of ENDINGS) {
    test(`of ${name} by ${JSON.stringify(rules)} is that of a naive program`, () => {
      const scores = evaluate(rules, player, standingOf(column, rules));
      const {totals, boxes, zeros} = naive(rules, player, column);
      for (const [at, chance] of scores.chances.entries())
        near(chance, totals.get(scores.lowest + at) ?? 0, 1e-12);
      assert.is(scores.chances.filter((chance) => chance > 0).length, totals.size);
      near(
        scores.mean,
        [...totals].reduce((sum, [total, chance]) => sum + total * chance, 0),
        1e-12 * 300,
      );
      for (const {category, mean, zero} of scores.boxes) {
        near(mean, boxes[category] ?? Number.NaN, 1e-10);
        near(zero, zeros[category] ?? 0, 1e-12);
      }
    });
  }

  test('of the best play is its distribution, box by box', () => {
    const values = solve('official');
    const best: Player = (position) => chooserOf(turnFrom(values, position));
    const from = standingOf(
      filled({ones: null, sixes: null, 'four-of-a-kind': null, yahtzee: 50, fives: 20, fours: 16}),
    );
    const [own, known] = [evaluate('official', best, from), distribution(values, from)];
    assert.is(own.lowest, known.lowest);
    for (const [at, chance] of known.chances.entries()) near(own.chances[at], chance, 1e-15);
    for (const [at, {mean, zero}] of known.boxes.entries()) {
      near(own.boxes[at]?.mean, mean, 1e-12);
      near(own.boxes[at]?.zero, zero, 1e-14);
    }
    near(own.yahtzeeBonus.mean, known.yahtzeeBonus.mean, 1e-12);
    const sum = known.boxes.reduce((all, {mean}) => all + mean, 0) + known.yahtzeeBonus.mean;
    near(from.points + sum + 35 * known.upperBonus, known.mean, 1e-11);
  });

  test('is refused for a choice that is not legal', () => {
    const from = standingOf(filled({chance: null}));
    throwsRangeError(
      () => evaluate('official', () => () => ({category: 'ones'}), from),
      /^player must choose a box that is open to 1 1 1 1 1, not ones$/,
    );
    throwsRangeError(
      () => evaluate('official', () => () => ({keep: [6]}), from),
      /^keep must be some of the dice 1 1 1 1 1, not 6$/,
    );
    throwsRangeError(
      () => evaluate('official', () => (dice) => ({keep: dice}), from),
      /^player must choose a box when no roll is to come$/,
    );
  });

  // The rules of thumb are asked six million times.
  if (isThorough)
    test('of the computers is the published average', () => {
      near(evaluate('official', playerLike('beginner', 'official')).mean, 162.246924544, 1e-9);
      near(evaluate('official', playerLike('casual', 'official')).mean, 217.113197796, 1e-9);
    });
});
