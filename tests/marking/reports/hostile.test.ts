import * as assert from 'uvu/assert';
import type {Marks, SubmissionMarks} from '../../../src/marking/results/marks.js';
import {latin1} from '../../support/bytes.js';
import {parseCsv, plain, run, xmllint} from '../../support/consumers.js';
import {HOSTILE, HOSTILE_MARKS} from '../../support/hostile-marks.js';
import {CLASS, formats, marksOf, ONE, submissionsOf, TOKEN, write} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

const alone = (one: SubmissionMarks): Marks => ({...HOSTILE_MARKS, submissions: submissionsOf([one])});

suite('hostile names and words', (test) => {
  for (const [format, isForSeveral] of formats()) {
    test(`${format}: no invisible character is left, and no half of one`, () => {
      const all = isForSeveral ? [HOSTILE_MARKS] : Array.from(HOSTILE_MARKS.submissions, alone);
      for (const marks of all) {
        const text = write(format, marks);
        assert.is(latin1(Buffer.from(text)), latin1(Buffer.from(Buffer.from(text).toString())));
        if (format !== 'github' && format !== 'html') assert.not.match(text, /^\s*(?:::|##\[)/m);
        if (format === 'json') continue;
        assert.not.match(text.replace(format === 'csv' ? /\r\n/g : /\n/g, ''), /[\p{C}\u2028\u2029]/u);
      }
    });
  }

  test.needs('xmllint')('junit: valid by the schema, with unique names', async () => {
    for (const marks of [HOSTILE_MARKS, ONE, CLASS, marksOf({}), marksOf({x: []})]) {
      const report = write('junit', marks);
      assert.is(await xmllint(report), 'report.xml validates\n');
      const names = report.match(/<testcase classname="[^"]*" name="[^"]*"/g) ?? [];
      assert.is(names.length, marks.submissions.totals.cases);
      assert.is(new Set(names).size, names.length);
    }
  });

  test('github: the runner finds our commands, and no others', () => {
    for (const submission of HOSTILE_MARKS.submissions) {
      const {commands, shown} = run(write('github', alone(submission)));
      assert.equal(
        commands.map(({name}) => name),
        ['stop-commands', TOKEN, 'error', 'error'],
      );
      assert.is(shown.includes('##['), false);
      const [, failed] = submission.cases;
      assert.is(commands[2]?.title, failed && plain(`${submission.target}: ${failed.case}`));
      const headline = `wrong output, exit status 255: ${plain(failed?.lastWords ?? '')}`;
      assert.is(commands[2]?.message.split('\n')[0], headline);
    }
  });

  test('mrk: only our own lines look like those of the table', () => {
    const report = write('mrk', HOSTILE_MARKS);
    const count = (pattern: RegExp): number => report.match(pattern)?.length ?? 0;
    const {length} = HOSTILE;
    assert.is(count(/^!!/gm), 4 * length);
    assert.is(count(/^\*\* Test \d+: /gm), 4 * length);
    assert.is(count(/^\*\* Test passed$/gm), length);
    assert.is(count(/^\*\* Test failed \(/gm), 2 * length);
    assert.is(count(/^\*\* Test not marked \(/gm), length);
    assert.is(count(/^Test +\d+ \(1\) /gm), 4 * length);
  });

  test('csv: rows of equal length, one per submission, and no cell is a formula', () => {
    const rows = parseCsv(write('csv', HOSTILE_MARKS));
    assert.is(rows.length, HOSTILE.length + 1);
    assert.is(new Set(rows.map(({length}) => length)).size, 1);
    assert.equal(
      rows.flat().filter((cell) => /^[=+\-@＝\t\r]/.test(cell)),
      [],
    );
    assert.is(rows[HOSTILE.indexOf('=cmd()') + 1]?.[0], `'=cmd()${HOSTILE.indexOf('=cmd()')}`);
    assert.is(rows[HOSTILE.indexOf('"a","b"') + 1]?.[0], `"a","b"${HOSTILE.indexOf('"a","b"')}`);
  });
});
