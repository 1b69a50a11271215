/* The example in the README of the analysis. */
import * as assert from 'uvu/assert';
import {inProcess} from '../support/door.js';
import {example} from '../support/readme.js';
import {suite} from '../support/suite.js';

suite('the README of the analysis', (test) => {
  test(
    'shows advice and the chance to win',
    inProcess(async ({fivedice}) => {
      const [, name, ...args] = example('win').replaceAll('\\\n', '').trim().split(/ +/);
      assert.is(name, 'fivedice');
      assert.equal(await fivedice(...args), {stdout: example('win-prints'), stderr: '', exitCode: 0});
    }),
  );
});
