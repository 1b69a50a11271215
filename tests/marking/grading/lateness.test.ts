/* What being late costs. The figures are worked out by hand, most of them from section 5 of the COMP1917 handout. */
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
    [
      'is exact in large numbers',
      '90071992547409931.1/90071992547409931.1 0d: -0.0 = 90071992547409931.1 of 90071992547409931.1',
    ],
  ];
  for (const [fact, line, policy] of rows) {
    test(`${fact}: ${line}`, () => {
      const [, points = '', maxPoints = '', days = ''] = /^(.*)\/(.*) (\d+)d/.exec(line) ?? [];
      const {penalty, mark} = gradeOf(points, maxPoints, BigInt(days), {...HANDOUT, ...policy});
      assert.is(`${points}/${maxPoints} ${days}d: -${penalty} = ${mark} of ${maxPoints}`, line);
    });
  }
});

suite('a grade of 20,000 decimals', (test) => {
  const [long, tiny] = [`1.${'0'.repeat(20_000)}`, `0.${'0'.repeat(20_000)}/day`];

  test('has as many as its points', () => {
    const {penalty, mark} = gradeOf(long, long, 0n, {...HANDOUT, penalty: null});
    assert.equal([penalty, mark], [long.replace('1', '0'), long]);
  });

  test('has no more than it needs', () => {
    const {penalty, mark} = gradeOf('1.0', '1.0', 1n, {...HANDOUT, penalty: parsePenalty(tiny)});
    assert.equal([penalty, mark], ['0.0', '1.0']);
  });
});

suite('a penalty', (test) => {
  for (const text of ['10%', '10', '10%/week', '-1/day', '1e1/day', '.5/day', '10 %/day', '', '1,5/day']) {
    test(`is not ${JSON.stringify(text)}`, () => {
      const message = `10%/day, a part of the maximum, or 0.5/day, so many points; not ${JSON.stringify(text)}`;
      throwsRangeError(() => parsePenalty(text), message);
    });
  }
});

suite('a table of late submissions', (test) => {
  const read: readonly (readonly [fact: string, text: string, late: string])[] = [
    ['has days', 'submission,days\na.c,2\n', 'a.c 2'],
    [
      'counts a begun day',
      'submission,days\na.c,0\nb.c,0.01\nc.c,1.00\nd.c,1.5\n',
      'a.c 0, b.c 1, c.c 1, d.c 2',
    ],
    ['has hours', 'submission,hours\na.c,0.5\nb.c,24\nc.c,24.5\n', 'a.c 1, b.c 1, c.c 2'],
    ['has its columns in any order, and more', 'Days Late,who, Submission\n3,Ann,a.c\n', 'a.c 3'],
    ['may be from Excel', '\ufeffsubmission,days\r\n"a, ""b"".c",1\r\n\r\n', 'a, "b".c 1'],
    ['may have a name on two lines', 'submission,days\n"a\nb",1', 'a\nb 1'],
    ['may be empty', 'submission,days', ''],
    ['may have empty rows and cells', 'submission,days\n,\na.c,1,\n\n', 'a.c 1'],
    ['may have spaces around its numbers', 'submission, days\na.c, 1.5\n', 'a.c 2'],
    ['may have the line ends of an old Mac', 'submission,days\ra.c,1\rb.c,2\r', 'a.c 1, b.c 2'],
    [
      'has semicolons where the comma is the decimal point',
      '\ufeffSubmission;Days\r\na.c;1,5\r\nb.c;"0,01"\r\nc.c;2\r\n"d;d.c";1.5\r\ne.c;1,125\r\n',
      'a.c 2, b.c 1, c.c 2, d;d.c 2, e.c 2',
    ],
    ['has a decimal comma in quotes', 'submission,days\na.c,"1,5"\n', 'a.c 2'],
    ['has as many decimals as it likes', 'submission,hours\na.c,24.000\nb.c,24.001\n', 'a.c 1, b.c 2'],
    ['has tabs', 'submission\tdays\na, b.c\t1.5\nc.c\t1,5\n', 'a, b.c 2, c.c 2'],
    ['takes what its first line has most of', '"a;b;c",submission,days\n;,a;b.c,1\n', 'a;b.c 1'],
    ['knows semicolons by its first line only', 'name, first;submission;days\n"A, B";a.c;1\n', 'a.c 1'],
  ];
  for (const [fact, text, late] of read) {
    test(fact, () => {
      assert.is([...parseLateness(text)].map(([name, days]) => `${name} ${days}`).join(', '), late);
    });
  }

  const columns = 'it needs a first line with the columns submission and days, or submission and hours, not ';
  const refused: readonly (readonly [text: string, message: string])[] = [
    ['', `${columns}""`],
    ['a.c,2\n', `${columns}"a.c,2"`],
    ['submission|days\na.c|1\n', `${columns}"submission|days"`],
    ['submission;day\na.c;1\n', `${columns}"submission;day"`],
    ['sep=;\nsubmission;days\n', `${columns}"sep=;"`],
    ['submission,submission,days\n', `${columns}"submission,submission,days"`],
    [
      'submission,days\na.c,1,5\n',
      'line 2: 3 cells, and the first line has 2; a cell with "," in it needs quotes',
    ],
    [
      'submission,days\n"a\nb",1\na.c,1,5\n',
      'line 4: 3 cells, and the first line has 2; a cell with "," in it needs quotes',
    ],
    [
      'submission;days\na.c;1;5\n',
      'line 2: 3 cells, and the first line has 2; a cell with ";" in it needs quotes',
    ],
    ['submission,days\n,1\n', 'line 2: it names no submission'],
    ['submission,days\na.c;1\n', 'a.c;1: "" is not a number of days, such as 2 or 1.5'],
    ['submission;days\na.c;bald\n', 'a.c: "bald" is not a number of days, such as 2 or 1,5'],
    ['submission;days\na.c;1.000,5\n', 'a.c: "1.000,5" is not a number of days, such as 2 or 1,5'],
    ['submission;days\na.c;1,5,5\n', 'a.c: "1,5,5" is not a number of days, such as 2 or 1,5'],
    ['submission;days\na.c;,5\n', 'a.c: ",5" is not a number of days, such as 2 or 1,5'],
    ['submission;hours\na.c;1.500\n', 'a.c: "1.500" could be 1500 or 1,5 hours: write one of these'],
    ['submission,hours\na.c,"1,125"\n', 'a.c: "1,125" could be 1125 or 1.125 hours: write one of these'],
    ['submission,days,hours\n', `${columns}"submission,days,hours"`],
    ['submission,days\na.c,-1\n', 'a.c: "-1" is not a number of days, such as 2 or 1.5'],
    ['submission,hours\na.c\n', 'a.c: "" is not a number of hours, such as 2 or 1.5'],
    ['submission,days\na.c,1\na.c,2\n', 'a.c: there are two rows of it'],
    ['submission,days\n"a.c,1\n', 'line 2: a quote is wrong'],
    ['submission,days\na"b,1\n"x"y,1\n', 'line 3: a quote is wrong'],
    ['submission,days\r"a.c,1\r', 'line 2: a quote is wrong'],
  ];
  for (const [text, message] of refused) {
    test(`is refused: ${message}`, () => {
      throwsRangeError(() => parseLateness(text), message);
    });
  }
});
