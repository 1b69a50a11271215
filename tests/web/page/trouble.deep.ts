/* What can go wrong around the page: nothing of a game is lost, and the page says what is the matter. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {
  beginGame,
  clicks,
  diceOn,
  openMore,
  opensGame,
  playToEnd,
  suiteAtPage,
} from '../../support/browser.js';
import {FIVEDICE} from '../../support/command.js';
import {gameText, startServer} from '../../support/served.js';

const NOT_KEPT = 'This browser keeps no game: save it to a file before you close the page.';

const GO_ON = {name: /^Go on/};

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

  // It would be asked for while the server is gone.
  atPage.with({serviceWorkers: 'block'})(
    'goes on to its end without the server, which gets the score when it is back',
    async (page, place, {port, ends}) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      await clicks(page, 'Roll Dice');
      await ends();
      await playToEnd(page);
      await clicks(page, 'Enter the hall of fame');
      const notice =
        'The server does not answer, so the scores are not entered yet. The game is kept: start the server again and enter them then.';
      await page.getByText(notice).waitFor();
      await clicks(page, 'New game');
      await clicks(page, 'Go on: Ada');
      const where = {cwd: place.folder, env: place.env};
      const again = await startServer(FIVEDICE, ['--port', `${port}`, '--scores', 'h.txt'], where);
      await clicks(page, 'Enter the hall of fame');
      await page.getByText(/^Ada, \d+: place 1\.$/).waitFor();
      assert.match(place.read('h.txt'), /^\d+,Ada\tseeded\n$/);
      assert.is(await page.getByRole('button', GO_ON).count(), 0);
      await again.ends();
    },
  );

  onPage(
    'is gone after its end if its scores were entered before, or cannot be',
    async (watched, _, {posts}) => {
      const file = gameText(4);
      await posts(file);
      // The browser notes the refusal on the console, which is watched in the first window.
      const page = await watched.context().newPage();
      await page.goto('/');
      await opensGame(page, file);
      await clicks(page, 'Enter the hall of fame');
      await page.getByText(/^The scores are not entered: .+ already/).waitFor();
      for (const next of [gameText(0, {dice: 'typed'}), null]) {
        await clicks(page, 'Leave');
        await page.getByRole('heading', {name: 'A new game'}).waitFor();
        assert.is(await page.getByRole('button', GO_ON).count(), 0);
        if (next !== null) await opensGame(page, next);
      }
    },
  );

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
