/* The HTML report as a person sees it: the file, opened from the disk in a real browser. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {violationsOn} from './axe.js';
import {complaintsOf, launch, openWindow, photograph} from './browser.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** A test at the report: without a sound on the console, and without a request for anything but the file. */
export type AtReport = (
  report: string,
  use: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
) => Promise<void>;

/** One browser for a file of tests, started by the first of them. */
export function oneReportBrowser(): {readonly atReport: AtReport; readonly close: () => Promise<void>} {
  let started: Promise<Browser> | null = null;
  return {
    atReport: (report, use, options = {}) =>
      inTemporaryFolder(async (folder) => {
        const file = join(folder, 'report.html');
        writeFileSync(file, report);
        started ??= launch();
        const context = await openWindow(await started, {viewport: {width: 1280, height: 800}, ...options});
        try {
          const page = await context.newPage();
          const [complaints, requests] = [complaintsOf(page), [] as string[]];
          page.on('request', (request) => requests.push(request.url()));
          await page.goto(pathToFileURL(file).href);
          await use(page);
          assert.equal(requests, [pathToFileURL(file).href]);
          assert.equal(complaints, []);
        } finally {
          await context.close();
        }
      }),
    close: async () => (await started)?.close(),
  };
}

/**
 * Whether a page can be read by everybody and is no wider than the screen: in light and dark, narrow and wide. Leaves a
 * picture of each to look at.
 *
 * @param isThorough whether to look at all widths; else only at the two that differ most
 * @param isLong of thousands of cells, axe takes a minute, and says of each the same
 */
export async function isSeenWell(
  page: Page,
  name: string,
  isThorough: boolean,
  isLong = false,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const widths = isThorough ? [360, 400, 800, 1440] : [colorScheme === 'light' ? 360 : 1440];
    for (const width of widths) {
      await page.emulateMedia({colorScheme});
      await page.setViewportSize({width, height: 900});
      const where = `report-${name}-${colorScheme}-${width}`;
      await photograph(page, where);
      if (!isLong) assert.equal(await violationsOn(page), [], where);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.not(isWide, `${where} is too wide`);
    }
  }
}

/** The names of the submissions that the table shows. */
export function namesOn(page: Page): Promise<string[]> {
  return page.locator('.matrix tbody th').allTextContents();
}

/** Opens the first submission with this in its name. Of a long table only the rows in sight are there to be clicked. */
export async function openNamed(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.locator('.matrix tbody th').first().click();
}

/** The headings of the mistakes that are shown. */
export function mistakesOn(page: Page): Promise<string[]> {
  return page.locator('.mistake h3').allTextContents();
}

/** Puts the keyboard on the table, at its first cell. */
export async function focusTable(page: Page): Promise<void> {
  await page.getByRole('grid').focus();
}

export async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}
