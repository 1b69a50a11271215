/* The start before its script has come: what is seen, and what somebody does in the meantime. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {suiteAtPage} from '../../support/browser.js';
import {gameText} from '../../support/seeded-games.js';

/** Visits the page anew, and keeps its script back until it is let go. */
async function visits(page: Page): Promise<() => void> {
  let letGo = (): void => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // The visit before may have asked for it, too, and wait no longer.
  await page.route('**/page.js', (route) => gone.then(() => route.continue()).catch(() => {}));
  await page.reload({waitUntil: 'commit'});
  return letGo;
}

const newGame = (page: Page) => page.getByRole('button', {name: 'New game'});
const game = (page: Page) => page.getByRole('button', {name: 'Roll Dice'});

suiteAtPage('the start, before its script has come', (onPage) => {
  onPage('is there with one request', async (page) => {
    await page.route(/\.\w+$/, () => {});
    await page.reload();
    await newGame(page).waitFor();
  });

  onPage('begins the game that somebody could not wait for, once the script is there', async (page) => {
    const letGo = await visits(page);
    await page.locator('[name=name1]').fill('Zoe');
    await newGame(page).click();
    letGo();
    await game(page).waitFor();
    await page.getByText('Zoe').first().waitFor();
  });

  onPage('opens the file that was chosen, and keeps a name that was typed', async (page) => {
    const letGo = await visits(page);
    const buffer = Buffer.from(gameText(7, {length: 2}));
    const file = {name: 'old.json', mimeType: 'application/json', buffer};
    await page.locator('input[type=file]').setInputFiles(file);
    letGo();
    await game(page).waitFor();
  });

  onPage('is not shown where a game goes on', async (page) => {
    await newGame(page).click();
    await game(page).waitFor();
    const letGo = await visits(page);
    assert.not(await newGame(page).isVisible());
    letGo();
    await game(page).waitFor();
  });

  onPage('says so if the script does not come', async (page) => {
    // The browser says it, too.
    page.removeAllListeners('console');
    await page.route('**/page.js', (route) => route.abort());
    await page.reload();
    await page.getByText('Part of the page did not load: reload it.').waitFor();
  });
});
