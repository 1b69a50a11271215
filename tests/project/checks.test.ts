import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {type CheckResult, judge, runCheck} from '../support/checks.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const UVU = import.meta.resolve('uvu');
const SUITE = new URL('../support/suite.ts', import.meta.url).href;

/** Runs a test file with this body, and returns what our runner counts. */
function count(body: string): Promise<CheckResult> {
  return inTemporaryFolder((folder) => {
    const file = join(folder, 'sample.test.mts');
    writeFileSync(
      file,
      `import {suite as uvuSuite} from '${UVU}';\nimport {suite} from '${SUITE}';\n${body}\n`,
    );
    const tsx = import.meta.resolve('tsx');
    return runCheck({name: 'sample', command: ['node', '--import', tsx, file], count: 'totals'});
  });
}

suite('the runner counts', (test) => {
  test('tests that pass, over all suites of a file', async () => {
    const {passed, failed, complaint} = await count(`
      suite('one', (test) => { test('a', () => {}); test('b', async () => {}); });
      suite('two', (test) => { test('c', () => {}); });
    `);
    assert.equal({passed, failed, complaint}, {passed: 3, failed: 0, complaint: null});
  });

  const bad: readonly [fact: string, passed: number, failed: number, complaint: RegExp, body: string][] = [
    [
      'a test that throws',
      1,
      1,
      /1 of 2 failed/,
      `suite('s', (test) => { test('a', () => {}); test('b', () => { throw new Error('no'); }); });`,
    ],
    [
      'a test that throws null',
      0,
      1,
      /thrown: null/,
      `suite('s', (test) => { test('a', () => { throw null; }); });`,
    ],
    [
      'a test that rejects with a string',
      0,
      1,
      /thrown: why/,
      `suite('s', (test) => { test('a', () => Promise.reject('why')); });`,
    ],
    ['a suite without tests', 0, 1, /no totals/, `suite('s', () => {});`],
    ['a file without suites', 0, 1, /no totals/, ''],
    ['a file that does not load', 0, 1, /no totals \(exit status 1\)/, `import 'nothing-of-that-name';`],
    [
      'an exit before the totals',
      0,
      1,
      /no totals \(exit status 1\)/,
      `suite('s', (test) => { test('a', () => process.exit(0)); });`,
    ],
    [
      'a bad exit status after the totals',
      1,
      1,
      /exit status 3/,
      `suite('s', (test) => { test('a', () => {}); }); process.on('exit', () => { process.exitCode = 3; });`,
    ],
    ['a plain uvu suite that was not run', 0, 1, /no totals/, `const s = uvuSuite('s'); s('a', () => {});`],
    [
      'a plain uvu suite with a skip',
      1,
      1,
      /1 skipped/,
      `const s = uvuSuite('s'); s('a', () => {}); s.skip('b', () => {}); s.run();`,
    ],
    [
      'a plain uvu suite with an only',
      1,
      1,
      /2 skipped/,
      `const s = uvuSuite('s'); s('a', () => {}); s('b', () => {}); s.only('c', () => {}); s.run();`,
    ],
    [
      'a plain uvu suite that throws null',
      0,
      1,
      /1 of 1 failed/,
      `const s = uvuSuite('s'); s('a', () => { throw null; }); s.run();`,
    ],
    [
      'a failing before',
      0,
      1,
      /1 of 1 failed/,
      `const s = uvuSuite('s'); s.before(() => { throw new Error('no'); }); s('a', () => {}); s.run();`,
    ],
  ];
  for (const [fact, passed, failed, complaint, body] of bad) {
    test(`${fact}: failed`, async () => {
      const result = await count(body);
      assert.match(result.complaint ?? '', complaint);
      assert.equal({passed: result.passed, failed: result.failed}, {passed, failed});
    });
  }

  test('a check without totals by its exit status', () => {
    assert.equal(judge('', 0, 'status'), {passed: 1, failed: 0, complaint: null});
    assert.equal(judge('', 1, 'status'), {passed: 0, failed: 1, complaint: 'exit status 1'});
    assert.equal(judge('', undefined, 'status'), {passed: 0, failed: 1, complaint: 'ended by a signal'});
    assert.equal(judge('', 'no end', 'totals'), {passed: 0, failed: 1, complaint: 'no totals (no end)'});
  });

  test('a run that matches no check as failed', async () => {
    const {stdout, exitCode} = await execa('node', ['--import', 'tsx', 'tests/run.ts', 'no-such-check'], {
      reject: false,
    });
    assert.is(exitCode, 1);
    assert.match(stdout, /no check is named no-such-check\n0 passed, 0 failed$/);
  });
});
