/* The examples and tables of marking in the READMEs. */
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {TOLERANCE_NAMES} from '../../src/marking/comparing/tolerances.js';
import {REPORTS} from '../../src/marking/reports/formats.js';
import {VERDICT_WORDS, VERDICTS} from '../../src/marking/results/verdicts.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {inClone, prints} from '../support/in-clone.js';
import {example, README, ROOT, readmeAt, readmeOf, says, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

suite('the examples of marking', (test) => {
  test(
    'three small programs are marked as the project shows',
    prints(example('mark'), example('mark-prints')),
  );
  test.needs('python3', 'bubblewrap')('a program of the course gives points for words', () =>
    inTemporaryFolder(async (folder) => {
      const files = {
        'suite.json': example('checker-suite'),
        'check.py': example('checker-program'),
        'numbers.in': '',
        'numbers.out': 'one two three four\n',
      };
      mkdirSync(join(folder, 'goldens'));
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'goldens', file), text);
      sameBytes(await inClone(example('checker-mark'), folder), example('checker-prints'), 'checker');
    }),
  );

  test('who is late loses marks', () =>
    inTemporaryFolder(async (folder) => {
      const table = await inClone(example('grade'), folder);
      sameBytes(table.replaceAll('\r\n', '\n'), example('grade-prints'), 'grade');
    }));
});

suite('the tables of marking', (test) => {
  const column = (head: string, index: number, room = 'marking'): string[] =>
    tableIn(readmeOf(room), head).map((row) => row[index] ?? '');

  test('list every verdict by its words and its name', () => {
    assert.equal(
      column('verdict', 0),
      VERDICTS.map((verdict) => VERDICT_WORDS[verdict]),
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

  test('list every key of a suite', async () => {
    const keys = column('key', 0, 'marking/suites').map((key) => key.replaceAll('`', ''));
    const said = await inTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, 'suite.json'), '[]');
      writeFileSync(join(folder, 'case.in'), '');
      writeFileSync(join(folder, 'case.out'), '');
      const {stderr} = await execa(FIVEDICE, ['mark', FIVEDICE, '--fixtures', folder], {
        ...AS_USER,
        reject: false,
      });
      return stderr;
    });
    assert.is(/some of the keys (.*)/.exec(said)?.[1], keys.join(', '));
  });
});
