/*
 * `npm run picture:report`: redraws the README's picture of the HTML report, in Chromium: the index of a class, a
 * student's page, and the page on a phone.
 */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {pagesOf} from '../src/marking/reports/html/pages.js';
import {launch} from './support/browser.js';
import {largeClass} from './support/large-class.js';
import {ROOT} from './support/readme.js';
import {inTemporaryFolder} from './support/temporary-folder.js';

/** A page of the report in the picture. */
function frame(name: string, left: number, top: number, width: number, height: number): string {
  const place = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  return `<iframe src="${name}.html" style="position: absolute; border: 0; ${place}"></iframe>`;
}

const browser = await launch();
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
  const page = await browser.newPage({viewport: {width: 1366, height: 1590}, colorScheme: 'light'});
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({path: join(ROOT, 'src/marking/reports/report.png')});
}).finally(() => browser.close());
