/* Courses on files: files and variables that a program is given, and files that it must write. */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import {type Files, filesIn} from '../../support/place.js';

/** Counts the words of the file that its argument names, says so in a language, and writes it down. */
const COUNT = `#!/bin/sh
set -- $(wc -w "$1")
[ "$SAY" = de ] && echo "$1 Worte" || echo "$1 words"
mkdir -p log && echo "$1" > log/count.txt
echo changed > "$2"
`;

const said = {
  files: ['data/short.txt'],
  arguments: ['short.txt'],
  cases: {
    b: {environment: {SAY: 'de'}},
    c: {files: ['data/long one.txt'], arguments: ['long one.txt']},
  },
};
const CASES: Files = {
  'cases/suite.json': JSON.stringify(said),
  'cases/data/short.txt': 'one two\n',
  'cases/data/long one.txt': 'one two three\n',
  'cases/a.in': '',
  'cases/a.out': '2 words\n',
  'cases/a.files/log/count.txt': '2\n',
  'cases/b.in': '',
  'cases/b.out': '2 Worte\n',
  'cases/c.in': '',
  'cases/c.out': '3 words\n',
  'cases/c.files/log/count.txt': '3\n',
};

suiteInProcess('files and variables', (test) => {
  test('belong to a case, are new in each run, and are compared', async ({folder, write, marks}) => {
    write({...CASES, 'count.sh': COUNT});
    const before = filesIn(join(folder, 'cases'));
    const marked = await marks('mark', '--fixtures', 'cases', 'count.sh');
    assert.equal(
      factsOf(marked, ({verdict, difference}) => [verdict, difference]),
      {a: ['pass', null], b: ['pass', null], c: ['pass', null]},
    );
    assert.equal(filesIn(join(folder, 'cases')), before);
  });

  // biome-ignore format: a table
  const wrong: readonly [what: string, line: string, says: string][] = [
    ['other words', 'echo 7 > log/count.txt', 'wrong output: in log/count.txt: "7" instead of "2"'],
    ['no folder', 'rm -r log', 'wrong output: it wrote no file log/count.txt'],
    ['a link to the golden', `rm log/count.txt; ln -s "$GOLDEN" log/count.txt`, 'wrong output: log/count.txt is not a regular file'],
    ['a link to the folder of the golden', `rm -r log; ln -s "$(dirname "$GOLDEN")" log`, 'wrong output: it wrote no file log/count.txt'],
    ['a closed file', 'chmod 0 log/count.txt', 'wrong output: log/count.txt is not readable'],
  ];
  test('say of a file that is wrong what is wrong with it', async ({folder, write, fivedice}) => {
    write(CASES);
    const golden = `GOLDEN='${folder}/cases/a.files/log/count.txt'`;
    for (const [what, line] of wrong) write({[`class/${what}.sh`]: `${COUNT}${golden}\n${line}\n`});
    const marking = ['mark', '--fixtures', 'cases', '--case', '1', '--all', 'class'];
    const {stdout} = await fivedice(...marking, '--report', 'csv', '--report', 'human:{submission}.txt');
    assert.is(stdout.trim().split('\n').length, wrong.length + 1);
    for (const [what, , says] of wrong) {
      const report = filesIn(folder)[`${what}.sh.txt`] ?? '';
      assert.ok(report.includes(`1 case: ${says}\n`), `${what}: ${report}`);
    }
  });
});

suiteInProcess('record, with files and variables', (test) => {
  test('keeps the files up to date that the reference must write', async ({write, read, fivedice}) => {
    const files = Object.entries(CASES).filter(([file]) => !file.endsWith('.out'));
    write({...Object.fromEntries(files), 'cases/a.files/log/count.txt': '', 'count.sh': COUNT});
    const {stdout, exitCode} = await fivedice('record', '--reference', './count.sh', 'cases', '--write');
    assert.is(exitCode, 0);
    assert.match(stdout, 'changed  cases/a.files/log/count.txt');
    assert.match(stdout, '4 written, 0 of 3 cases unchanged');
    const made = ['a.out', 'b.out', 'a.files/log/count.txt', 'c.files/log/count.txt'];
    assert.equal(
      made.map((file) => read(`cases/${file}`)),
      ['2 words\n', '2 Worte\n', '2\n', '3\n'],
    );
  });
});
