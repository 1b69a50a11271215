import {cpSync, existsSync, mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {sameBytes} from '../../support/bytes.js';
import {FIVEDICE} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import {ECHO, factsOf, timeless, WRONG} from '../../support/marked.js';
import {ACCEPTED, marksOf} from '../../support/marks.js';
import {type Files, filesIn, inPlace, type Place} from '../../support/place.js';
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

/** Two stages. The first ends at its first failure and cannot be split, which leaves four parts. */
const CASES: Files = Object.fromEntries([
  ...Object.entries(ECHO).flatMap(([path, text]) => [
    [path.replace('cases', 'cases/1'), text],
    [path.replace('cases', 'cases/2'), text],
  ]),
  ['cases/1/suite.json', '{"skipAfterFailure": true, "points": "0.1"}'],
]);

suite('merging the reports of all shards gives what one run gives', (test) => {
  const ways: readonly [what: string, args: string[]][] = [
    ['a submission, by cases', ['wrong.sh']],
    ['a submission that its first failure ends', ['--fail-fast', 'wrong.sh']],
    ['a class, by submissions', ['--all', 'class']],
    ['a class of one, by cases', ['--all', 'one']],
  ];
  for (const [what, args] of ways) {
    test(
      `${what}: 1 to 5 shards`,
      inProcess(async ({write, read, fivedice}) => {
        write({
          ...CASES,
          'wrong.sh': WRONG,
          'class/a.sh': WRONG,
          'class/b.sh': 'cat',
          'class/B': '',
          'one/a.sh': WRONG,
        });
        const mark = ['mark', '--fixtures', 'cases', '-j', '1', ...args];
        const whole = timeless((await fivedice(...mark, '--report', 'json')).stdout);
        assert.match(whole, '"wrong-output"');
        for (const of of [1, 2, 3, 4, 5]) {
          const parts = Array.from({length: of}, (_, index) => `${index + 1}-${of}.json`);
          await Promise.all(
            parts.map((part) =>
              fivedice(...mark, '--shard', part.slice(0, 3).replace('-', '/'), '--report', `json:${part}`),
            ),
          );
          for (const part of parts)
            assert.is(JSON.parse(read(part)).shard, part.slice(0, 3).replace('-', '/'));
          // In any order.
          const merged = await fivedice('merge', '--report', 'json', ...parts.reverse());
          sameBytes(timeless(merged.stdout), whole, `${of} shards`);
          assert.equal([merged.stderr, merged.exitCode], ['', 1]);
        }
      }),
    );
  }

  test.needs('parallel')(
    "Debian's parallel marks in three shards, and the commands themselves merge them",
    inPlace(async ({write, shell}) => {
      write(ECHO);
      const mark = `'${FIVEDICE}' mark --fixtures cases --shard {}/3 --report json:part-{}.json -- cat`;
      const line = `parallel --will-cite -j2 "${mark}" ::: 1 2 3 > /dev/null && "$FIVEDICE" merge part-*.json`;
      const {stdout, stderr, exitCode} = await shell(line);
      assert.equal({stderr, exitCode}, {stderr: '', exitCode: 0});
      assert.is(stdout.split('\n').at(-2), '3/3 points, 3 of 3 cases passed, sandbox off');
    }),
  );
});

suite('parts of a run', (test) => {
  // Each row: what differs in the second part, and the reason why it does not belong to the first.
  const differences: readonly [args: string[], files: Files, reason: RegExp][] = [
    [
      [],
      {'cases/1/suite.json': '{"points": "50"}'},
      /^fivedice: 1\.json and 2\.json were made with other fixtures/,
    ],
    [[], {'cases/2/a.in': 'other'}, /^fivedice: 1\.json and 2\.json were made with other fixtures/],
    [[], {'cases/2/a.out': 'other'}, /^fivedice: 1\.json and 2\.json were made with other fixtures/],
    [[], {'class/late.sh': ''}, /^fivedice: 1\.json and 2\.json are parts of other classes/],
    [['--wall', '3'], {}, /^fivedice: 1\.json was made without options, 2\.json with --wall 3\n/],
    [
      ['--tolerate', 'only a'],
      {},
      /^fivedice: 1\.json was made without options, 2\.json with --tolerate 'only a'\n/,
    ],
    [['--fail-fast'], {}, /^fivedice: 1\.json was made without options, 2\.json with --fail-fast\n/],
    [['--case', '1/a'], {}, /^fivedice: 1\.json was made without options, 2\.json with --case 1\/a\n/],
  ];
  for (const [args, files, reason] of differences) {
    test(
      `are not merged if they differ in ${[...args, ...Object.keys(files)].join(' ')}`,
      inProcess(async ({write, fivedice}) => {
        write({...CASES, 'class/a.sh': WRONG, 'class/b.sh': 'cat'});
        const mark = ['mark', '--fixtures', 'cases', '--all', 'class'];
        await fivedice(...mark, '--shard', '1/2', '--report', 'json:1.json');
        write(files);
        await fivedice(...mark, '--shard', '2/2', '--report', 'json:2.json', ...args);
        const {stdout, stderr, exitCode} = await fivedice('merge', '1.json', '2.json');
        assert.match(stderr, reason);
        assert.equal([stdout, exitCode], ['', 2]);
      }),
    );
  }

  test(
    'that are missing are named as an engine takes them; --incomplete joins the others',
    inProcess(async ({write, fivedice}) => {
      write({...ECHO, 'class/a.sh': 'cat', 'class/b.sh': WRONG});
      const mark = ['mark', '--fixtures', 'cases', '--all', 'class'];
      for (const index of [1, 2, 4, 8, 9]) {
        await fivedice(...mark, '--shard', `${index}/12`, '--report', `json:${index}.json`);
      }
      const parts = ['1.json', '2.json', '4.json', '8.json', '9.json'];
      const {stderr, exitCode} = await fivedice('merge', ...parts);
      assert.is(stderr, 'fivedice: 7 of 12 shards are missing: --array=3,5-7,10-12\n');
      assert.is(exitCode, 2);
      const joined = await fivedice('merge', '--incomplete', ...parts);
      assert.match(joined.stdout, /\nINCOMPLETE, 2 submissions, 5\/6 points, /);
      assert.is(joined.exitCode, 3);
    }),
  );
});

suite('merge refuses', (test) => {
  const report = (changes: object): string => JSON.stringify({...marksOf({}), sandbox: false, ...changes});
  const one = {...ACCEPTED, case: 'a', number: 1, points: '1', maxPoints: '1'};
  const submission = {target: 'x', points: '1', maxPoints: '1', cases: [one]};
  const files: Files = {
    'empty.json': '',
    'text.json': 'hello',
    'null.json': 'null',
    'list.json': '[]',
    'later.json': report({version: 2}),
    'no-version.json': '{"sandbox": false}',
    'no-shard.json': report({shard: undefined}),
    'number.json': report({shard: 5}),
    'shard.json': report({shard: '0/2'}),
    'no-cases.json': report({submissions: [{...submission, cases: []}]}),
    'verdict.json': report({submissions: [{...submission, cases: [{...one, verdict: 'passed'}]}]}),
    'points.json': report({submissions: [{...submission, points: 1}]}),
    'part-1.json': report({shard: '1/2', submissions: [submission]}),
    'part-2.json': report({
      shard: '2/2',
      submissions: [{...submission, cases: [{...one, case: 'b', number: 2}]}],
    }),
    'twin-2.json': report({shard: '2/2', submissions: [submission]}),
    'renamed-2.json': report({shard: '2/2', submissions: [{...submission, cases: [{...one, case: 'b'}]}]}),
    'sandboxed-2.json': report({shard: '2/2', sandbox: true}),
    'third-2.json': report({shard: '2/3'}),
    'ended-2.json': report({shard: '2/2', complete: false}),
    'ended.json': report({complete: false}),
    'run-1.json': report({shard: '1/2', run: {fixtures: 'f', targets: 't', options: ''}}),
    'points-2.json': report({shard: '2/2', run: {fixtures: 'g', targets: 't', options: ''}}),
    'class-2.json': report({shard: '2/2', run: {fixtures: 'f', targets: 'u', options: ''}}),
    'wall-2.json': report({shard: '2/2', run: {fixtures: 'f', targets: 't', options: '--wall 3'}}),
    'whole.json': report({submissions: [submission]}),
  };
  const refused: readonly [args: string, reason: string][] = [
    ['nothing.json', 'nothing.json: no such file or folder'],
    ['.', '.: it is a folder'],
    [
      'empty.json',
      'empty.json: no report that `--report json:PATH` wrote: it is not JSON: Unexpected end of JSON input',
    ],
    ['null.json', 'null.json: no report that `--report json:PATH` wrote'],
    ['list.json', 'list.json: no report that `--report json:PATH` wrote'],
    ['later.json', 'later.json: version: is 2, but this fivedice reads version 1 only'],
    ['no-version.json', 'no-version.json: no report that `--report json:PATH` wrote'],
    ['no-shard.json', 'no-shard.json: shard: missing'],
    ['number.json', 'number.json: shard: must be a string, but is 5'],
    ['shard.json', 'shard.json: shard: must be a part, such as "2/8", but is "0/2"'],
    [
      'verdict.json',
      'verdict.json: submissions.0.cases.0.verdict: must be one of pass, partly-right, wrong-output, wrong-status, crashed, timed-out, out-of-memory, too-much-output, too-many-processes, did-not-compile, could-not-run, could-not-check, skipped, but is "passed"',
    ],
    ['points.json', 'points.json: submissions.0.points: must be a string, but is 1'],
    ['part-1.json', '1 of 2 shards are missing: --array=2'],
    ['part-2.json', '1 of 2 shards are missing: --array=1'],
    ['part-1.json ended-2.json', '1 of 2 shards ended early: --array=2'],
    ['ended-2.json', '1 of 2 shards are missing, and 1 of 2 shards ended early: --array=1-2'],
    ['no-cases.json', 'x has no cases in any report'],
    ['ended.json', 'ended.json is of a run that ended early'],
    [
      'run-1.json points-2.json',
      'run-1.json and points-2.json were made with other fixtures: cases, points or a suite.json differ',
    ],
    [
      'run-1.json class-2.json',
      'run-1.json and class-2.json are parts of other classes: the names of the submissions differ',
    ],
    ['run-1.json wall-2.json', 'run-1.json was made without options, wall-2.json with --wall 3'],
    [
      'run-1.json part-2.json',
      'run-1.json was made without options, part-2.json by a run that does not say how',
    ],
    ['part-1.json part-2.json part-1.json', 'shard 1/2 was given twice: part-1.json and part-1.json'],
    ['part-1.json third-2.json', 'part-1.json is one of 2 shards, third-2.json is one of 3'],
    [
      'part-1.json sandboxed-2.json',
      'sandboxed-2.json was made with the sandbox on, part-1.json with it off',
    ],
    ['part-1.json twin-2.json', 'x: case a was given twice (part-1.json and twin-2.json)'],
    [
      'part-1.json renamed-2.json',
      'x: cases a and b both have number 1: the fixtures were not the same (part-1.json and renamed-2.json)',
    ],
    [
      'part-1.json part-2.json whole.json',
      'x is in whole.json, which is not a shard, and again in part-1.json',
    ],
  ];
  for (const [args, reason] of refused) {
    test(
      `${args}: ${reason}`,
      inProcess(async ({folder, write, fivedice}) => {
        write(files);
        const actual = await fivedice('merge', ...args.split(' '), '--report', 'csv:new.csv');
        assert.equal(actual, {stdout: '', stderr: `fivedice: ${reason}\n`, exitCode: 2});
        assert.not(existsSync(join(folder, 'new.csv')));
      }),
    );
  }

  test(
    'text that is not JSON, and a wrong command line, but not the same parts in good order',
    inProcess(async ({write, fivedice, marks}) => {
      write(files);
      const text = await fivedice('merge', 'text.json');
      assert.match(text.stderr, /^fivedice: text\.json: no report .*: Unexpected token .*\n$/);
      assert.is(text.exitCode, 2);
      const none = 'fivedice: merge: name the JSON reports to join\nfivedice merge --help lists the flags\n';
      assert.equal(await fivedice('merge'), {stdout: '', stderr: none, exitCode: 2});
      const marked = await marks('merge', 'part-2.json', 'part-1.json');
      assert.equal(
        factsOf(marked, ({number}) => number),
        {a: 1, b: 2},
      );
    }),
  );
});
