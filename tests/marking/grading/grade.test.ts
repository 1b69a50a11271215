/* The cost of being late. Figures are worked out by hand, most from section 5 of the COMP1917 handout. */
import * as assert from 'uvu/assert';
import {afterPenalty, type Policy, parsePenalty} from '../../../src/marking/grading/grade.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

/** "10% of the maximum marks for each day", "0 marks if you submit more than five days late". */
const HANDOUT: Policy = {penalty: parsePenalty('10%/day'), latest: 5};

suite('a grade', (test) => {
  const rows: readonly (readonly [fact: string, line: string, policy?: Partial<Policy>])[] = [
    ['is what there is of who is on time', '6.5/8.0 0d: -0.0 = 6.5 of 8.0'],
    ['loses a tenth of the maximum, not of the points, a day', '6.5/8.0 1d: -0.8 = 5.7 of 8.0'],
    ['loses as much each day', '8.0/8.0 5d: -4.0 = 4.0 of 8.0'],
    ['is 0 after five days', '8.0/8.0 6d: -8.0 = 0.0 of 8.0'],
    ['is never below 0', '3.0/8.0 5d: -3.0 = 0.0 of 8.0'],
    ['has as many decimals as it needs', '6/7 1d: -0.7 = 5.3 of 7'],
    ['loses points', '8.0/8.0 2d: -1.5 = 6.5 of 8.0', {penalty: parsePenalty('0.75/day')}],
    ['may lose all at once', '8/8 1d: -8 = 0 of 8', {penalty: null, latest: 0}],
    ['may lose nothing', '8/8 400d: -0 = 8 of 8', {penalty: null, latest: null}],
    ['is exact', '0.3/0.3 1d: -0.1 = 0.2 of 0.3', {penalty: parsePenalty('0.1/day')}],
  ];
  test('is what the policy says', () => {
    for (const [fact, line, policy] of rows) {
      const [, points = '', maxPoints = '', days = ''] = /^(.*)\/(.*) (\d+)d/.exec(line) ?? [];
      const {penalty, mark} = afterPenalty(points, maxPoints, Number(days), {...HANDOUT, ...policy});
      assert.is(`${points}/${maxPoints} ${days}d: -${penalty} = ${mark} of ${maxPoints}`, line, fact);
    }
  });
});

suite('a penalty', (test) => {
  test('is so much a day', () => {
    for (const text of ['10%', '10', '10%/week', '-1/day', '.5/day', '', '1,5/day']) {
      const message = `10%/day (of the maximum) or 0.5/day (points), not ${JSON.stringify(text)}`;
      throwsRangeError(() => parsePenalty(text), message);
    }
  });
});
