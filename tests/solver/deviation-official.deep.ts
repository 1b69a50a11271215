import {hasDeviation} from '../support/published.js';
import {suite} from '../support/suite.js';

suite('the distribution from an empty card', (test) => {
  test('by official has the published deviation, and the mean of the solver', () =>
    hasDeviation('official', 59.607881));
});
