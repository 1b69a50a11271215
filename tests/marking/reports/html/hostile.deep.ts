/* Names and words in the HTML report that a browser could take for something else. */
import * as assert from 'uvu/assert';
import {plain} from '../../../support/consumers.js';
import {HOSTILE, HOSTILE_MARKS} from '../../../support/hostile-marks.js';
import {CRASH, marksOf, write} from '../../../support/marks.js';
import {namesOn, oneReportBrowser, openNamed} from '../../../support/report-page.js';
import {suite} from '../../../support/suite.js';

suite.needs('chromium')('hostile names and words', (test) => {
  const {atReport, close} = oneReportBrowser();
  test.after(close);

  test('stay text, in the table and in whatever is opened', () =>
    atReport(write('html', HOSTILE_MARKS), async (page) => {
      await page.evaluate(() => {
        window.alert = () => {
          throw new Error('a name was executed');
        };
      });
      const expected = HOSTILE.map((text, index) => plain(`${text}${index}`));
      const names = await namesOn(page);
      assert.equal(names, expected.slice(0, names.length));
      for (const index of HOSTILE.keys()) {
        await openNamed(page, expected[index] ?? '');
        await page.locator('.submission').evaluate((view) => {
          for (const details of view.querySelectorAll('details')) details.open = true;
        });
        await page.locator('.failure').nth(2).waitFor();
      }
      assert.is(await page.locator('script').count(), 2);
      assert.is(await page.locator('img, b, style:not(head style)').count(), 0);
    }));

  test('come back as they are shown elsewhere', () =>
    atReport(
      write('html', {...HOSTILE_MARKS, submissions: HOSTILE_MARKS.submissions.slice(0, 20)}),
      async (page) => {
        for (const [index, text] of HOSTILE.slice(0, 20).entries()) {
          await openNamed(page, plain(`${text}${index}`));
          const shown = await page.locator('.command').first().textContent();
          assert.is(shown, plain(text), text);
        }
      },
    ));

  test('stay what they are in a command, where the page puts the name of the submission', () => {
    const named = HOSTILE.filter((text) => text.includes('$')).map((text) => `c${text}.sh`);
    const marks = marksOf(
      Object.fromEntries(
        named.map((name) => [name, [{...CRASH, reproduce: `/bin/sh './${name}' < a.in; ls './${name}'`}]]),
      ),
    );
    return atReport(write('html', marks), async (page) => {
      for (const name of named.map(plain)) {
        await openNamed(page, name);
        const shown = await page.locator('.command').textContent();
        assert.is(shown, `/bin/sh './${name}' < a.in; ls './${name}'`);
      }
    });
  });

  test('the policy forbids what is not the page’s own', () =>
    atReport(write('html', HOSTILE_MARKS), async (page) => {
      const policy = await page.locator('meta[http-equiv]').getAttribute('content');
      assert.match(
        policy ?? '',
        /^default-src 'none'; script-src 'sha256-[\w+/]+='; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'$/,
      );
    }));
});
