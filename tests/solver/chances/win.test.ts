/* The best chance to win. */
import * as assert from 'uvu/assert';
import {diceOf} from '../../../src/rules/dice.js';
import type {RuleSet} from '../../../src/rules/rule-sets.js';
import {type Column, columnTotals} from '../../../src/rules/scorecard.js';
import {solveDuel} from '../../../src/solver/chances/duel.js';
import {lastRival} from '../../../src/solver/chances/rivals.js';
import {finish} from '../../../src/solver/chances/target.js';
import {type ChancesToWin, win} from '../../../src/solver/chances/win.js';
import {distribution} from '../../../src/solver/distribution.js';
import {solve} from '../../../src/solver/solver.js';
import {standingOf, type Throw} from '../../../src/solver/standing.js';
import {effort} from '../../support/effort.js';
import {naiveDuel, naivePayoff} from '../../support/naive-play.js';
import {dealer} from '../../support/random.js';
import {filled, near, randomColumn} from '../../support/solitaire.js';
import {suite} from '../../support/suite.js';

const winOf = (mine: Column, ...others: readonly Column[]): ChancesToWin =>
  finish(
    win(
      solve('official'),
      standingOf(mine),
      others.map((other) => standingOf(other)),
    ),
  );

const duelOf = (mine: Column, other: Column, rules: RuleSet = 'official'): number =>
  finish(solveDuel(rules, standingOf(mine), standingOf(other))).chance;

/** Cards whose totals are near each other. */
const withPoints = (column: Column, points: number): Column => ({...column, yahtzeeBonus: points});

suite('a duel', (test) => {
  test('of one open box each is that of a naive search, with every keep', () => {
    const random = dealer(31);
    for (let pair = 0; pair < effort(40, 6); pair += 1) {
      const [mine, theirs] = [randomColumn(random, 12), randomColumn(random, pair % 3 === 0 ? 13 : 12)];
      const level =
        columnTotals(mine, 'official').total -
        columnTotals(theirs, 'official').total +
        random.number(-20, 20);
      const other = withPoints(theirs, theirs.yahtzeeBonus + level);
      const chances = winOf(mine, other);
      assert.is(chances.against, 'to-win');
      const naive = naivePayoff('official', (total) => 1 - naiveLast(other, total));
      near(chances.chance, naive.of(mine), 1e-12);
      const thrown: Throw = {...standingOf(mine), dice: diceOf([1, 4, 4, 4, 6]), rolls: 2};
      for (const {choice, worth} of chances.advise(thrown))
        if ('keep' in choice) near(worth, naive.ofKeep(mine, choice.keep, 2), 1e-12);
    }
  });

  test('of two open boxes each is that of a naive search, by all rules', () => {
    for (const rules of ['official', 'cs106a'] as const) {
      const mine = filled({'full-house': null, fours: null, sixes: 12});
      const theirs = filled({'small-straight': null, fives: null, sixes: 12, ones: 3});
      near(duelOf(mine, theirs, rules), naiveDuel(rules)(mine, theirs), 1e-12);
    }
  });

  test('serves the turn that was asked about, and no other', () => {
    const column = filled({chance: null, fours: null});
    const chances = winOf(column, column);
    const next: Throw = {...standingOf(filled({chance: null})), dice: diceOf([1, 1, 1, 1, 1]), rolls: 0};
    assert.throws(() => chances.advise(next), /must be those that were asked about/);
  });
});

suite('the chance to win against experts', (test) => {
  test('is that of a naive search: the last in the round knows what to beat, the others play for points', () => {
    const random = dealer(23);
    for (let card = 0; card < effort(6, 2); card += 1) {
      const mine = filled({chance: null, sixes: random.oneOf([6, 12, 18])});
      const [earlier, last] = [filled({fours: null, sixes: 12}), filled({chance: null, sixes: 12})];
      const totals = distribution(solve('official'), standingOf(earlier));
      const worth = (total: number): number => {
        const {lowest, chances} = totals;
        const [less, same] = [chances.slice(0, Math.max(0, total - lowest)), chances[total - lowest] ?? 0];
        const [more, won] = [naiveLast(last, total, 0), naiveLast(last, total, 1 / 2)];
        const below = less.reduce((sum, one) => sum + one, 0);
        return below * (1 - won) + same * ((1 + more - 2 * won) / 2 + (2 * (won - more)) / 3);
      };
      const {chance, against} = winOf(mine, earlier, last);
      assert.is(against, 'expert');
      near(chance, naivePayoff('official', worth).of(mine), 1e-12);
    }
  });

  test('counts totals that the last one cannot reach from some cards', () => {
    const {less, same} = lastRival(solve('official'), standingOf(filled({sixes: null, chance: null})));
    near(less.at(-1), 1, 1e-9);
    for (const [at, chance] of less.entries())
      assert.ok(chance >= (less[at - 1] ?? 0) && chance + (same[at] ?? 0) < 1 + 1e-9);
  });

  test('of a card that is full is known', () => {
    const column = filled({sixes: 18});
    const more = (points: number): Column => withPoints(column, points);
    const against = (...others: readonly number[]): number => winOf(column, ...others.map(more)).chance;
    assert.equal([against(-1), against(0), against(0, 0), against(1)], [1, 1 / 2, 1 / 3, 0]);
  });
});

/** The best chance in the last turn of the game against a total. */
function naiveLast(column: Column, total: number, tie = 1 / 2): number {
  return naivePayoff('official', (own) => (own > total ? 1 : own === total ? tie : 0)).of(column);
}
