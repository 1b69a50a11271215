/* What can go wrong around the page: nothing of a game is lost, and the page says what is the matter. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, diceOn, openMore, playToEnd, suiteAtPage} from '../../support/browser.js';

const NOT_KEPT = 'This browser keeps no game: save it to a file before you close the page.';

const noticeOn = (page: Page): Promise<string> => page.getByRole('alert').innerText();

/** Storages of browsers that keep nothing. They hold no named function, whose name tsx would note. */
const STORAGES: Readonly<Record<string, () => void>> = {
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'is forbidden': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
};

suiteAtPage('a game in trouble', (onPage, atPage) => {
  for (const [is, breakStorage] of Object.entries(STORAGES)) {
    atPage(`goes on where the browser's storage ${is}, and can be left and gone on with`, async (page) => {
      await page.addInitScript(breakStorage);
      await page.reload();
      await beginGame(page, ['Ada'], {seed: '4'});
      assert.is(await noticeOn(page), NOT_KEPT);
      await clicks(page, 'Roll Dice');
      const before = await diceOn(page);
      await clicks(page, /^Die 2:/);
      assert.is(await noticeOn(page), NOT_KEPT);
      await clicks(page, 'Leave');
      await clicks(page, 'Go on: Ada');
      assert.equal(
        (await diceOn(page)).map((die) => die?.replace(/,.*/, '')),
        before.map((die) => die?.replace(/,.*/, '')),
      );
    });
  }

  onPage('that is ended in one window stays in the other, which says so', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await playToEnd(page);
    const other = await page.context().newPage();
    await other.goto('/');
    await clicks(page, 'Enter the hall of fame');
    await other.getByText('This game was ended in another window of this browser.').waitFor();
    assert.match(await other.locator('.message').innerText(), 'Ada');
  });

  for (const view of ['the window', 'the sheet']) {
    onPage(`is reloaded in ${view} with the same dice selected, but a new game has none`, async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      if (view === 'the sheet') await clicks(page, 'Keep view');
      await page.keyboard.press('r');
      const first = await diceOn(page);
      await page.keyboard.type('24');
      const selected = await diceOn(page);
      await page.reload();
      assert.equal(await diceOn(page), selected);
      await clicks(page, 'Leave');
      await openMore(page);
      await page.getByLabel('Seed').fill('4');
      await clicks(page, 'New game');
      await clicks(page, 'New game');
      await page.keyboard.press('r');
      assert.equal(await diceOn(page), first);
    });
  }
});
