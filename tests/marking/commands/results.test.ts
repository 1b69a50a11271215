import {cpSync, mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {filesIn, inPlace, type Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';

const DOUBLES = join(import.meta.dirname, '../../../fixtures/marking/doubles');
const SUBMISSIONS = join(import.meta.dirname, '../../../fixtures/submissions');

suite('a class', (test) => {
  // Each row: a submission, its points, how many of the six cases it passes, and the verdict on the others.
  const rows: readonly [target: string, points: string, passed: number, verdict: string][] = [
    ['crlf.c', '0.0', 0, 'wrong-output'],
    ['does-not-compile.c', '0.0', 0, 'did-not-compile'],
    ['doubles.c', '3.0', 6, 'pass'],
    ['empty', '0.0', 0, 'could-not-run'],
    ['gone', '0.0', 0, 'could-not-run'],
    ['in-folder', '3.0', 6, 'pass'],
    ['no-empty-line.c', '2.5', 5, 'wrong-output'],
    ['notes', '0.0', 0, 'could-not-run'],
    ['twin.c', '2.5', 5, 'wrong-output'],
  ];
  const makeClass = ({folder, write}: Place): void => {
    const copy = (from: string, to: string): void =>
      cpSync(join(SUBMISSIONS, from), join(folder, 'class', to));
    for (const name of ['crlf.c', 'does-not-compile.c', 'no-empty-line.c']) copy(`wrong/${name}`, name);
    copy('wrong/no-empty-line.c', 'twin.c');
    copy('right/doubles.c', 'doubles.c');
    copy('right/doubles.sh', 'in-folder/main.sh');
    write({
      'class/notes': 'nothing to run',
      'class/.hidden': 'no submission',
      'class/in-folder/notes.txt': 'nor this',
    });
    mkdirSync(join(folder, 'class/empty'));
    symlinkSync('/nowhere', join(folder, 'class/gone'));
  };

  test.needs('gcc')(
    'gets a line and a report for each submission, a table, and a list of what went wrong',
    inPlace(async (place) => {
      makeClass(place);
      const reports = ['json:marks.json', 'csv:marks.csv', 'gradescope:reports/{submission}.json'];
      const args = ['--fixtures', DOUBLES, '--all', 'class', ...reports.flatMap((one) => ['--report', one])];
      const {stdout, stderr, exitCode} = await place.fivedice('mark', ...args);
      assert.equal({stderr, exitCode}, {stderr: '', exitCode: 1});

      const table = stdout.slice(0, stdout.indexOf('\n\n')).split('\n').slice(1);
      assert.equal(
        table.map((line) => line.split(/ +/).slice(0, 3)),
        rows.map(([target, points, passed]) => [target, `${points}/3.0`, `${passed}/6`]),
      );
      assert.match(
        stdout,
        '\n2 submissions: wrong output: no empty line before "Not a Number."\n  no-empty-line.c, twin.c\n',
      );
      assert.match(
        stdout,
        '\n1 submission: could not run: it holds no program or source file\n  empty (6 cases)\n',
      );
      assert.match(stdout, 'undeclared (first use in this function)');
      assert.is(
        stdout.split('\n').at(-2),
        '9 submissions, 11.0/27.0 points, 22 of 54 cases passed, sandbox off',
      );
      const groups = [...stdout.matchAll(/^(\d+) submissions?: /gm)].map(([, count]) => Number(count));
      assert.equal(
        groups,
        [...groups].sort((a, b) => b - a),
      );

      const {submissions} = JSON.parse(place.read('marks.json'));
      const verdicts = rows.map(([target, points, passed, verdict]) => [target, points, passed, verdict]);
      assert.equal(
        submissions.map(
          ({target, points, cases}: {target: string; points: string; cases: {verdict: string}[]}) => {
            const failed = cases.filter(({verdict}) => verdict !== 'pass');
            return [target, points, cases.length - failed.length, failed[0]?.verdict ?? 'pass'];
          },
        ),
        verdicts,
      );
      const csv = place.read('marks.csv').split('\r\n');
      assert.is(
        csv[0],
        'submission,points,maxPoints,empty-input,not-a-number,one-number,several-numbers,unended-last-line,word-quit',
      );
      assert.is(csv[7], 'no-empty-line.c,2.5,3.0,pass,wrong-output,pass,pass,pass,pass');
      assert.is(csv.length, 1 + rows.length + 1);
      const files = Object.entries(filesIn(join(place.folder, 'reports')));
      assert.equal(
        files.map(([file]) => file),
        rows.map(([target]) => `${target}.json`),
      );
      for (const [index, [, report]] of files.entries()) {
        const scores = JSON.parse(report).tests.map(({score}: {score: number}) => score);
        assert.is(scores.filter((score: number) => score === 0.5).length, rows[index]?.[2]);
      }
    }),
  );
});
