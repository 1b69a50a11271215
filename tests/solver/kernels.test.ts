/* The solver's positions, and the compiled kernel that solves them. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {distribution} from '../../src/solver/distribution.js';
import {EMPTY_CARD, positionsOf, setsFrom} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {AS_USER} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {ROOT} from '../support/readme.js';
import {solved} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

suite('what follows from some open boxes', (test) => {
  test('has the same values if only that is solved, and nothing else has any', () => {
    const open = 0b1_1001_0110_0101;
    const [all, some] = [solved('official'), solve('official', open)];
    for (const set of setsFrom(open))
      for (const [, position] of positionsOf(set)) assert.is(some.of(position), all.of(position));
    const refusal = /does not follow from the open boxes 1100101100101/;
    assert.throws(() => some.of(EMPTY_CARD), refusal);
    assert.throws(() => distribution(some, {position: EMPTY_CARD, points: 0}), refusal);
  });
});

// The compiler takes seconds.
if (isThorough)
  suite('the committed kernel', (test) => {
    test('is compiled from its source; if not, npm run kernel compiles it', () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, 'binary.ts');
        await execa('node', ['--import', 'tsx', '.build/kernel.ts', path], {...AS_USER, cwd: ROOT});
        const committed = readFileSync(join(ROOT, 'src/solver/kernels/binary.ts'), 'utf8');
        assert.ok(readFileSync(path, 'utf8') === committed);
      }));
  });
