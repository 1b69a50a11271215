/*
 * `npm run picture:report`: makes the README's picture of the HTML report again, from a class in Chromium: the table, and
 * a failure that is chosen in it.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {writeHtml} from '../src/marking/reports/html/html.js';
import {writeWhole} from '../src/system/whole-file.js';
import {launch} from './support/browser.js';
import {largeClass} from './support/large-class.js';
import {ROOT} from './support/readme.js';

const folder = mkdtempSync(join(tmpdir(), 'fivedice-picture-'));
const browser = await launch();
try {
  const file = join(folder, 'class.html');
  writeWhole(file, writeHtml(largeClass(40)));
  const page = await browser.newPage({viewport: {width: 1200, height: 1150}, colorScheme: 'light'});
  await page.goto(pathToFileURL(file).href);
  await page.getByRole('grid').focus();
  for (const [key, times] of [
    ['ArrowRight', 17],
    ['ArrowDown', 1],
  ] as const)
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({path: join(ROOT, 'src/marking/reports/report.png')});
} finally {
  await browser.close();
  rmSync(folder, {recursive: true});
}
