import * as assert from 'uvu/assert';
import type {Finished} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import type {Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';

/** Four cases of 2.5 points each: `right` passes all, `half` two, `=none` none. */
const CLASS = {
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd'].flatMap((name) => [
      [`cases/${name}.in`, `${name}\n`],
      [`cases/${name}.out`, `${name}\n`],
    ]),
  ),
  'cases/suite.json': '{"points": "2.5"}',
  'class/right.sh': '#!/bin/sh\ncat\n',
  'class/half.sh': '#!/bin/sh\ntr cd xy\n',
  'class/=none.sh': '#!/bin/sh\ntrue\n',
};

const HEAD = 'submission,points,max,days late,penalty,mark\r\n';
const RIGHT = 'right.sh,10.0,10.0,0,0.0,10.0\r\n';
const FLAGS = ['--late', 'late.csv', '--penalty', '10%/day'] as const;

async function graded(place: Place, late: string, ...args: string[]): Promise<Finished> {
  place.write({...CLASS, 'late.csv': late});
  await place.fivedice('mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r');
  return place.fivedice('grade', 'r', ...args);
}

suite('grade', (test) => {
  test(
    'gives each submission its mark, and no spreadsheet a formula',
    inProcess(async (place) => {
      const late = 'submission,days\nhalf.sh,1\n';
      const stdout = `${HEAD}'=none.sh,0.0,10.0,0,0.0,0.0\r\nhalf.sh,5.0,10.0,1,1.0,4.0\r\n${RIGHT}`;
      assert.equal(await graded(place, late, ...FLAGS), {stdout, stderr: '', exitCode: 0});
    }),
  );

  test(
    'needs no table where nobody is late',
    inProcess(async (place) => {
      const {stdout} = await graded(place, '');
      assert.is(stdout, `${HEAD}'=none.sh,0.0,10.0,0,0.0,0.0\r\nhalf.sh,5.0,10.0,0,0.0,5.0\r\n${RIGHT}`);
    }),
  );

  /** Two people of one name, of whom the second handed in nothing. */
  const MOODLE = {
    ...Object.fromEntries(Object.entries(CLASS).filter(([path]) => path.startsWith('cases/'))),
    'class/Ann Lee_7_assignsubmission_file_/half.sh': CLASS['class/half.sh'],
    'class/Bo Ray_9_assignsubmission_file/right.sh': CLASS['class/right.sh'],
  };
  const sheetOf = (ann: string, bo: string, maximum = '10,00'): string =>
    `\ufeffIdentifier;Full name;"Status; x";Grade;Maximum Grade\r\nParticipant 8;Ann Lee;-;-;${maximum}\r\nParticipant 7;Ann Lee;;${ann};${maximum}\r\nParticipant 9;Bo Ray;"a ""b""";${bo};${maximum}\r\n`;
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

  test(
    "fills Moodle's worksheet by the numbers of people, and leaves all else in it as it was",
    inProcess(async (place) => {
      place.write({...MOODLE, 'sheet.csv': utf8(sheetOf('', '-'))});
      await place.fivedice('mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r');
      const filled = await place.fivedice('grade', 'r', '--worksheet', 'sheet.csv');
      assert.equal(filled, {stdout: utf8(sheetOf('5,0', '10,0')), stderr: '', exitCode: 0});
      place.write({'sheet.csv': utf8(sheetOf('', '', '100,00'))});
      const {stdout, stderr} = await place.fivedice('grade', 'r', '--worksheet', 'sheet.csv');
      assert.is(stdout, utf8(sheetOf('5,0', '10,0', '100,00')));
      assert.is(stderr, 'fivedice: sheet.csv: its Maximum Grade is 100,00, and these marks are of 10.0\n');
    }),
  );

  test(
    'fills no worksheet that has not everybody, once',
    inProcess(async (place) => {
      place.write({
        ...MOODLE,
        'short.csv': 'Identifier,Grade\nParticipant 7,\n',
        'twice.csv': 'Identifier,Grade\nParticipant 7,\nParticipant 7,\n',
        'none.csv': 'Identifier,Grade\nAnn,\n',
        'names.csv': 'Full name,Grade\nAnn Lee,\nBo Ray,\n',
        'groups.csv': 'Identifier,Full name,Group,Grade\nParticipant 7,Ann Lee,A,\n',
      });
      await place.fivedice('mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r');
      for (const [file, why] of [
        ['short', 'it has no row of Bo Ray (9)'],
        ['twice', 'line 3: there are two rows of participant 7'],
        ['none', 'line 2: "Ann" has no number of a participant'],
        [
          'names',
          'it needs a first line with the columns Identifier and Grade, as Moodle writes it in English, not "Full name,Grade"',
        ],
        ['groups', 'groups hand in here, and their folders have numbers of groups, not of people'],
      ]) {
        const said = await place.fivedice('grade', 'r', '--worksheet', `${file}.csv`);
        assert.equal(said, {stdout: '', stderr: `fivedice: ${file}.csv: ${why}\n`, exitCode: 2});
      }
      place.write({'plain/a.sh': CLASS['class/half.sh'], 'plain/b.sh': CLASS['class/half.sh']});
      await place.fivedice('mark', '--fixtures', 'cases', '--all', 'plain', '--results', 'p');
      const {stderr} = await place.fivedice('grade', 'p', '--worksheet', 'short.csv');
      assert.match(stderr, /short\.csv: Moodle gave no number to a\.sh, b\.sh: mark the zip file/);
    }),
  );

  test(
    'writes a file, and knows the names of a CSV report',
    inProcess(async (place) => {
      const late = "submission,days late\n'=none.sh,6\nright.sh,6\n";
      const finished = await graded(place, late, ...FLAGS, '--latest', '5', '--out', 'marks/all.csv');
      assert.equal(finished, {stdout: '', stderr: '', exitCode: 0});
      const rows = [
        "'=none.sh,0.0,10.0,6,0.0,0.0",
        'half.sh,5.0,10.0,0,0.0,5.0',
        'right.sh,10.0,10.0,6,10.0,0.0',
      ];
      assert.is(place.read('marks/all.csv'), HEAD + rows.map((row) => `${row}\r\n`).join(''));
    }),
  );

  test(
    'reads and writes the table of a spreadsheet that has semicolons and decimal commas, and adds marks by hand',
    inProcess(async (place) => {
      const late = '\xef\xbb\xbfsubmission;days\r\nhalf.sh;"0,5"\r\nright.sh;1,5\r\n';
      place.write({
        'style.csv': 'style/2;submission;layout / 0,5\r\n1,5;half.sh;0,25\r\n2;right.sh;0\r\n0;=none.sh;\r\n',
        'bonus.csv': 'submission\tbonus\nhalf.sh\t1\nright.sh\t0\n=none.sh\t0\n',
      });
      const add = ['--add', 'style.csv', '--add', 'bonus.csv'];
      const {stdout, stderr, exitCode} = await graded(
        place,
        late,
        ...add,
        ...FLAGS.slice(0, 2),
        '--penalty',
        '1/day',
      );
      const rows = [
        'submission;points;style;layout;bonus;max;days late;penalty;mark',
        "'=none.sh;0,0;0;;0;12,5;0;0,0;",
        'half.sh;5,0;1,5;0,25;1;12,5;1;1,00;6,75',
        'right.sh;10,0;2;0;0;12,5;2;2,0;10,0',
      ];
      assert.is(stdout, rows.map((row) => `${row}\r\n`).join(''));
      assert.is(stderr, 'fivedice: =none.sh: nobody gave it marks for layout, so it has no mark\n');
      assert.is(exitCode, 3);
      const {stderr: open} = await place.fivedice('grade', 'r', ...add, ...FLAGS);
      assert.match(open, 'nothing says how much bonus can give: name its column bonus/2, if that is 2');
    }),
  );

  test(
    'gives no mark to what is not marked yet',
    inProcess(async (place) => {
      place.write(CLASS);
      const mark = ['mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r'];
      await place.fivedice(...mark, '--part', '1/2');
      const half = await place.fivedice('grade', 'r');
      assert.match(half.stdout, /^half\.sh,0\.0,.*,\r$/m);
      assert.equal([half.stderr.split('\n').length - 1, half.exitCode], [1, 3]);
      await place.fivedice(...mark, '--part', '2/2');
      assert.is((await place.fivedice('grade', 'r')).stdout.split('\r\n').length, 5);
    }),
  );

  test(
    'gives no mark to what could not be checked, and names it',
    inProcess(async (place) => {
      await graded(place, '');
      const file = 'r/submissions/half.sh.json';
      place.write({[file]: place.read(file).replace('"verdict":"pass"', '"verdict":"could-not-check"')});
      const {stdout, stderr, exitCode} = await place.fivedice('grade', 'r');
      assert.is(stdout.split('\r\n')[2], 'half.sh,2.5,10.0,0,0.0,');
      assert.is(stderr, 'fivedice: half.sh: some of its cases could not be checked, so it has no mark\n');
      assert.is(exitCode, 3);
    }),
  );

  const strangers = 'late.csv: no report has left.sh, rigth.sh (is it right.sh?)';
  const refused: readonly (readonly [late: string, args: readonly string[], reason: string])[] = [
    ['submission,days\nleft.sh,1\nhalf.sh,1\nrigth.sh,0\n', FLAGS, strangers],
    ['submission,days\nhalf,1\n', FLAGS, 'late.csv: no report has half (is it half.sh?)'],
    [
      'submission,days\nhalf.sh,soon\n',
      FLAGS,
      'late.csv: half.sh: "soon" is not a number of days, such as 2 or 1.5',
    ],
    [
      "submission,days\n=none.sh,1\n'=none.sh,3\n",
      FLAGS,
      "late.csv: =none.sh: there are two rows of it, the other as '=none.sh",
    ],
    ...['submission,days\nJos\xe9.sh,1\n', '\xff\xfes\0u\0b\0'].map(
      (late) => [late, FLAGS, 'late.csv: it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"'] as const,
    ),
    [
      'submission,style/2\nhalf.sh,2.5\n',
      ['--add', 'late.csv'],
      'late.csv: half.sh: style: 2.5 is more than the 2 that it can give',
    ],
    ['', ['--late', 'late.csv'], '--late needs --penalty or --latest, which say what being late costs'],
    ['', ['--penalty', '1/day'], '--penalty needs --late, a table of which submissions are late'],
    ['', ['--latest', '5'], '--latest needs --late, a table of which submissions are late'],
    [
      '',
      ['--late', 'late.csv', '--penalty', '10'],
      '--penalty takes 10%/day, a part of the maximum, or 0.5/day, so many points; not "10"',
    ],
    ['', ['--out', '{submission}.csv'], '--out: all goes into one file, so a path cannot hold {submission}'],
    [
      '',
      [...FLAGS, '--out', 'late.csv'],
      '--out: nothing is written to late.csv, which is read: take another path',
    ],
  ];
  for (const [late, args, reason] of refused) {
    test(
      `refuses: ${reason}`,
      inProcess(async (place) => {
        const {stdout, stderr, exitCode} = await graded(place, late, ...args);
        assert.equal([stdout, exitCode], ['', 2]);
        assert.is(
          stderr.replace('\nfivedice grade --help lists the flags', ''),
          `fivedice: ${reason}\n`.replace(/: (?=--)/, ': grade: '),
        );
      }),
    );
  }
});
