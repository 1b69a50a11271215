/* `npm run picture`: redraws the pictures of the READMEs, from real runs on a terminal and in Chromium. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {pagesOf} from '../src/marking/reports/html/pages.js';
import {beginGame, clicks, launch, openPage} from './support/browser.js';
import {largeClass} from './support/large-class.js';
import {PICTURES} from './support/picture.js';
import {ROOT} from './support/readme.js';
import {inTemporaryFolder} from './support/temporary-folder.js';

for (const [path, make] of Object.entries(PICTURES)) writeFileSync(join(ROOT, path), await make());

const browser = await launch();

// The game of the README, after Eric's first roll, with the three and the four selected (CS106A, figure 3).
const {page, close} = await openPage(browser, {viewport: {width: 1100, height: 660}, colorScheme: 'light'});
await page.goto('/');
await beginGame(page, ['Eric', 'Julie'], {seed: '379491'});
for (const button of ['Roll Dice', /^Die 2:/, /^Die 4:/]) await clicks(page, button);
await page.screenshot({path: join(ROOT, 'src/web/page.png')});
await close();

// The HTML report: the index of a class, a student's page, and the page on a phone.
await inTemporaryFolder(async (folder) => {
  const marks = largeClass(12);
  for (const audience of ['marker', 'student'] as const)
    for (const {name, content} of pagesOf(marks, audience)) writeFileSync(join(folder, name), content);
  const frames = [
    frame('index', 0, 0, 1366, 930),
    frame('z5000021.c', 0, 950, 960, 640),
    frame('z5000021.c', 980, 950, 386, 640),
  ];
  const file = join(folder, 'picture.html');
  writeFileSync(file, `<!doctype html><body style="background: #57606a">${frames.join('')}`);
  const report = await browser.newPage({viewport: {width: 1366, height: 1590}, colorScheme: 'light'});
  await report.goto(pathToFileURL(file).href);
  await report.screenshot({path: join(ROOT, 'src/marking/reports/report.png')});
});
await browser.close();

function frame(name: string, left: number, top: number, width: number, height: number): string {
  const place = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  return `<iframe src="${name}.html" style="position: absolute; border: 0; ${place}"></iframe>`;
}
