/* Published and independently computed figures. */
import * as assert from 'uvu/assert';
import type {Category} from '../../src/rules/categories.js';
import type {RuleSet} from '../../src/rules/variants.js';
import {distributionOf} from '../../src/solver/distribution.js';
import {START} from '../../src/solver/lattice.js';
import {near} from './near.js';
import {solved} from './solved.js';

/** The points that whoever tries for a single box can expect of it in three rolls, without bonus and Joker. */
export const SINGLE_BOXES: Readonly<Record<Category, number>> = {
  ones: 2.106481481,
  twos: 4.212962963,
  threes: 6.319444444,
  fours: 8.425925926,
  fives: 10.532407407,
  sixes: 12.638888889,
  'three-of-a-kind': 15.194661293,
  'four-of-a-kind': 5.611263428,
  'full-house': 9.072071963,
  'small-straight': 18.463269387,
  'large-straight': 10.443800669,
  yahtzee: 2.301432126,
  chance: 23.333333333,
};

/**
 * Fails unless the best play from an empty card has this standard deviation, and the mean of the solver.
 * It takes half a minute, so each rule set has a test file of its own.
 */
export function hasDeviation(rules: RuleSet, deviation: number): void {
  const {
    mean,
    deviation: found,
    lowest,
    chances,
  } = distributionOf(solved(rules), {position: START, points: 0});
  near(found, deviation, 1e-6);
  near(mean, solved(rules).of(START));
  // The worst and the best game that can be.
  assert.equal([lowest, lowest + chances.length - 1], [12, 1575]);
}
