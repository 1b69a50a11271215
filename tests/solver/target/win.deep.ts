/* The best response to the best play for points, from an empty card. */

import {distributionOf} from '../../../src/solver/distribution.js';
import {START} from '../../../src/solver/lattice.js';
import {finish, solveWin} from '../../../src/solver/target/target.js';
import {near} from '../../support/near.js';
import {solved} from '../../support/solved.js';
import {suite} from '../../support/suite.js';

suite('the best response', (test) => {
  test('to one equal opponent wins 50.36% from an empty card, where ties count half', () => {
    const standing = {position: START, points: 0};
    const opponent = distributionOf(solved('official'), standing);
    near(finish(solveWin('official', standing, [opponent])).chance, 0.5036, 5e-5);
  });
});
