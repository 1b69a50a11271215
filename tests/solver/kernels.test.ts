/* The solver's positions, and the compiled kernel that solves them. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {RULES} from '../../src/rules/rule-sets.js';
import {distribution} from '../../src/solver/distribution.js';
import {
  bitOf,
  EMPTY_CARD,
  IMPOSSIBLE,
  lattice,
  type Position,
  placeOf,
  positionsOf,
  SETS,
  setsFrom,
  UPPER_TOTALS,
} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {AS_USER} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {throwsRangeError} from '../support/thrown.js';

suite('the lattice', (test) => {
  test('has 536,448 positions, and 310,656 values', () => {
    // Six lower boxes are open or not; the Yahtzee box is open, or holds 0 or 50.
    const [positions, values] = [[] as number[], new Set<string>()];
    for (const [at, place] of lattice(63).classes.entries()) {
      if (place === IMPOSSIBLE) continue;
      positions.push(at);
      values.add(`${Math.floor(at / UPPER_TOTALS)} ${place}`);
    }
    assert.is(positions.length * 2 ** 6 * 3, 536_448);
    assert.is(values.size * 2 ** 6 * 3, 310_656);
  });

  const impossible: readonly [why: string, position: Position][] = [
    ['no ones, only twos: 1 above', {open: SETS - 1 - bitOf('twos'), upper: 1, pays: false}],
    ['the Yahtzee box is open, and holds 50', {...EMPTY_CARD, pays: true}],
    ['no boxes at all', {open: -1, upper: 0, pays: false}],
    ['more than 63', {open: 0, upper: 64, pays: false}],
  ];
  for (const [why, position] of impossible) {
    test(`refuses what cannot occur: ${why}`, () =>
      throwsRangeError(() => placeOf(lattice(63), position), /^position must be that of a card/));
  }
});

suite('what follows from some open boxes', (test) => {
  test('has the same values if only that is solved, and nothing else has any', () => {
    const open = 0b1_1001_0110_0101;
    // Rules of its own, and the fewer values first: solve would take them from all that it keeps.
    const rules = {...RULES.official, yahtzeeBonus: 99};
    const [some, all] = [solve(rules, open), solve(rules)];
    assert.is.not(some.numbers, all.numbers);
    for (const set of setsFrom(open))
      for (const [, position] of positionsOf(lattice(63), set))
        assert.is(some.of(position), all.of(position));
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
