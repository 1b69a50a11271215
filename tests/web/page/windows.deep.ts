/* Two windows of one browser: one plays, and the other says so. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, diceOn, photograph, suiteAtPage} from '../../support/browser.js';
import {until} from '../../support/processes.js';

const isSaid = (page: Page): Promise<void> =>
  page.getByRole('alert').filter({hasText: 'This game is open in another window.'}).waitFor();
const keptIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('fivedice.game'));

/** A browser with Web Locks, where a name that was left behind means nothing, and one as pages by plain http find it. */
const BROWSERS: Readonly<Record<string, () => void>> = {
  'with Web Locks': () => localStorage.setItem('fivedice.owner', 'another window'),
  'without Web Locks': () => {
    Object.defineProperty(navigator, 'locks', {value: undefined});
  },
};

suiteAtPage('a game in two windows', (_onPage, atPage) => {
  for (const [browser, prepare] of Object.entries(BROWSERS))
    atPage(`is said and taken over, and the first window writes no more, ${browser}`, async (first) => {
      const context = first.context();
      await context.addInitScript(prepare);
      await first.reload();
      await beginGame(first, ['Ada']);
      await clicks(first, 'Roll Dice');
      await first.getByRole('button', {name: 'Roll Again'}).waitFor();
      const dice = await diceOn(first);
      const second = await context.newPage();
      await second.goto('/');
      await isSaid(second);
      await photograph(second, 'elsewhere');
      await clicks(second, 'Play here');
      await second.getByRole('button', {name: 'Roll Again'}).waitFor();
      assert.equal(await diceOn(second), dice);
      await isSaid(first);
      await clicks(second, 'Roll Again');
      await second.getByText('1 roll left').first().waitFor();
      const kept = await keptIn(second);
      await first.keyboard.press('r');
      // What a window stores reaches another one a moment later.
      await until(async () => (await keptIn(first)) === kept, 'the first window has another game');
      // A reload keeps the game, and a game that was left is free.
      await second.reload();
      await second.getByText('1 roll left').first().waitFor();
      await clicks(second, 'Leave');
      await first.reload();
      await first.getByText('1 roll left').first().waitFor();
      await clicks(second, /^Continue/);
      await isSaid(second);
      assert.is(await keptIn(second), kept);
    });

  atPage('is looked for before each save where there are no Web Locks', async (page) => {
    await page.addInitScript(BROWSERS['without Web Locks'] ?? '');
    await page.reload();
    await beginGame(page, ['Ada'], {seed: '4'});
    await until(
      async () => (await page.evaluate(() => localStorage.getItem('fivedice.owner'))) !== null,
      'the window never names itself',
    );
    const kept = await keptIn(page);
    // A window hears no storage event of its own, as if that of another window came late.
    await page.evaluate(() => localStorage.setItem('fivedice.owner', 'another window'));
    await page.keyboard.press('r');
    await isSaid(page);
    assert.is(await keptIn(page), kept);
  });
});
