/*
 * `npm run bench:html`: how long the HTML report of a large class takes to write, what it weighs, and how soon Chromium
 * shows its index from a file. Needs Chromium. Fails if a figure misses its reach.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {pagesOf} from '../../src/marking/reports/html/pages.js';
import {writeWhole} from '../../src/system/whole-file.js';
import {launch} from '../support/browser.js';
import {largeClass} from '../support/large-class.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {median, printTable, type Row, seconds} from './measure.js';

const ROUNDS = 5;
const SIZES = [40, 400, 2000] as const;
/** Max seconds of the largest class. */
const REACH = {written: 5, ready: 1} as const;

const browser = await launch();
await inTemporaryFolder(async (folder) => {
  const rows: Row[] = [];
  for (const count of SIZES) {
    const marks = largeClass(count);
    let size = 0;
    const written = seconds(() => {
      for (const {name, content} of pagesOf(marks, 'marker')) {
        writeWhole(join(folder, name), [content]);
        size += content.length;
      }
    });
    const index = join(folder, 'index.html');
    const ready: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage({viewport: {width: 1440, height: 900}});
      const began = performance.now();
      await page.goto(pathToFileURL(index).href);
      await page.evaluate(painted);
      ready.push((performance.now() - began) / 1000);
      await page.close();
    }
    rows.push({
      cells: [
        `${count} × 80`,
        `${(size / 1e6).toFixed(1)} MB`,
        `${(statSync(index).size / 1e6).toFixed(2)} MB`,
        `${written.toFixed(2)} s`,
        `${median(ready).toFixed(2)} s`,
      ],
      missed: written > REACH.written || median(ready) > REACH.ready,
    });
  }
  const head = ['submissions × cases', 'all pages', 'index', 'written in', 'index ready after'];
  printTable(`medians of ${ROUNDS} rounds`, head, rows);
}).finally(() => browser.close());

/** In the browser: waits until what is there is painted. */
async function painted(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
