/*
 * `npm run bench:html`: the time to write the HTML report of a large class, its size, and the time until Chromium shows
 * its index; then the time and memory of the human report of as large a class that fails every case. Needs Chromium.
 * Fails if a figure misses its target.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {pagesOf} from '../../src/marking/reports/html/pages.js';
import {createResults} from '../../src/marking/results/folder.js';
import {writeWhole} from '../../src/system/whole-file.js';
import {launch} from '../support/browser.js';
import {FIVEDICE} from '../support/command.js';
import {largeClass} from '../support/large-class.js';
import {MACHINE, RUN} from '../support/marks.js';
import {judgementsOf, ORIGIN, runCases} from '../support/results.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {interleaved, median, printTable, type Row, seconds, usageOf} from './measure.js';

const ROUNDS = 5;
const SIZES = [40, 400, 2000] as const;
/** Highest seconds. */
const GOALS = {written: 5, ready: 1} as const;
/** Highest seconds of processor time, and MB. */
const HUMAN = {processor: 1.5, peak: 150} as const;

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

await inTemporaryFolder(async (folder) => {
  const path = join(folder, 'results');
  writeFailures(path);
  const figures = Array.from({length: ROUNDS}, () => usageOf([FIVEDICE, 'report', path], {reject: false}));
  const processor = median(figures.map((one) => one.processor));
  const peak = (median(figures.map((one) => one.peak)) * 1024) / 1e6;
  const missed = processor > HUMAN.processor || peak > HUMAN.peak;
  const cells = ['2000 × 80 failures', `${processor.toFixed(2)} s`, `${peak.toFixed(0)} MB`];
  printTable('the human report', ['submissions × cases', 'processor', 'memory'], [{cells, missed}]);
});

/** Makes a folder of results in which all of 2,000 submissions fail all of 80 cases. */
function writeFailures(path: string): void {
  const targets = Array.from({length: 2000}, (_, index) => `z${5_000_000 + index}.c`);
  const wrong = Array.from(largeClass(400).submissions).flatMap(({cases}) =>
    cases.filter(({verdict}) => verdict === 'wrong-output'),
  );
  const cases = wrong.slice(0, 80).map((one, at) => ({...one, case: `case-${at}`, number: at + 1}));
  const facts = {...RUN, fivedice: '1', people: {}, cases: runCases(cases)};
  const results = createResults(path, {...facts, submissions: targets});
  const judgements = judgementsOf(cases);
  for (const target of targets) results.write(target, judgements, ORIGIN, MACHINE);
}

/** In the browser: waits until the page is painted. */
async function painted(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
