import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, diceOn, suiteAtPage} from '../../support/browser.js';

const NOT_KEPT = 'This browser cannot keep the game: save it to a file before you close the page.';

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

suiteAtPage('a game in trouble', (_onPage, atPage) => {
  for (const [is, breakStorage] of Object.entries(STORAGES)) {
    atPage(`goes on where the browser's storage ${is}, and can be left and continued`, async (page) => {
      await page.addInitScript(breakStorage);
      await page.reload();
      await beginGame(page, ['Ada'], {seed: '4'});
      assert.is(await noticeOn(page), NOT_KEPT);
      await clicks(page, 'Roll Dice');
      const before = await diceOn(page);
      await clicks(page, /^Die 2:/);
      assert.is(await noticeOn(page), NOT_KEPT);
      await clicks(page, 'Leave');
      await clicks(page, 'Continue Ada');
      assert.equal(
        (await diceOn(page)).map((die) => die?.replace(/,.*/, '')),
        before.map((die) => die?.replace(/,.*/, '')),
      );
    });
  }
});
