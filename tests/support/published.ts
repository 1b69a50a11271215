/* The published figures of whole games. They take half a minute each, so each rule set has a file of its own. */
import * as assert from 'uvu/assert';
import type {RuleSet} from '../../src/rules/variants.js';
import {distributionOf} from '../../src/solver/distribution.js';
import {START} from '../../src/solver/lattice.js';
import {solved} from './solved.js';

/** Fails unless the best play from an empty card has this standard deviation, and the mean of the solver. */
export function hasDeviation(rules: RuleSet, deviation: number): void {
  const {
    mean,
    deviation: found,
    lowest,
    chances,
  } = distributionOf(solved(rules), {position: START, points: 0});
  assert.ok(Math.abs(found - deviation) < 1e-6, `${found}`);
  assert.ok(Math.abs(mean - solved(rules).of(START)) < 1e-9, `${mean}`);
  // The worst and the best game that can be.
  assert.equal([lowest, lowest + chances.length - 1], [12, 1575]);
}
