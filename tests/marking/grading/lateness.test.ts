/* The cost of being late. Figures are worked out by hand, most from section 5 of the COMP1917 handout. */
import * as assert from 'uvu/assert';
import {gradeOf, type Policy, parseLateness, parsePenalty} from '../../../src/marking/grading/lateness.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

/** "10% of the maximum marks for each day", "0 marks if you submit more than five days late". */
const HANDOUT: Policy = {penalty: parsePenalty('10%/day'), latest: 5n};

suite('a grade', (test) => {
  const rows: readonly (readonly [fact: string, line: string, policy?: Partial<Policy>])[] = [
    ['is what there is of who is on time', '6.5/8.0 0d: -0.0 = 6.5 of 8.0'],
    ['loses a tenth of the maximum, not of the points, a day', '6.5/8.0 1d: -0.8 = 5.7 of 8.0'],
    ['loses as much each day', '8.0/8.0 5d: -4.0 = 4.0 of 8.0'],
    ['is 0 after five days', '8.0/8.0 6d: -8.0 = 0.0 of 8.0'],
    ['is never below 0', '3.0/8.0 5d: -3.0 = 0.0 of 8.0'],
    ['has as many decimals as it needs', '6/7 1d: -0.7 = 5.3 of 7'],
    ['loses points', '8.0/8.0 2d: -1.5 = 6.5 of 8.0', {penalty: parsePenalty('0.75/day')}],
    ['may lose all at once', '8/8 1d: -8 = 0 of 8', {penalty: null, latest: 0n}],
    ['may lose nothing', '8/8 400d: -0 = 8 of 8', {penalty: null, latest: null}],
    ['is exact', '0.3/0.3 1d: -0.1 = 0.2 of 0.3', {penalty: parsePenalty('0.1/day')}],
  ];
  test('is what the policy says', () => {
    for (const [fact, line, policy] of rows) {
      const [, points = '', maxPoints = '', days = ''] = /^(.*)\/(.*) (\d+)d/.exec(line) ?? [];
      const {penalty, mark} = gradeOf(points, maxPoints, BigInt(days), {...HANDOUT, ...policy});
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

suite('a table of late submissions', (test) => {
  const read: readonly (readonly [fact: string, text: string, late: string])[] = [
    ['has days', 'submission,days\na.c,2\n', 'a.c 2'],
    [
      'counts a begun day',
      'submission,days\na.c,0\nb.c,0.01\nc.c,1.00\nd.c,1.5\n',
      'a.c 0, b.c 1, c.c 1, d.c 2',
    ],
    ['has its columns in any order, and more', 'Days Late,who, Submission\n3,Ann,a.c\n', 'a.c 3'],
    ['may be from Excel', '\ufeffsubmission,days\r\n"a, ""b"".c",1\r\n\r\n', 'a, "b".c 1'],
    [
      'has semicolons where the comma is the decimal point',
      '\ufeffSubmission;Days\r\na.c;1,5\r\nb.c;"0,01"\r\nc.c;2\r\n"d;d.c";1.5\r\ne.c;1,125\r\n',
      'a.c 2, b.c 1, c.c 2, d;d.c 2, e.c 2',
    ],
    ['has tabs', 'submission\tdays\na, b.c\t1.5\nc.c\t1,5\n', 'a, b.c 2, c.c 2'],
  ];
  test('gives days late, begun ones whole', () => {
    for (const [fact, text, late] of read)
      assert.is([...parseLateness(text)].map(([name, days]) => `${name} ${days}`).join(', '), late, fact);
  });

  const columns = 'it needs a first line with the columns submission and days, not ';
  const refused: readonly (readonly [text: string, message: string])[] = [
    ['', `${columns}""`],
    ['submission|days\na.c|1\n', `${columns}"submission|days"`],
    ['submission,days,days late\n', `${columns}"submission,days,days late"`],
    [
      'submission,days\n"a\nb",1\na.c,1,5\n',
      'line 4: 3 cells, but the first line has 2; a cell that contains "," needs quotes',
    ],
    ['submission,days\n,1\n', 'line 2: the submission is missing'],
    ['submission;days\na.c;bald\n', 'a.c: "bald" is not a number of days, such as 2 or 1.5'],
    ['submission,days\na.c,1\na.c,2\n', 'a.c: it has two rows'],
    ['submission,days\na"b,1\n"x"y,1\n', 'line 3: misplaced quote'],
  ];
  test('is refused', () => {
    for (const [text, message] of refused) throwsRangeError(() => parseLateness(text), message);
  });
});
