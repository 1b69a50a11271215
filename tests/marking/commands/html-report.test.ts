/* `--report html`, from the command line to the file. */
import * as assert from 'uvu/assert';
import {ECHO, WRONG} from '../../support/marked.js';
import {CLASSROOM50} from '../../support/marks.js';
import {inPlace} from '../../support/place.js';
import {mistakesOn, namesOn, oneReportBrowser} from '../../support/report-page.js';
import {suite} from '../../support/suite.js';

const CLASS = {...ECHO, 'class/ann.sh': '#!/bin/sh\ncat\n', 'class/bob.sh': WRONG};
const MARK = ['mark', '--all', 'class', '--fixtures', 'cases'];

suite.needs('chromium')('the HTML report', (test) => {
  const {atReport, close} = oneReportBrowser();
  test.after(close);

  test(
    'is written by mark, and from a folder of results',
    inPlace(
      async ({write, fivedice, read}) => {
        write(CLASS);
        await fivedice(...MARK, '--report', 'html:class.html', '--results', 'r');
        await fivedice('report', 'r', '--report', 'html:again.html');
        assert.is(read('again.html'), read('class.html'));
        await atReport(read('class.html'), async (page) => {
          assert.equal(await namesOn(page), ['ann.sh', 'bob.sh']);
          await page.getByRole('rowheader', {name: 'bob.sh'}).click();
          assert.equal(await mistakesOn(page), ['✗ 1 case: wrong output: "#" instead of "two"']);
        });
      },
      {encoding: 'utf8'},
    ),
  );

  test(
    'is one for each student, without what is hidden',
    inPlace(
      async ({write, fivedice, read}) => {
        write({...CLASS, 'cases/suite.json': '{"visibility": "hidden"}'});
        await fivedice(...MARK, '--report', 'student:html:pages/{submission}.html');
        const page = read('pages/bob.sh.html');
        assert.not.match(page, /instead of|cases\/b|two/);
        await atReport(page, async (shown) => {
          assert.equal(await mistakesOn(shown), []);
          assert.is(await shown.locator('.hidden li').textContent(), '✗ hidden case 2: wrong output 0/1');
        });
      },
      {encoding: 'utf8'},
    ),
  );
});

suite('the report for GitHub Classroom', (test) => {
  test(
    'marks nothing without its runner',
    inPlace(async ({write, shell}) => {
      write(CLASS);
      const args = ['mark', 'class/ann.sh', '--fixtures', 'cases', '--report', 'classroom50:result.json'];
      const {ASSIGNMENT: _, ...some} = CLASSROOM50;
      const words = Object.entries(some).map(([name, value]) => `${name}=${value}`);
      const {stderr, exitCode} = await shell(`env ${words.join(' ')} "$FIVEDICE" ${args.join(' ')}`);
      assert.match(stderr, 'classroom50: the environment has no ASSIGNMENT:');
      assert.is(exitCode, 2);
    }),
  );
});
