/* The HTML report in light and dark, narrow and wide: nothing that axe finds, and a picture of each to look at. */
import type {Page} from 'playwright-core';
import {isThorough} from '../../../support/effort.js';
import {largeClass} from '../../../support/large-class.js';
import {CLASS, ONE, write} from '../../../support/marks.js';
import {isSeenWell, oneReportBrowser, press} from '../../../support/report-page.js';
import {suite} from '../../../support/suite.js';

const openAll = async (page: Page): Promise<void> => {
  await page.locator('main').evaluate((main) => {
    for (const details of main.querySelectorAll('details')) details.open = true;
  });
};

const STATES: Readonly<Record<string, readonly [report: string, reach: (page: Page) => Promise<void>]>> = {
  one: [write('html', ONE), openAll],
  class: [
    write('html', CLASS),
    async (page) => {
      await page.getByLabel('Verdict').selectOption('wrong-output');
      await page.getByRole('grid').focus();
      await press(page, 'ArrowRight ArrowRight ArrowRight Enter');
      await openAll(page);
    },
  ],
  'class-of-40': [
    write('html', largeClass(40)),
    async (page) => {
      await page.getByLabel('Verdict').selectOption('wrong-output');
      await page.getByRole('grid').focus();
      await press(page, `ArrowDown${' ArrowRight'.repeat(17)} Enter`);
    },
  ],
};

suite.needs('chromium')('what is seen of the HTML report', (test) => {
  const {atReport, close} = oneReportBrowser();
  test.after(close);

  for (const [state, [report, reach]] of Object.entries(STATES)) {
    test(`${state} can be read and reached by everybody, and fits`, () =>
      atReport(report, async (page) => {
        await reach(page);
        await isSeenWell(page, state, isThorough, report.length > 100_000);
      }));
  }
});
