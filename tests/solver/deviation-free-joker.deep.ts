import {hasDeviation} from '../support/published.js';
import {suite} from '../support/suite.js';

suite('the distribution from an empty card', (test) => {
  test('by free-joker has the published deviation, and the mean of the solver', () =>
    hasDeviation('free-joker', 59.611731));
});
