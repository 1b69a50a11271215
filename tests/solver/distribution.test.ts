/* The final score under the best play for points. */
import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../src/rules/rule-sets.js';
import {advise} from '../../src/solver/advice.js';
import {distribution, quantileOf, type ScoreDistribution} from '../../src/solver/distribution.js';
import {solve} from '../../src/solver/solver.js';
import {type Standing, standingOf, type Throw} from '../../src/solver/standing.js';
import {dealer} from '../support/random.js';
import {filled, near, oftenAlike, randomColumn} from '../support/solitaire.js';
import {suite} from '../support/suite.js';

const from = (standing: Standing | Throw): ScoreDistribution => distribution(solve('official'), standing);

suite('a distribution', (test) => {
  test('of one box is that of its dice', () => {
    const scores = from(standingOf(filled({yahtzee: null, chance: 20})));
    const five = 347_897 / 7_558_272;
    assert.is(scores.lowest, 20);
    near(scores.chances[0] ?? 0, 1 - five, 1e-15);
    near(scores.chances[50] ?? 0, five, 1e-15);
    assert.is(scores.chances.filter((chance) => chance > 0).length, 2);
    near(scores.mean, 20 + 50 * five, 1e-12);
    near(scores.deviation, 50 * Math.sqrt(five * (1 - five)), 1e-12);
  });

  test('answers which total is not exceeded with which chance', () => {
    const scores = {lowest: 10, chances: Float64Array.of(0.25, 0, 0.5, 0.25)};
    assert.equal(
      [0, 0.25, 0.26, 0.5, 0.75, 0.76, 1].map((part) => quantileOf(scores, part)),
      [10, 10, 12, 12, 12, 13, 13],
    );
  });

  test('knows the chance of the upper bonus', () => {
    const upper = {ones: 3, twos: 6, threes: 9, fours: 12, fives: 15};
    assert.is(from(standingOf(filled({...upper, sixes: 18, chance: null}))).upperBonus, 1);
    assert.is(from(standingOf(filled({...upper, sixes: 12, chance: null}))).upperBonus, 0);
    // The bonus makes nothing else of the last box: three sixes or more of five dice, each in three rolls.
    const six = 1 - (5 / 6) ** 3;
    const chance = 10 * six ** 3 * (1 - six) ** 2 + 5 * six ** 4 * (1 - six) + six ** 5;
    near(from(standingOf(filled({...upper, sixes: null}))).upperBonus, chance, 1e-15);
  });

  test('knows the chance that no Yahtzee earns a bonus: the last box can bring one of 100 or none', () => {
    const standing = standingOf(filled({yahtzee: 50, chance: null}));
    const {mean, zero} = distribution(solve('official'), standing).yahtzeeBonus;
    assert.ok(zero > 0.9 && zero < 1);
    near(mean, 100 * (1 - zero), 1e-12);
  });

  test('has the mean that the advice expects, in the middle of a turn as well', () => {
    const random = dealer(4);
    for (let card = 0; card < 40; card += 1) {
      const values = solve(random.oneOf(RULE_SETS));
      const standing = standingOf(randomColumn(random, random.number(7, 12)));
      const thrown = {...standing, dice: oftenAlike(random), rolls: random.oneOf([0, 1, 2] as const)};
      near(distribution(values, standing).mean, standing.points + values.of(standing.position), 1e-9);
      const scores = distribution(values, thrown);
      near(advise(values, thrown)[0]?.worth, scores.mean, 1e-9);
      near(
        scores.chances.reduce((sum, chance) => sum + chance),
        1,
        1e-12,
      );
    }
  });
});
