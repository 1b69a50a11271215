/* `fivedice grade`: from results and tables to the marks of a course. Sums are worked out by hand. */
import * as assert from 'uvu/assert';
import type {Finished} from '../../support/command.js';
import {suiteInProcess} from '../../support/door.js';
import {casesOf} from '../../support/marked.js';
import {type Files, filesIn, type Place} from '../../support/place.js';

/** Four cases of 2.5 points each in two stages: `right` passes all, `half` the first stage, `=none` none. */
const CASES: Files = {
  ...casesOf('1/a 1/b 2/c 2/d'),
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

/** Columns of people, none of whom are known here. */
const NOBODY = ',,,';

suiteInProcess('grade', (test) => {
  test('gives each submission its points by stage, style, lateness and mark, and no spreadsheet a formula', async (place) => {
    const style =
      'submission,style/2,copied,note\nright.sh,2,,"lovely, ""clean""\nnames"\nhalf.sh,1.5,-0.5,\n';
    // The name of a CSV report is known, too.
    const files = {'late.csv': "submission,days\nhalf.sh,1.2\n'=none.sh,6\n", 'style.csv': style};
    const reports = ['student:human:texts/{submission}.txt', 'json:all.json', 'student:html:pages'];
    const flags = [...LATE, '--latest', '5', '--add', 'style.csv'];
    const asked = reports.flatMap((one) => ['--report', one]);
    assert.equal(await graded(place, files, ...flags, ...asked), {
      stdout: rows(
        'submission,points,Stage 1,Stage 2,style,copied,max,days late,penalty,mark,id,email,group',
        `'=none.sh,0.0,0.0,0.0,,,12.0,6,0.0,${NOBODY}`,
        `half.sh,5.0,5.0,0.0,1.5,-0.5,12.0,2,2.4,3.6${NOBODY}`,
        `right.sh,10.0,5.0,5.0,2,,12.0,0,0.0,12.0${NOBODY}`,
      ),
      stderr: 'fivedice: 1 of 3 has no mark for style: =none.sh\n',
      exitCode: 3,
    });
    const texts = filesIn(`${place.folder}/texts`);
    assert.equal(Object.keys(texts), ['=none.sh.txt', 'half.sh.txt', 'right.sh.txt']);
    assert.match(
      texts['=none.sh.txt'] ?? '',
      /\n {2}style +missing\/2\n.*\n {2}late by 6 days, more than 5 {2}-0\.0\n {2}mark +not yet\n/,
    );
    const [half = ''] = (texts['half.sh.txt'] ?? '').split('\n\n');
    assert.is(
      half,
      `half.sh
  Stage 1         5.0/5.0 points, 2 of 2 cases passed
  hidden cases    0.0/5.0 points, 0 of 2 cases passed
  style           1.5/2
  copied          -0.5
  sum             6.0/12.0
  late by 2 days  -2.4
  mark            3.6/12.0`,
    );
    assert.match(texts['half.sh.txt'] ?? '', /\n\n2 hidden cases did not pass\n/);
    assert.match(
      texts['right.sh.txt'] ?? '',
      /\n {2}mark +12\.0\/12\.0\n\n {2}note: lovely, "clean"\n {2}names\n/,
    );
    const page = place.read('pages/half.sh.html');
    assert.match(page, '<th scope="row">late by 2 days</th><td class="number">-2.4</td>');
    assert.match(place.read('pages/right.sh.html'), '<p>note: lovely, &quot;clean&quot;<br>names</p>');
    const {submissions} = JSON.parse(place.read('all.json'));
    assert.equal(submissions[1].grade.mark, '3.6');
  });

  test('gives each member of a group a row and a document, with marks of their own', async (place) => {
    place.write({
      ...CASES,
      'class/team/half.sh': CLASS['class/half.sh'],
      'class/ann/right.sh': CLASS['class/right.sh'],
      'class/people.csv':
        'folder,name,id,email,group,submitted\nteam,Bo,2,b@x.edu,Team,2026-03-02T23:00\nteam,Cy,3,,Team,\nann,Ann,1,,,2026-03-03 10:00\n',
      'more.csv': 'id,days\n3,1\n',
      'fair.csv': 'name,share\nBo,-1\n',
    });
    await place.fivedice('mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r');
    const due = ['--due', '2026-03-01 23:59 Europe/Berlin', '--extensions', 'more.csv', '--penalty', '1/day'];
    const report = ['--report', 'student:human:{folder}/{id}-{submission}.txt'];
    const {stdout, stderr} = await place.fivedice('grade', 'r', ...due, '--add', 'fair.csv', ...report);
    assert.equal(
      [stdout, stderr],
      [
        rows(
          'submission,points,Stage 1,Stage 2,share,max,days late,penalty,mark,id,email,group',
          'Ann,10.0,5.0,5.0,,10.0,2,2.0,8.0,1,,',
          'Bo,5.0,5.0,0.0,-1,10.0,1,1.0,3.0,2,b@x.edu,Team',
          'Cy,5.0,5.0,0.0,,10.0,0,0.0,5.0,3,,Team',
        ),
        '',
      ],
    );
    const documents = ['ann/1-Ann.txt', 'team/2-Bo.txt', 'team/3-Cy.txt'].map(place.read);
    assert.equal(
      documents.map((text) => /mark +(.*)/.exec(text)?.[1]),
      ['8.0/10.0', '3.0/10.0', '5.0/10.0'],
    );
    const {stdout: report2} = await place.fivedice('report', 'r', '--report', 'csv');
    assert.match(report2, /^Team,5\.0,.*,"2, 3",,Team,team,2026-03-02T23:00,half\.sh\r$/m);
    await place.fivedice('report', 'r', '--report', 'html:pages/{id}.html');
    assert.is(place.read('pages/1.html').match(/<!doctype/g)?.length, 1, 'no index behind the page');
    const clash = await place.fivedice('grade', 'r', '--report', 'student:human:x/{folder}.txt');
    assert.match(clash.stderr, '--report: two files would go to x/team.txt');
  });

  test('says once who is not marked yet, or could not be checked', async (place) => {
    const more = Object.fromEntries([1, 2, 3, 4].map((n) => [`class/${n}.sh`, CLASS['class/right.sh']]));
    place.write({...CASES, ...CLASS, ...more});
    const mark = ['mark', '--fixtures', 'cases', '--all', 'class', '--results', 'r'];
    await place.fivedice(...mark, '--part', '1/2');
    const {stderr, exitCode} = await place.fivedice('grade', 'r', '--out', 'marks/all.csv');
    assert.match(place.read('marks/all.csv'), /^half\.sh,0\.0,0\.0,0\.0,10\.0,0,0\.0,,,,\r$/m);
    assert.is(stderr, 'fivedice: 3 of 7 are not marked yet: 2.sh, 4.sh, half.sh\n');
    assert.is(exitCode, 3);
  });

  // biome-ignore format: a table
  const refused: readonly (readonly [table: string, args: readonly string[], reason: string])[] = [
    ['submission,days\nleft.sh,1\nhalf.sh,1\nrigth.sh,0\n', LATE, 't.csv: not in the results: left.sh, rigth.sh (did you mean right.sh?)'],
    ['submission,days\nJos\xe9.sh,1\n', LATE, 't.csv: it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"'],
    ['Name,Grade\n', ['--sheet', 't.csv'], "t.csv: it is neither Moodle's grading worksheet"],
    ['', ['--late', 't.csv'], '--due or --late says who is late, and --penalty or --latest what that costs: give both'],
    ['', ['--late', 't.csv', '--penalty', '10'], '--penalty takes 10%/day (of the maximum) or 0.5/day (points), not "10"'],
    ['', ['--due', 'tomorrow', '--latest', '0'], '--due takes a time with its zone, such as \'2016-09-04 23:59:59 Australia/Sydney\', not "tomorrow"'],
    ['', ['--due', '2016-09-04 23:59 Z', '--latest', '0'], "--due: no time of submission is known for =none.sh, half.sh, right.sh: give their days with --late, or Moodle's worksheet as --sheet"],
    ['', ['--extensions', 't.csv'], '--extensions moves the deadline: give --due, too'],
    ['', ['--scale'], '--column and --scale need --sheet'],
    ['', ['--report', 'csv:x.csv'], '--report: only human, html and json show marks, not "csv:x.csv"'],
    ['', ['--report', 'human'], '--report needs a path: FORMAT:PATH'],
    ['', ['--report', 'human:{id}.txt'], '--report: {id} of =none.sh is unknown'],
    ['', ['--report', 'human:{name}.txt'], '--report human: a path can contain {submission}, {id} or {folder}, not {name}'],
    ['', [...LATE, '--out', 't.csv'], '--out: t.csv is an input: choose another path'],
    ['', ['--report', 'human:r/{submission}'], '--report: r/=none.sh is inside r, which is an input: choose another path'],
  ];
  test('refuses tables and flags that do not belong together', async (place) => {
    await graded(place, {});
    for (const [table, args, reason] of refused) {
      place.write({'t.csv': table});
      const words = args.map((word) => (word === 'late.csv' ? 't.csv' : word));
      const {stdout, stderr, exitCode} = await place.fivedice('grade', 'r', ...words);
      assert.ok(stderr.replace('grade: ', '').startsWith(`fivedice: ${reason}`), stderr);
      assert.equal([stdout, exitCode], ['', 2]);
    }
  });
});
