/*
 * `npm run bench:html`: what the HTML report of a large class weighs, how long it takes to write, and how soon Chromium
 * shows it from a file: until the table stands, and how long a frame takes while it scrolls. Needs Chromium. Fails if a
 * figure misses its reach.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {writeHtml} from '../../src/marking/reports/html/html.js';
import {writeWhole} from '../../src/system/whole-file.js';
import {launch} from '../support/browser.js';
import {largeClass} from '../support/large-class.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {median, printTable, type Row, seconds} from './measure.js';

const ROUNDS = 5;
const SIZES = [40, 400, 2000] as const;
/** Of the largest: megabytes; and seconds until it is ready. */
const REACH = {size: 20, ready: 2} as const;

const browser = await launch();
await inTemporaryFolder(async (folder) => {
  const rows: Row[] = [];
  for (const count of SIZES) {
    const marks = largeClass(count);
    const failures = marks.submissions
      .flatMap(({cases}) => cases)
      .filter(({verdict}) => verdict !== 'pass').length;
    const file = join(folder, `${count}.html`);
    const written = seconds(() => writeWhole(file, writeHtml(marks)));
    const size = statSync(file).size / 1e6;
    const [ready, frames] = [[] as number[], [] as number[]];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage({viewport: {width: 1440, height: 900}});
      const began = performance.now();
      await page.goto(pathToFileURL(file).href);
      await page.locator('.matrix tbody th').first().waitFor();
      await page.evaluate(painted);
      ready.push((performance.now() - began) / 1000);
      frames.push(await page.evaluate(scrolled));
      await page.close();
    }
    rows.push({
      cells: [
        `${count} × 80`,
        `${failures}`,
        `${size.toFixed(2)} MB`,
        `${written.toFixed(2)} s`,
        `${median(ready).toFixed(2)} s`,
        `${median(frames).toFixed(0)} ms`,
      ],
      missed: size > REACH.size || median(ready) > REACH.ready,
    });
  }
  const head = [
    'submissions × cases',
    'failures',
    'size',
    'written in',
    'ready after',
    'a frame of scrolling',
  ];
  printTable(`medians of ${ROUNDS} rounds`, head, rows);
}).finally(() => browser.close());

/** In the browser: waits until what is there is painted. */
async function painted(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** In the browser: the milliseconds of a frame in which the table scrolls by a notch of a wheel, on average. */
async function scrolled(): Promise<number> {
  const table = document.querySelector('.matrix');
  const began = performance.now();
  for (let frame = 0; frame < 60; frame += 1) {
    table?.scrollBy(0, 120);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  return (performance.now() - began) / 60;
}
