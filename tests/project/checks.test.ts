/* The runner of the tests counts what a test file says, and believes none of uvu's false passes. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {BUNDLES, bundle} from '../support/bundle.js';
import {judge, runCheck} from '../support/checks.js';
import {suite} from '../support/suite.js';

mkdirSync(dirname(BUNDLES), {recursive: true});
const folder = mkdtempSync(join(dirname(BUNDLES), 'checks-'));
process.once('exit', () => rmSync(folder, {recursive: true}));
await bundle(['tests/support/suite.ts'], join(folder, 'bundle'));

/** What a test file does, how it is counted, and what is complained of. */
const FILES: readonly [
  fact: string,
  body: string,
  passed: number,
  failed: number,
  complaint: RegExp | null,
][] = [
  [
    'tests that pass, over all suites',
    `suite('a', (test) => { test('1', () => {}); test('2', async () => {}); });
     suite('b', (test) => test('3', () => {}));`,
    3,
    0,
    null,
  ],
  [
    'a test that throws',
    `suite('a', (test) => { test('1', () => {}); test('2', () => { throw new Error('no'); }); });`,
    1,
    1,
    /1 of 2 failed/,
  ],
  ['a thrown null', `suite('a', (test) => test('1', () => { throw null; }));`, 0, 1, /thrown: null/],
  ['a suite without tests', `suite('a', () => {});`, 0, 1, /no totals/],
  ['a file without suites', '', 0, 1, /no totals/],
  [
    'an exit before the totals',
    `suite('a', (test) => test('1', () => process.exit(0)));`,
    0,
    1,
    /no totals \(exit status 1\)/,
  ],
  [
    'an exit status after the totals',
    `suite('a', (test) => test('1', () => {})); process.on('exit', () => { process.exitCode = 3; });`,
    1,
    1,
    /exit status 3/,
  ],
  ['a suite that was not run', `const s = uvu('a'); s('1', () => {});`, 0, 1, /no totals/],
  ['an only', `const s = uvu('a'); s('1', () => {}); s.only('2', () => {}); s.run();`, 1, 1, /1 skipped, 0 /],
  [
    'a failing before',
    `const s = uvu('a'); s.before(() => { throw new Error('no'); }); s('1', () => {}); s.run();`,
    0,
    1,
    /1 of 1 failed/,
  ],
];

suite('the runner', (test) => {
  for (const [fact, body, passed, failed, complaint] of FILES) {
    test(`counts ${fact}`, async () => {
      const file = join(folder, 'sample.mjs');
      const imports = `import {suite as uvu} from 'uvu';
        import {suite} from './bundle/tests/support/suite.mjs';`;
      writeFileSync(file, `${imports}\n${body}\n`);
      const result = await runCheck({name: 'sample', command: ['node', file], count: 'totals'});
      assert.equal([result.passed, result.failed], [passed, failed]);
      if (complaint === null) assert.is(result.complaint, null);
      else assert.match(result.complaint ?? '', complaint);
    });
  }

  test('counts what is skipped for want of a tool, and a check without totals by its status', () => {
    const totals = '\n  Total:     0\n  Passed:    0\n  Skipped:   1\n';
    const skipped = {passed: 0, failed: 0, skipped: 1, complaint: null};
    assert.equal(judge(`skipped for want of gcc: a: 1\n${totals}`, 0, 'totals'), skipped);
    const failed = {passed: 0, failed: 1, skipped: 0};
    assert.equal(judge('', 0, 'status'), {passed: 1, failed: 0, skipped: 0, complaint: null});
    assert.equal(judge('', undefined, 'status'), {...failed, complaint: 'ended by a signal'});
    assert.equal(judge('', 'no end', 'totals'), {...failed, complaint: 'no totals (no end)'});
  });
});
