/* What is solved, and where. */
import * as assert from 'uvu/assert';
import {distributionOf} from '../../src/solver/distribution.js';
import {positionsOf, START, setsFrom} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

suite('what follows from some open boxes', (test) => {
  test('has the same values if only that is solved, and nothing else has any', () => {
    const open = 0b1_1001_0110_0101;
    const [all, some] = [solved('official'), solve('official', open)];
    for (const set of setsFrom(all.lattice, open))
      for (const [, position] of positionsOf(all.lattice, set))
        assert.is(some.of(position), all.of(position));
    const refusal = /does not follow from the open boxes 1100101100101/;
    assert.throws(() => some.of(START), refusal);
    assert.throws(() => distributionOf(some, {position: START, points: 0}), refusal);
  });
});
