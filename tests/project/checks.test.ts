import {copyFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {bundled} from '../support/bundled.js';
import {type Check, type CheckResult, FORMAT, judge, longestFirst, runCheck} from '../support/checks.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const UVU = import.meta.resolve('uvu');
const support = await bundled('suite');

/** Runs a test file with this body, and returns what our runner counts where tools are missing. */
function count(body: string, missing: readonly string[] = []): Promise<CheckResult> {
  return inTemporaryFolder((folder) => {
    const file = join(folder, 'sample.test.mjs');
    writeFileSync(
      file,
      `import {suite as uvuSuite} from '${UVU}';\nimport {suite} from '${support('suite')}';\n${body}\n`,
    );
    return runCheck({name: 'sample', command: ['node', file], count: 'totals'}, missing);
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

  test('what was skipped, each for want of a missing tool', async () => {
    const body = `
      console.log('skipped for want of make, gcc: s: b');
      const s = uvuSuite('s'); s('a', () => {}); s.skip('b', () => {}); s.run();
    `;
    const {passed, failed, skipped, complaint} = await count(body, ['gcc', 'make', 'prove']);
    assert.equal({passed, failed, skipped, complaint}, {passed: 1, failed: 0, skipped: 1, complaint: null});
  });

  test('a file in which everything was skipped', () => {
    const output = 'skipped for want of gcc: s: a\n\n  Total:     0\n  Passed:    0\n  Skipped:   1\n';
    assert.equal(judge(output, 0, 'totals', ['gcc']), {passed: 0, failed: 0, skipped: 1, complaint: null});
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
      'a skip for want of a tool that is there',
      1,
      1,
      /1 skipped, 0 of them for want/,
      `console.log('skipped for want of gcc: s: b');
       const s = uvuSuite('s'); s('a', () => {}); s.skip('b', () => {}); s.run();`,
    ],
    [
      'a skip that is told and did not happen',
      1,
      1,
      /0 skipped, 1 of them for want/,
      `console.log('skipped for want of make: s: b'); suite('s', (test) => { test('a', () => {}); });`,
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
      const result = await count(body, ['make']);
      assert.match(result.complaint ?? '', complaint);
      assert.equal({passed: result.passed, failed: result.failed}, {passed, failed});
    });
  }

  test('a check without totals by its exit status', () => {
    const failed = {passed: 0, failed: 1, skipped: 0};
    assert.equal(judge('', 0, 'status'), {passed: 1, failed: 0, skipped: 0, complaint: null});
    assert.equal(judge('', 1, 'status'), {...failed, complaint: 'exit status 1'});
    assert.equal(judge('', undefined, 'status'), {...failed, complaint: 'ended by a signal'});
    assert.equal(judge('', 'no end', 'totals'), {...failed, complaint: 'no totals (no end)'});
  });

  test('a run that matches no check as failed', async () => {
    const names = ['no-such-check', 'rules'];
    const {stdout, exitCode} = await execa('node', ['--import', 'tsx', 'tests/run.ts', ...names], {
      reject: false,
    });
    assert.is(exitCode, 1);
    assert.match(stdout, /no check is named no-such-check\n0 passed, 0 failed, 0 skipped$/);
  });
});

suite('the runner', (test) => {
  test('takes first what it does not know, the largest first, and then what took longest', () => {
    const check = (name: string, bytes: number): Check => ({name, bytes, command: ['true'], count: 'totals'});
    const checks = [check('quick', 9000), check('new', 100), check('long', 1), check('new and large', 2000)];
    const order = longestFirst(checks, {quick: 0.5, long: 30}).map(({name}) => name);
    assert.equal(order, ['new and large', 'new', 'long', 'quick']);
  });

  test('has the format checked of files that git knows, and of no others', () =>
    inTemporaryFolder(async (cwd) => {
      await execa('git', ['init', '--quiet'], {cwd});
      copyFileSync(join(ROOT, '.biome.json'), join(cwd, '.biome.json'));
      for (const name of ['known.json', 'a saved game.json']) writeFileSync(join(cwd, name), '{"a":1}');
      writeFileSync(join(cwd, 'notes.txt'), 'no code');
      await execa('git', ['add', '.biome.json', 'notes.txt'], {cwd});
      assert.is((await runCheck({...FORMAT, cwd})).complaint, null);
      await execa('git', ['add', 'known.json'], {cwd});
      const {complaint} = await runCheck({...FORMAT, cwd});
      assert.match(complaint ?? '', 'known.json');
      assert.not.match(complaint ?? '', 'saved game');
    }));
});
