import * as assert from 'uvu/assert';
import {
  formatPoints,
  inGroups,
  ONE_POINT,
  type Points,
  parsePoints,
  sumOf,
} from '../../../src/marking/results/points.js';
import {suite} from '../../support/suite.js';

suite('points', (test) => {
  const sums: readonly (readonly [fact: string, texts: readonly string[], sum: string])[] = [
    ['80 times 0.1 is 8.0', Array(80).fill('0.1'), '8.0'],
    ['50 times 0.1 is 5.0', Array(50).fill('0.1'), '5.0'],
    ['0.1 and 0.2 are 0.3', ['0.1', '0.2'], '0.3'],
    ['the finest fraction counts: 0.1 and 0.25 are 0.35', ['0.1', '0.25'], '0.35'],
    ['decimals stay, even if they are zeros', ['0.50', '0.5'], '1.00'],
    ['a third is only as exact as it was written', ['0.333', '0.333', '0.333'], '0.999'],
    ['whole numbers have no point', ['1', '2'], '3'],
    ['nothing is 0', [], '0'],
    ['nothing of tenths is 0.0', ['0.0', '0.0'], '0.0'],
    ['beyond what a double can hold', ['9007199254740993', '0.1'], '9007199254740993.1'],
    ['far beyond', [`1${'0'.repeat(400)}`, '0.001'], `1${'0'.repeat(400)}.001`],
    ['leading zeros mean nothing', ['007', '0003.50'], '10.50'],
  ];
  for (const [fact, texts, sum] of sums) test(`add up: ${fact}`, () => assert.is(sumOf(texts), sum));

  const written: readonly (readonly [string, Points, formatted: string])[] = [
    ['1', {units: 1n, decimals: 0}, '1'],
    ['0.1', {units: 1n, decimals: 1}, '0.1'],
    ['0.25', {units: 25n, decimals: 2}, '0.25'],
    ['0.05', {units: 5n, decimals: 2}, '0.05'],
    ['10', {units: 10n, decimals: 0}, '10'],
    ['0', {units: 0n, decimals: 0}, '0'],
    ['12.340', {units: 12340n, decimals: 3}, '12.340'],
  ];
  for (const [text, points, formatted] of written) {
    test(`a suite's ${JSON.stringify(text)} is ${formatted}`, () => {
      assert.equal(parsePoints(text), points);
      assert.is(formatPoints(points), formatted);
    });
  }

  test('are none or one by default', () => {
    assert.is(formatPoints({units: 0n, decimals: 0}), '0');
    assert.is(formatPoints(ONE_POINT), '1');
  });

  const wrong = [
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '1,5',
    '1.2.3',
    '-1',
    '+1',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '1\n',
    '0.1\n',
    '1_000',
    'NaN',
    'Infinity',
    '١',
    '1/2',
    'one "half"',
  ];
  for (const text of wrong) {
    test(`refuse ${JSON.stringify(text)}`, () => {
      const refusal = complaint(() => parsePoints(text));
      assert.instance(refusal, RangeError);
      assert.is(refusal?.message, `not a decimal number: ${JSON.stringify(text)}`);
    });
  }
});

function complaint(work: () => unknown): Error | undefined {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error : undefined;
  }
  return undefined;
}

suite('the points of a group', (test) => {
  // Each row: a verdict and points for each case of the group, and the points that are left.
  const rows: readonly (readonly [before: string, after: string])[] = [
    ['pass/1 pass/2', '1 2'],
    ['pass/1 wrong-output/0', '0 0'],
    ['pass/0.50 partly-right/1.5', '0.00 0.0'],
    ['pass/1 could-not-check/0', '1 0'],
  ];
  for (const [before, after] of rows) {
    test(`${before}: ${after}`, () => {
      const cases = before.split(' ').map((one) => {
        const [verdict = '', points = ''] = one.split('/');
        return {group: 'g', verdict, points};
      });
      const left = inGroups([...cases, {group: null, verdict: 'wrong-output', points: '7'}]);
      assert.is(left.map(({points}) => points).join(' '), `${after} 7`);
    });
  }
});
