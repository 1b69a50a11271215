import * as assert from 'uvu/assert';
import {progressLine, timeLeft} from '../../src/command-line/progress.js';
import {suite} from '../support/suite.js';

suite('the time that is left', (test) => {
  test('is not told before anybody can know it', () => {
    const left = timeLeft(1000);
    assert.is(left(50, 50, 3999), null);
    assert.is(left(2, 98, 9000), null);
    assert.is(left(3, 3, 4000), 3000);
  });

  test('counts down steadily, although some things take longer than others', () => {
    const left = timeLeft(0);
    assert.is(left(10, 90, 10_000), 90_000);
    // By the figures 99 and 72.7 seconds.
    assert.is(left(11, 89, 12_240), 87_760);
    assert.is(left(22, 78, 20_500), 79_500);
  });

  test('changes when it was wrong', () => {
    const left = timeLeft(0);
    left(10, 90, 10_000);
    assert.is(left(20, 80, 80_000), 320_000);
  });

  const lines: readonly (readonly [milliseconds: number | null, text: string])[] = [
    [null, ''],
    [0, ', about 5 s left'],
    [31_000, ', about 35 s left'],
    [55_001, ', about 1 min left'],
    [61_000, ', about 2 min left'],
    [7_800_000, ', about 2 h 10 min left'],
  ];
  for (const [milliseconds, text] of lines) {
    test(`${milliseconds} milliseconds: ${text}`, () => {
      const bar = `[${'#'.repeat(10)}${'.'.repeat(30)}] 20/80`;
      assert.is(progressLine(20, 80, milliseconds), bar + text);
    });
  }
});
