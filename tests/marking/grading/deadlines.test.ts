/* Days after a deadline, worked out by hand with a calendar. */
import * as assert from 'uvu/assert';
import {daysLate, daysLateIn, movedBy, parseDeadline} from '../../../src/marking/grading/deadlines.js';
import {People, type Student} from '../../../src/marking/grading/people.js';
import {sheetIn} from '../../../src/marking/grading/sheet.js';
import {parseTable, type TableRow} from '../../../src/marking/results/csv.js';
import {type Handed, NOBODY} from '../../../src/marking/results/marks.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

const SYDNEY = '2016-09-04 23:59:59 Australia/Sydney';

interface Given {
  readonly late?: string;
  readonly extensions?: string;
  readonly handed?: Partial<Handed>;
  readonly sheet?: string;
}

/** Returns the days that Ann is late. */
function days(due: string, submitted: string | null, given: Given = {}): string {
  const deadline = parseDeadline(due);
  const sheet = given.sheet === undefined ? null : sheetIn(parseTable(Buffer.from(given.sheet)));
  const people = new People([['Ann', {...NOBODY, id: '7', submitted, ...given.handed}]], sheet);
  const read = <T>(text: string | undefined, use: (row: TableRow) => T): ReadonlyMap<Student, T> =>
    text === undefined ? new Map() : people.valuesIn(parseTable(Buffer.from(text)), ['days', 'due'], use);
  const late = read(given.late, daysLateIn);
  const moved = read(given.extensions, (row) => movedBy(row, deadline));
  return [...daysLate(people.students, deadline, late, moved).values()].join();
}

const worksheet = (modified: string): string =>
  `Identifier,Grade,Maximum grade,Last modified (submission)\nParticipant 7,,10,"${modified}"\n`;

suite('days late', (test) => {
  // biome-ignore format: a table
  const rows: readonly (readonly [fact: string, due: string, submitted: string | null, days: string, given?: Given])[] = [
    ['the last second counts', SYDNEY, '2016-09-04T23:59:59', '0'],
    ['a begun day is whole', SYDNEY, '2016-09-05 00:00', '1'],
    ['a day ends a day later', SYDNEY, '2016-09-05T23:59:59', '1'],
    ['and then begins the next', SYDNEY, '2016-09-06T00:00:00', '2'],
    ['UTC is 10 hours behind', SYDNEY, '2016-09-04T13:59:59Z', '0'],
    ['so this is late', SYDNEY, '2016-09-04T14:00:00Z', '1'],
    ['in summer 11', '2016-10-04 23:59:59 Australia/Sydney', '2016-10-04T12:59:59.900Z', '0'],
    ['so this is late, too', '2016-10-04 23:59:59 Australia/Sydney', '2016-10-04T13:00:00Z', '1'],
    ['a day of 23 hours is a day', '2016-10-01 23:59 Australia/Sydney', '2016-10-02T12:59:00Z', '1'],
    ['and one of 25', '2016-04-02 23:59 Australia/Sydney', '2016-04-03T13:59:00Z', '1'],
    ['an offset will do where times have one', '2016-09-04T23:59:59+10:00', '2016-09-05T00:00:00+10:00', '1'],
    ['or another', '2016-09-04T23:59:59Z', '2016-09-05T05:29:59+05:30', '0'],
    ['or one to the west', '2016-09-04T23:59:59Z', '2016-09-04T19:00:00-05:00', '1'],
    ['an extension of days', SYDNEY, '2016-09-07T00:00:00', '1', {extensions: 'id,days\n7,2\n'}],
    ['of hours', SYDNEY, '2016-09-05T01:29:59', '0', {extensions: 'name,days\nAnn,1:30:00\n'}],
    ['to another time', SYDNEY, '2016-09-07T00:00:01', '1', {extensions: 'id,due,days\n7,2016-09-07 0:00,\n'}],
    ['given with its zone', SYDNEY, '2016-09-07T00:00:01', '0', {extensions: 'id,due\n7,2016-09-06T14:00:01Z\n'}],
    ['a table of days wins', SYDNEY, '2016-09-09T00:00:00', '2', {late: 'id;days\n7;"1,5"\n', extensions: 'id,days\n7,9\n'}],
    ['even over no time', SYDNEY, null, '0', {late: 'id,days\n7,0\n', handed: {late: true}}],
    ['a system that says "not late" needs no time', SYDNEY, null, '', {handed: {late: false}}],
    ["Moodle's sheet has the time", SYDNEY, null, '1', {sheet: worksheet('Monday, 5 September 2016, 12:00 AM')}],
    ['also in American', SYDNEY, null, '0', {sheet: worksheet('Sunday, September 4, 2016, 11:59 PM')}],
    ['the class has it first', SYDNEY, '2016-09-04T10:00', '0', {sheet: worksheet('4. September 2016')}],
  ];
  test('begin where the deadline is, in its zone', () => {
    for (const [fact, due, submitted, expected, given] of rows)
      assert.is(days(due, submitted, given), expected, fact);
  });

  // biome-ignore format: a table
  const refused: readonly (readonly [message: string, due: string, submitted: string | null, given?: Given])[] = [
    ["no time of submission is known for Ann (LATE): give their days with --late, or Moodle's worksheet as --sheet", SYDNEY, null, {handed: {late: true}}],
    ["no time of submission is known for Ann: give their days with --late, or Moodle's worksheet as --sheet", SYDNEY, null],
    ["no time of submission is known for Ann: give their days with --late, or Moodle's worksheet as --sheet", SYDNEY, null, {sheet: worksheet('-')}],
    ['Ann: line 2, Last modified (submission): "Montag, 5. September 2016, 00:00" is not a time such as 2016-09-04 23:59:59, or as Moodle writes it in English', SYDNEY, null, {sheet: worksheet('Montag, 5. September 2016, 00:00')}],
    ['Ann: "3/5/2016 10:00" is not a time such as 2016-09-04 23:59:59, or as Moodle writes it in English', SYDNEY, '3/5/2016 10:00'],
    ['Ann: "2016-02-30 10:00" is not a time such as 2016-09-04 23:59:59, or as Moodle writes it in English', SYDNEY, '2016-02-30 10:00'],
    ['Ann: "2016-09-04T10:00:00" has no zone, so the deadline needs one by name, not +10:00', '2016-09-04T23:59:59+10:00', '2016-09-04T10:00:00'],
    ['Ann: a row has either days or due', SYDNEY, '2016-09-04T10:00', {extensions: 'id,days,due\n7,1,2016-09-05 10:00\n'}],
    ['Ann: "-1" is not a number of days, such as 2 or 1.5, nor hours such as 1:30:00', SYDNEY, null, {late: 'id,days\n7,-1\n'}],
    ['Ann: "1:30" is not a number of days, such as 2 or 1.5, nor hours such as 1:30:00', SYDNEY, null, {late: 'id,days\n7,1:30\n'}],
  ];
  test('are never guessed', () => {
    for (const [message, due, submitted, given] of refused)
      throwsRangeError(() => days(due, submitted, given), message);
  });
});

suite('a deadline', (test) => {
  test('has a time that exists, and a zone', () => {
    for (const text of [
      '2016-09-04 23:59:59',
      '2016-09-04',
      '4 Sep 2016 23:59 Australia/Sydney',
      '2016-02-30 1:00 UTC',
    ])
      throwsRangeError(
        () => parseDeadline(text),
        `a time with its zone, such as '2016-09-04 23:59:59 Australia/Sydney', not ${JSON.stringify(text)}`,
      );
    throwsRangeError(
      () => parseDeadline('2016-09-04 23:59 Sidney'),
      /^a time zone such as Australia\/Sydney: .*Sidney/,
    );
  });
});

suite('a table of late submissions', (test) => {
  // biome-ignore format: a table
  const read: readonly (readonly [fact: string, text: string, late: string])[] = [
    ['counts a begun day', 'submission,days\na.c,0\nb.c,0.01\nc.c,1.00\nd.c,1.5\n', 'a.c 0, b.c 1, c.c 1, d.c 2'],
    ['counts begun hours', 'submission,days\na.c,0:00:00\nb.c,1:30:00\nc.c,24:00:00\nd.c,24:00:01\n', 'a.c 0, b.c 1, c.c 1, d.c 2'],
    ['has its columns in any order, and more', 'Days Late,who, Submission\n3,Ann,a.c\n', 'a.c 3'],
    ['may be from Excel', '\ufeffsep=;\r\nsubmission;days;\r\n"a.c" ;1 ;\r\n;;\r\n\r\n', 'a.c 1'],
    ['has semicolons where the comma is the decimal point', '\ufeffSubmission;Days\r\na.c;1,5\r\nb.c;"0,01"\r\nc.c;1,125', 'a.c 2, b.c 1, c.c 2'],
    ['has tabs', 'submission\tdays\na.c\t1.5\nb.c\t1,5\n', 'a.c 2, b.c 2'],
  ];
  const people = new People(
    ['a.c', 'b.c', 'c.c', 'd.c'].map((name) => [name, NOBODY] as const),
    null,
  );
  const late = (text: string): string => {
    const days = people.valuesIn(parseTable(Buffer.from(text)), ['days', 'days late'], daysLateIn);
    return Array.from(days, ([{title}, count]) => `${title} ${count}`).join(', ');
  };
  test('gives days late, begun ones whole', () => {
    for (const [fact, text, expected] of read) assert.is(late(text), expected, fact);
  });

  const columns =
    'it needs a first line with a column submission, id, email or name, and one of days or days late, not ';
  // biome-ignore format: a table
  const refused: readonly (readonly [text: string, message: string])[] = [
    ['', `${columns}""`],
    ['submission|days\na.c|1\n', `${columns}"submission|days"`],
    ['submission,hours\na.c,1\n', `${columns}"submission,hours"`],
    ['submission,days\n"a\nb",1\na.c,1,5\n', 'line 4: 3 cells, but the first line has 2; a cell that contains "," needs quotes'],
    ['sep=,\nsubmission,days\n,1\n', 'line 3 names nobody'],
    ['submission,days\na.c,1\na.c,2\n', 'a.c has two rows: lines 2 and 3'],
    ['submission,days\na"b,1\n"x"y,1\n', 'line 3: misplaced quote'],
    ['submission;days\na.c;bald\n', 'a.c: "bald" is not a number of days, such as 2 or 1.5, nor hours such as 1:30:00'],
  ];
  test('is refused', () => {
    for (const [text, message] of refused) throwsRangeError(() => late(text), message);
  });
});
