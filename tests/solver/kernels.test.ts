/* All ways to solve a rule set give the same values. */
import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../src/rules/variants.js';
import {typedArrayKernel} from '../../src/solver/kernels/typed-arrays.js';
import {fastestKernel, webAssemblyKernel} from '../../src/solver/kernels/webassembly.js';
import {solve} from '../../src/solver/solver.js';
import {solved as solvedInThreads, solveInThreads} from '../../src/solver/workers/threads.js';
import {isThorough} from '../support/effort.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';

suite('the kernels', (test) => {
  for (const rules of isThorough ? RULE_SETS : (['official'] as const)) {
    test(`agree on every value by ${rules} to 1e-12`, () => {
      const [plain, compiled] = [solve(rules, typedArrayKernel), solve(rules, webAssemblyKernel())];
      assert.is(plain.numbers.length, compiled.numbers.length);
      const differences = plain.numbers.map((value, place) =>
        Math.abs(value - (compiled.numbers[place] ?? 1e9)),
      );
      assert.ok(differences.reduce((most, one) => Math.max(most, one)) < 1e-12);
    });
  }

  test('are chosen by what runs here: without WebAssembly, the plain one', () => {
    const {WebAssembly: real} = globalThis;
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    try {
      assert.is(fastestKernel(), typedArrayKernel);
    } finally {
      globalThis.WebAssembly = real;
    }
    assert.is.not(fastestKernel(), typedArrayKernel);
  });
});

suite('threads', (test) => {
  for (const threads of isThorough ? [1, 2, 3] : [2]) {
    test(`give the same values: ${threads}`, async () => {
      assert.equal((await solveInThreads('official', threads)).numbers, solved('official').numbers.slice());
    });
  }

  test('solve a set of rules once, however often it is asked for', async () => {
    const [first, second] = await Promise.all([solvedInThreads('official'), solvedInThreads('official')]);
    assert.ok(first === second);
  });

  test('that fail say why', async () => {
    // No such rules: each thread throws.
    const wrong = 'none' as 'official';
    await solveInThreads(wrong).then(
      () => assert.unreachable(),
      (error: unknown) => assert.instance(error, TypeError),
    );
  });
});
