/* `fivedice odds`. */
import * as assert from 'uvu/assert';
import {progressBar, progressInWords} from '../../../src/analysis/commands/progress.js';
import {inProcess, usageOf} from '../../support/door.js';
import {near} from '../../support/near.js';
import {suite} from '../../support/suite.js';

suite('odds', (test) => {
  for (const [rules, value] of [
    ['official', 254.587728734495],
    ['free-joker', 254.589609481963],
    ['cs106a', 245.870774514111],
  ] as const) {
    test(
      `of ${rules} expect ${value} from an empty card`,
      inProcess(async ({fivedice}) => {
        const {stdout} = await fivedice('odds', '--rules', rules, '--json');
        const {expected, categories, ...more} = JSON.parse(stdout);
        assert.equal(more, {rules});
        near(expected, value);
        assert.is(categories.length, 13);
      }),
    );
  }

  test(
    'has the chance to reach a target',
    inProcess(async ({fivedice}) => {
      // Out of reach, so that there is little to solve.
      const {target} = JSON.parse((await fivedice('odds', '--target', '2000', '--json')).stdout);
      assert.equal(target, {total: 2000, chance: 0});
      const {stdout} = await fivedice('odds', '--target', '2000');
      assert.match(stdout, /\nbest chance of at least 2000 points: 0\.00%\n/);
    }),
  );
});

suite('the bar of progress', (test) => {
  const bar = (done: number, questions: number): string => progressInWords({done, questions}, 6_000);

  test('shows the part that is done, and how long the rest takes as soon as one percent is done', () => {
    assert.is(bar(0, 10), '[                              ]   0%');
    assert.is(bar(100, 10_000), '[                              ]   1%, about 594 s more');
    assert.is(bar(3, 10), '[#########                     ]  30%, about 14 s more');
    assert.is(bar(10, 10), '[##############################] 100%, about 0 s more');
  });

  test('is drawn after a second, then ten times a second, and wiped out in the end; not for what is quick', () => {
    let [time, written] = [0, ''];
    const show = progressBar(
      (text) => {
        written += text;
      },
      () => time,
    );
    const at = (now: number, done: number | null): string => {
      [time, written] = [now, ''];
      show(done === null ? null : {done, questions: 4});
      return written;
    };
    assert.equal([at(0, 1), at(0, null)], ['', '']);
    assert.equal(
      [at(999, 1), at(1000, 2)],
      ['', '\r[###############               ]  50%, about 1 s more\x1b[K'],
    );
    assert.equal([at(1099, 3), at(1200, null)], ['', '\r\x1b[K']);
  });
});

usageOf('odds', [
  ['--rules Official', '--rules takes cs106a, bonus, official or free-joker, not "Official"'],
  ['--target 0', '--target takes a whole number of at least 1, not "0"'],
  ['official', 'odds takes only flags, not "official"'],
]);
