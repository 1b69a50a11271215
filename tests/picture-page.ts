/*
 * `npm run picture:page`: redraws the README's picture of the page, from the real page in Chromium: the game of
 * the README, after Eric's first roll, with the three and the four selected (CS106A, figure 3).
 */
import {join} from 'node:path';
import {choose, clicks, launch, openMore, openPage, plays} from './support/browser.js';
import {ROOT} from './support/readme.js';

const browser = await launch();
const {page, close} = await openPage(browser, {viewport: {width: 1100, height: 660}, colorScheme: 'light'});
try {
  await page.goto('/');
  await openMore(page);
  await choose(page, 'Players', '2');
  await page.getByLabel('Player 1', {exact: true}).fill('Eric');
  await page.getByLabel('Player 2', {exact: true}).fill('Julie');
  await page.getByLabel('Seed').fill('379491');
  await plays(page);
  for (const button of ['Roll Dice', /^Die 2:/, /^Die 4:/]) await clicks(page, button);
  await page.screenshot({path: join(ROOT, 'src/web/page.png')});
} finally {
  await close();
  await browser.close();
}
