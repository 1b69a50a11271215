/* The examples and tables of marking in the READMEs. */
import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {TOLERANCE_NAMES} from '../../src/marking/comparing/tolerances.js';
import {REPORTS} from '../../src/marking/reports/formats.js';
import {VERDICTS, verdictWords} from '../../src/marking/results/verdicts.js';
import {parseSuite} from '../../src/marking/suites/suite-json.js';
import {sameBytes} from '../support/bytes.js';
import {inClone, prints} from '../support/in-clone.js';
import {writeFiles} from '../support/place.js';
import {example, README, ROOT, readmeAt, readmeOf, says, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {suiteInFolder} from '../support/temporary-folder.js';

suiteInFolder('the examples of marking', (test) => {
  test(
    'three small programs are marked as the project shows',
    prints(example('mark'), example('mark-prints')),
  );
  test.needs('python3', 'bubblewrap')('a program of the course gives points for words', async (folder) => {
    const files = {
      'suite.json': example('checker-suite'),
      'check.py': example('checker-program'),
      'numbers.in': '',
      'numbers.out': 'one two three four\n',
    };
    writeFiles(join(folder, 'goldens'), files);
    sameBytes(await inClone(example('checker-mark'), folder), example('checker-prints'), 'checker');
  });

  test.needs('python3')('a class is written down, corrected and listed', async (folder) => {
    const moodle = (name: string): string => `${name}_assignsubmission_file_`;
    writeFiles(folder, {
      [join(moodle('Lee Ann_11'), 'main.py')]: '',
      [join(moodle('Ek Bo_12'), 'first.py')]: '',
      [join(moodle('Ek Bo_12'), 'second.py')]: '',
    });
    const printed = await inClone(example('unpack'), folder);
    sameBytes(printed.replaceAll('\r\n', '\n'), example('unpack-prints'), 'unpack');
  });

  test.needs(
    'gcc',
    'make',
    'cmake',
  )('builds make programs', async (folder) => {
    const c = '#include <stdio.h>\nint main(void) { return puts("olleh") < 0; }\n';
    writeFiles(folder, {
      'goldens/a.in': '',
      'goldens/a.out': 'olleh\n',
      'make/ann/reverse.c': c,
      'make/ann/Makefile': 'reverse: reverse.c\n\tcc -o reverse reverse.c\n',
      'make/bob/reverse.c': c.replace(';', ''),
      'make/bob/Makefile': 'reverse: reverse.c\n\techo building\n\tcc -o reverse reverse.c\n',
      'cmake/ann/src/main.c': c,
      'cmake/ann/CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.10)\nproject(x C)\nadd_executable(reverse src/main.c)\n',
    });
    const printed = await inClone(example('builds'), folder);
    assert.match(printed, /ann {2,}1\/1 {4} 1\/1\nbob {2,}0\/1 {4} 0\/1 {5}did not compile: error: expected/);
    assert.match(printed, /1\/1 points, 1 of 1 case passed[^\n]*\n$/);
  });

  test.needs('python3')('unit tests judge a module', async (folder) => {
    const files = {
      'goldens/suite.json': example('unit-suite'),
      'goldens/tests.py': example('unit-tests'),
      'goldens/unit.in': '',
      'goldens/unit.out': 'ok\n',
      'class/ann/add.py': 'def add(a, b): return a + b\n',
      'class/bob/add.py': 'def add(a, b): return a - b\n',
    };
    writeFiles(folder, files);
    const printed = await inClone('fivedice mark --all class --fixtures goldens\n', folder);
    assert.match(printed, /ann {2,}1\/1 .*\nbob {2,}0\/1 /);
    rmSync(join(folder, 'goldens/tests.py'));
    writeFiles(folder, {
      'goldens/suite.json': example('own-folder'),
      'class/ann/add.py': 'print(open("data.txt").read(), end="")\n',
      'class/ann/data.txt': 'ok\n',
    });
    assert.match(await inClone('fivedice mark --all class --fixtures goldens\n', folder), /ann {2,}1\/1 /);
  });

  test('who is late loses marks', async (folder) => {
    const table = await inClone(example('grade'), folder);
    sameBytes(table.replaceAll('\r\n', '\n'), example('grade-prints'), 'grade');
  });
});

suite('the tables of marking', (test) => {
  const column = (head: string, index: number, room = 'marking'): string[] =>
    tableIn(readmeOf(room), head).map((row) => row[index] ?? '');

  test('list every verdict by its words and its name', () => {
    assert.equal(
      column('verdict', 0),
      VERDICTS.map((verdict) => verdictWords(verdict)),
    );
    assert.equal(
      column('verdict', 1),
      VERDICTS.map((verdict) => `\`${verdict}\``),
    );
  });

  test('list every tolerance and every report', () => {
    assert.equal(
      column('name', 0, 'marking/suites'),
      TOLERANCE_NAMES.map((name) => `\`${name}\``),
    );
    const reports = column('format', 0, 'marking/reports').join(', ').replaceAll('`', '').split(', ');
    assert.equal(reports.sort(), Object.keys(REPORTS).sort());
  });

  test('the sample submissions are as many as it says', () => {
    const folders = ['right', 'wrong', 'hostile'].map((name) => join(ROOT, 'fixtures/submissions', name));
    const count = folders.flatMap((folder) => readdirSync(folder)).length;
    assert.ok(says(readmeAt('fixtures/submissions/README.md'), `${count} small programs`));
    assert.ok(says(README, `${count} sample programs`));
  });

  test('list every key of a suite, as the README of a new assignment does', () => {
    const problems: string[] = [];
    parseSuite('null', problems);
    const keys = /some of the keys (.*)/.exec(problems[0] ?? '')?.[1]?.split(', ');
    assert.equal(
      keys?.map((key) => `\`${key}\``),
      column('key', 0, 'marking/suites'),
    );
    const readme = readmeAt('fixtures/starting/README.md');
    for (const key of keys ?? []) assert.match(readme, `\`${key}\``);
  });
});
