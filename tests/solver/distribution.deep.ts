/* The distribution of the final score from an empty card. */
import * as assert from 'uvu/assert';
import {distribution} from '../../src/solver/distribution.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {near, solved} from '../support/solitaire.js';
import {suite} from '../support/suite.js';

suite('the distribution from an empty card', (test) => {
  test('has the published deviation, and the mean of the solver', () => {
    const values = solved('official');
    const {mean, deviation, lowest, chances} = distribution(values, {position: EMPTY_CARD, points: 0});
    near(deviation, 59.607881, 1e-6);
    near(mean, values.of(EMPTY_CARD));
    // The worst and the best game that can be.
    assert.equal([lowest, lowest + chances.length - 1], [12, 1575]);
  });
});
