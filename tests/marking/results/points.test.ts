import * as assert from 'uvu/assert';
import {inGroups, parsePoints, sumOf} from '../../../src/marking/results/points.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

suite('points', (test) => {
  const sums: readonly (readonly [fact: string, texts: readonly string[], sum: string])[] = [
    ['80 times 0.1 is 8.0', Array(80).fill('0.1'), '8.0'],
    ['the finest fraction counts: 0.1 and 0.25 are 0.35', ['0.1', '0.25'], '0.35'],
    ['decimals stay, even if they are zeros', ['0.50', '0.5'], '1.00'],
    ['whole numbers have no point', ['1', '2'], '3'],
    ['nothing is 0', [], '0'],
    ['less than nothing has a sign', ['0.25', '-0.5'], '-0.25'],
  ];
  test('add up exactly', () => {
    for (const [fact, texts, sum] of sums) assert.is(sumOf(texts), sum, fact);
  });

  test('refuse what is no decimal number', () => {
    for (const text of ['', '.5', '5.', '1,5', '1.2.3', '--1', '1e3', '0x10', ' 1', '0.1\n', 'Infinity', '١'])
      throwsRangeError(() => parsePoints(text), `not a decimal number: ${JSON.stringify(text)}`);
  });
});

suite('the points of a group', (test) => {
  // Each row: a verdict and points for each case of the group, and the points that are left.
  const rows: readonly (readonly [before: string, after: string])[] = [
    ['pass/1 pass/2', '1 2'],
    ['pass/1 wrong-output/0', '0 0'],
    ['pass/0.50 partly-right/1.5', '0.00 0.0'],
    ['pass/1 could-not-check/0', '1 0'],
  ];
  test('are those of all its cases, or none', () => {
    for (const [before, after] of rows) {
      const cases = before.split(' ').map((one) => {
        const [verdict = '', points = ''] = one.split('/');
        return {group: 'g', verdict, points};
      });
      const left = inGroups([...cases, {group: null, verdict: 'wrong-output', points: '7'}]);
      assert.is(left.map(({points}) => points).join(' '), `${after} 7`, before);
    }
  });
});
