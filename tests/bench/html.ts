/*
 * `npm run bench:html`: the time to write the HTML report of a large class, its size, and the time until Chromium shows
 * its index. Needs Chromium. Fails if a figure misses its target.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {pagesOf} from '../../src/marking/reports/html/pages.js';
import {writeWhole} from '../../src/system/whole-file.js';
import {launch} from '../support/browser.js';
import {largeClass} from '../support/large-class.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {interleaved, median, printTable, type Row, seconds} from './measure.js';

const ROUNDS = 5;
const SIZES = [40, 400, 2000] as const;
/** Highest seconds. */
const GOALS = {written: 5, ready: 1} as const;

const browser = await launch();
const rows: Row[] = [];
await inTemporaryFolder(async (folder) => {
  const index = join(folder, 'index.html');
  for (const count of SIZES) {
    const marks = largeClass(count);
    let size = 0;
    const written = await seconds(() => {
      for (const {name, content} of pagesOf(marks, 'marker')) {
        writeWhole(join(folder, name), [content]);
        size += content.length;
      }
    });
    const {ready} = await interleaved(ROUNDS, {
      ready: async () => {
        const page = await browser.newPage({viewport: {width: 1440, height: 900}});
        const taken = await seconds(async () => {
          await page.goto(pathToFileURL(index).href);
          await page.evaluate(painted);
        });
        await page.close();
        return taken;
      },
    });
    rows.push({
      cells: [
        `${count} × 80`,
        `${(size / 1e6).toFixed(1)} MB`,
        `${(statSync(index).size / 1e6).toFixed(2)} MB`,
        `${written.toFixed(2)} s`,
        `${median(ready).toFixed(2)} s`,
      ],
      missed: written > GOALS.written || median(ready) > GOALS.ready,
    });
  }
}).finally(() => browser.close());
const head = ['submissions × cases', 'all pages', 'index', 'written in', 'index ready after'];
printTable(`medians of ${ROUNDS} rounds`, head, rows);

/** In the browser: waits until the page is painted. */
async function painted(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
