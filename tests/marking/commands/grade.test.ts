/* `fivedice grade`: from results and tables to the marks of a course. Sums are worked out by hand. */
import * as assert from 'uvu/assert';
import type {Finished} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import {type Files, filesIn, type Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';

/** Four cases of 2.5 points each in two stages: `right` passes all, `half` the first stage, `=none` none. */
const CASES: Files = {
  ...Object.fromEntries(
    ['1/a', '1/b', '2/c', '2/d'].flatMap((name) => [
      [`cases/${name}.in`, `${name}\n`],
      [`cases/${name}.out`, `${name}\n`],
    ]),
  ),
  'cases/1/suite.json': '{"points": "2.5", "title": "Stage 1"}',
  'cases/2/suite.json': '{"points": 2.5, "title": "Stage 2", "visibility": "hidden"}',
};
const CLASS = {
  'class/right.sh': '#!/bin/sh\ncat\n',
  'class/half.sh': '#!/bin/sh\ntr cd xy\n',
  'class/=none.sh': '#!/bin/sh\ntrue\n',
};

const LATE = ['--late', 'late.csv', '--penalty', '10%/day'] as const;

async function graded(place: Place, files: Files, ...args: readonly string[]): Promise<Finished> {
  place.write({...CASES, ...CLASS, ...files});
  await place.fivedice('mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r');
  return place.fivedice('grade', 'r', ...args);
}

const rows = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');

suite('grade', (test) => {
  test(
    'gives each submission its points by stage, style, lateness and mark, and no spreadsheet a formula',
    inProcess(async (place) => {
      const style = 'submission,style/2,note\nright.sh,2,"lovely, ""clean""\nnames"\nhalf.sh,1.5,\n';
      // The name of a CSV report is known, too.
      const files = {'late.csv': "submission,days\nhalf.sh,1.2\n'=none.sh,6\n", 'style.csv': style};
      const flags = [...LATE, '--latest', '5', '--add', 'style.csv', '--texts', 'texts'];
      assert.equal(await graded(place, files, ...flags), {
        stdout: rows(
          'submission,points,Stage 1,Stage 2,style,max,days late,penalty,mark',
          "'=none.sh,0.0,0.0,0.0,,12.0,6,0.0,",
          'half.sh,5.0,5.0,0.0,1.5,12.0,2,2.4,4.1',
          'right.sh,10.0,5.0,5.0,2,12.0,0,0.0,12.0',
        ),
        stderr: 'fivedice: =none.sh: style mark missing, so it has no mark\n',
        exitCode: 3,
      });
      const texts = filesIn(`${place.folder}/texts`);
      assert.equal(Object.keys(texts), ['=none.sh.txt', 'half.sh.txt', 'right.sh.txt']);
      assert.match(
        texts['=none.sh.txt'] ?? '',
        /\nstyle +missing\n.*\nlate: 6 days, more than 5 {2}-0\.0\nmark +not yet\n$/,
      );
      assert.is(
        texts['half.sh.txt'],
        `half.sh

Stage 1       5.0 of 5.0
hidden cases  0.0 of 5.0
style         1.5 of 2
sum           6.5 of 12.0
late: 2 days  -2.4
mark          4.1 of 12.0
`,
      );
      assert.is(
        texts['right.sh.txt'],
        `right.sh

Stage 1       5.0 of 5.0
hidden cases  5.0 of 5.0
style         2 of 2
mark          12.0 of 12.0

note: lovely, "clean"
names
`,
      );
    }),
  );

  test(
    'needs no table where nobody is late, and takes marks that only add to the sum',
    inProcess(async (place) => {
      const bonus = '\xef\xbb\xbfbonus;submission\r\n"1,5";half.sh\r\n0;right.sh\r\n0;=none.sh\r\n';
      const args = ['--add', 'bonus.csv', '--out', 'marks/all.csv'];
      const finished = await graded(place, {'bonus.csv': bonus}, ...args);
      assert.equal(finished, {stdout: '', stderr: '', exitCode: 0});
      assert.is(
        place.read('marks/all.csv'),
        rows(
          'submission,points,Stage 1,Stage 2,bonus,max,days late,penalty,mark',
          "'=none.sh,0.0,0.0,0.0,0,10.0,0,0.0,0.0",
          'half.sh,5.0,5.0,0.0,1.5,10.0,0,0.0,6.5',
          'right.sh,10.0,5.0,5.0,0,10.0,0,0.0,10.0',
        ),
      );
    }),
  );

  /** Two people of one name, of whom the second handed in nothing. */
  const MOODLE: Files = {
    ...CASES,
    'class/Ann Lee_7_assignsubmission_file_/half.sh': CLASS['class/half.sh'],
    'class/Bo Ray_9_assignsubmission_file/right.sh': CLASS['class/right.sh'],
  };
  const sheetOf = (ann: string, bo: string, maximum = '10,00'): string =>
    `\ufeffIdentifier;Full name;"Status; x";Grade;Maximum Grade\r\nParticipant 8;Ann Lee;-;-;${maximum}\r\nParticipant 7;Ann Lee;;${ann};${maximum}\r\nParticipant 9;Bo Ray;"a ""b""";${bo};${maximum}\r\n`;
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

  test(
    "fills Moodle's worksheet by the numbers of people, and leaves all else in it as it was",
    inProcess(async (place) => {
      place.write({
        ...MOODLE,
        'sheet.csv': utf8(sheetOf('', '-')),
        'short.csv': 'Identifier,Grade\nParticipant 7,\n',
        'none.csv': 'Identifier,Grade\nAnn,\n',
        'names.csv': 'Full name,Grade\nAnn Lee,\nBo Ray,\n',
        'groups.csv': 'Identifier,Full name,Group,Grade\nParticipant 7,Ann Lee,A,\n',
      });
      await place.fivedice('mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r');
      const filled = await place.fivedice('grade', 'r', '--worksheet', 'sheet.csv');
      assert.equal(filled, {stdout: utf8(sheetOf('5,0', '10,0')), stderr: '', exitCode: 0});
      place.write({'sheet.csv': utf8(sheetOf('', '', '100,00'))});
      const {stdout, stderr} = await place.fivedice('grade', 'r', '--worksheet', 'sheet.csv');
      assert.is(stdout, utf8(sheetOf('5,0', '10,0', '100,00')));
      assert.is(
        stderr,
        'fivedice: sheet.csv: Maximum Grade is 100.00, but these marks are out of 10.0: change it in Moodle\n',
      );
      for (const [file, why] of [
        ['short', 'no row for Bo Ray (9)'],
        ['none', 'line 2: "Ann" has no participant number'],
        [
          'names',
          'it needs a first line with the columns Identifier and Grade, as Moodle writes it in English',
        ],
        [
          'groups',
          'this is the worksheet of a group assignment, whose folders are numbered by group, not by participant',
        ],
      ] as const) {
        const said = await place.fivedice('grade', 'r', '--worksheet', `${file}.csv`);
        const start = `fivedice: ${file}.csv: ${why}`;
        assert.equal([said.stderr.slice(0, start.length), said.stdout, said.exitCode], [start, '', 2]);
      }
      place.write({'plain/a.sh': CLASS['class/half.sh'], 'plain/b.sh': CLASS['class/half.sh']});
      await place.fivedice('mark', '--fixtures', 'cases', '--all', 'plain', '--results', 'p');
      const plain = await place.fivedice('grade', 'p', '--worksheet', 'short.csv');
      assert.match(plain.stderr, /short\.csv: Moodle gave no number to a\.sh, b\.sh: mark the zip file/);
    }),
  );

  test(
    'gives no mark to what is not marked yet, or could not be checked, and names it',
    inProcess(async (place) => {
      place.write({...CASES, ...CLASS});
      const mark = ['mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r'];
      await place.fivedice(...mark, '--part', '1/2');
      const {stdout, stderr, exitCode} = await place.fivedice('grade', 'r');
      assert.match(stdout, /^half\.sh,0\.0,0\.0,0\.0,10\.0,0,0\.0,\r$/m);
      assert.is(stderr, 'fivedice: half.sh: some of its cases could not be checked, so it has no mark\n');
      assert.is(exitCode, 3);
    }),
  );

  const refused: readonly (readonly [table: string, args: readonly string[], reason: string])[] = [
    [
      'submission,days\nleft.sh,1\nhalf.sh,1\nrigth.sh,0\n',
      LATE,
      't.csv: not in the results: left.sh, rigth.sh (did you mean right.sh?)',
    ],
    ["submission,days\n=none.sh,1\n'=none.sh,3\n", LATE, 't.csv: =none.sh: it has two rows'],
    [
      'submission,days\nJos\xe9.sh,1\n',
      LATE,
      't.csv: it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"',
    ],
    [
      'submission,style/2\nhalf.sh,2.5\n',
      ['--add', 't.csv'],
      't.csv: half.sh: style: 2.5 is more than the maximum, 2',
    ],
    [
      '',
      ['--late', 't.csv'],
      '--late says who is late, and --penalty or --latest what that costs: give both',
    ],
    [
      '',
      ['--late', 't.csv', '--penalty', '10'],
      '--penalty takes 10%/day (of the maximum) or 0.5/day (points), not "10"',
    ],
    ['', [...LATE, '--out', 't.csv'], '--out: t.csv is an input: choose another path'],
    ['', ['--texts', 'r'], '--texts: r/=none.sh.txt is inside r, which is an input: choose another path'],
  ];
  test(
    'refuses tables and flags that do not belong together',
    inProcess(async (place) => {
      await graded(place, {});
      for (const [table, args, reason] of refused) {
        place.write({'t.csv': table});
        const words = args.map((word) => (word === 'late.csv' ? 't.csv' : word));
        const {stdout, stderr, exitCode} = await place.fivedice('grade', 'r', ...words);
        assert.ok(stderr.replace('grade: ', '').startsWith(`fivedice: ${reason}`), stderr);
        assert.equal([stdout, exitCode], ['', 2]);
      }
    }),
  );
});
