/* What is solved, and where. */
import * as assert from 'uvu/assert';
import {positionsOf, START, setsFrom} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {solved as solvedInThread} from '../../src/solver/workers/threads.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

suite('what follows from some open boxes', (test) => {
  test('has the same values if only that is solved, and nothing else has any', () => {
    const open = 0b1_1001_0110_0101;
    const [all, some] = [solved('official'), solve('official', open)];
    for (const set of setsFrom(all.lattice, open))
      for (const [, position] of positionsOf(all.lattice, set))
        assert.is(some.of(position), all.of(position));
    assert.throws(() => some.of(START), /does not follow from the open boxes 1100101100101/);
  });
});

suite('a thread', (test) => {
  test('gives the same values', async () => {
    assert.equal((await solvedInThread('official')).numbers, solved('official').numbers.slice());
  });

  test('solves a set of rules once, however often it is asked for', async () => {
    const [first, second] = await Promise.all([solvedInThread('official'), solvedInThread('official')]);
    assert.ok(first === second);
  });

  test('that fails says why', async () => {
    // No such rules: the thread throws.
    await solvedInThread('none' as 'official').then(
      () => assert.unreachable(),
      (error: unknown) => assert.instance(error, TypeError),
    );
  });
});
