/* What can go wrong around the page: nothing of a game is lost, and the page says what is the matter. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, diceOn, oneBrowser, playToEnd} from '../../support/browser.js';
import {FIVEDICE} from '../../support/command.js';
import {startServer} from '../../support/served.js';
import {suite} from '../../support/suite.js';

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

suite.needs('chromium')('a game in trouble', (test) => {
  const {atPage, close} = oneBrowser();
  test.after(close);

  for (const [is, breakStorage] of Object.entries(STORAGES)) {
    test(
      `goes on where the browser's storage ${is}, and can be left and gone on with`,
      atPage(async (page) => {
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
      }),
    );
  }

  test(
    'goes on to its end without the server, which gets the score when it is back',
    atPage(async (page, place, {port, ends}) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      await clicks(page, 'Roll Dice');
      await ends();
      await playToEnd(page);
      await clicks(page, 'Enter the hall of fame');
      await page.getByRole('alert').waitFor();
      assert.is(
        await noticeOn(page),
        'The server does not answer, so the scores are not entered yet. The game is kept: start the server again and enter them then.',
      );
      const where = {cwd: place.folder, env: place.env};
      const again = await startServer(FIVEDICE, ['--port', `${port}`, '--scores', 'h.txt'], where);
      await clicks(page, 'Enter the hall of fame');
      await page.getByText(/^Ada, \d+: place 1\.$/).waitFor();
      await again.ends();
    }),
  );

  test(
    'goes on in the window that moved last, and the other one says so',
    atPage(async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      const other = await page.context().newPage();
      await other.goto('/');
      await clicks(other, 'Roll Dice');
      await page.getByRole('alert').waitFor();
      assert.is(
        await noticeOn(page),
        'The game goes on in another window of this browser. The window in which you move last keeps it.',
      );
      await clicks(page, 'Go on: Ada');
      assert.equal(await diceOn(page), await diceOn(other));
      await clicks(page, /^Chance, /);
      await other.getByRole('button', {name: 'Go on: Ada'}).waitFor();
    }),
  );

  for (const view of ['the window', 'the sheet']) {
    test(
      `is reloaded in ${view} with the same dice selected, but a new game has none`,
      atPage(async (page) => {
        await beginGame(page, ['Ada'], {seed: '4'});
        if (view === 'the sheet') await clicks(page, 'Other view');
        await page.keyboard.press('r');
        const first = await diceOn(page);
        await page.keyboard.type('24');
        const selected = await diceOn(page);
        await page.reload();
        assert.equal(await diceOn(page), selected);
        await clicks(page, 'Leave');
        await beginGame(page, ['Ada'], {seed: '4'});
        await page.keyboard.press('r');
        assert.equal(await diceOn(page), first);
      }),
    );
  }
});
