/* `npm run picture:report`: makes the README's picture of the HTML report again, in Chromium: an index, and a page of it. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {pagesOf} from '../src/marking/reports/html/pages.js';
import {launch} from './support/browser.js';
import {largeClass} from './support/large-class.js';
import {ROOT} from './support/readme.js';
import {inTemporaryFolder} from './support/temporary-folder.js';

const browser = await launch();
await inTemporaryFolder(async (folder) => {
  for (const {name, content} of pagesOf(largeClass(12), 'marker')) writeFileSync(join(folder, name), content);
  const page = await browser.newPage({viewport: {width: 1200, height: 900}, colorScheme: 'light'});
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await page.screenshot({path: join(ROOT, 'src/marking/reports/report.png')});
}).finally(() => browser.close());
