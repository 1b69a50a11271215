import type {Locator, Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, choose, clicks, openMore, suiteAtPage} from '../../support/browser.js';
import {until} from '../../support/processes.js';

/** Returns the actions of the game that the browser keeps. */
async function doneOn(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => localStorage.getItem('fivedice.game'));
  const {actions}: {actions: {action: string}[]} = JSON.parse(`${text}`);
  return actions.map(({action}) => action);
}

const messageWith = (page: Page, hasText: string | RegExp): Locator => page.locator('.message', {hasText});

/** Waits for what was done last. */
const did = (page: Page, hasText: RegExp): Promise<void> => page.locator('.did', {hasText}).waitFor();

/** Lets the clock of the page, which stands still, go on a little at a time, until something is seen. */
const goesOnTo = (page: Page, what: Locator): Promise<void> =>
  until(async () => {
    await page.clock.runFor(50);
    return (await what.count()) > 0;
  }, `${what} is never seen`);

suiteAtPage('a computer on the page', (onPage, atPage) => {
  onPage('has a strength with an average, and plays at once where nothing should move', async (page) => {
    await openMore(page);
    await choose(page, 'Players', '2');
    const faces = page.getByRole('group', {name: 'Player 2 is'}).locator('label');
    assert.is((await faces.allInnerTexts()).join(), 'Person,Beginner,Casual,Expert,Shark');
    assert.match(`${await faces.nth(3).getAttribute('title')}`, /^254\.6 points on average/);
    await beginGame(page, ['Ada', ''], {computer: 'expert', seed: '4'});
    await clicks(page, 'Roll Dice');
    await clicks(page, /^Chance, /);
    await did(page, /^Expert scores \d+ in .+\.$/);
    assert.is(await page.locator('.die[data-past]').count(), 5);
    assert.is((await doneOn(page)).filter((action) => action === 'place').length, 2);
  });

  atPage.with({reducedMotion: 'no-preference'})(
    'begins by itself, can be taken back before it rolls, and goes on after a reload',
    async (page) => {
      await beginGame(page, ['Ada', ''], {computer: 'beginner', seed: '4'});
      // The clock stands while the test looks at what shows only for a moment.
      await page.clock.install({time: 0});
      await page.clock.pauseAt(3_600_000);
      await page.keyboard.press('r');
      const chance = page.getByRole('button', {name: /^Chance, /});
      await goesOnTo(page, chance);
      await chance.click();
      await clicks(page, /^Undo Ada's/);
      await chance.click();
      for (const text of ['Beginner rolls the dice.', 'Beginner plays.'])
        await goesOnTo(page, messageWith(page, text));
      await goesOnTo(page, page.locator('.status', {hasText: '1 roll left'}));
      await page.reload();
      await page.clock.resume();
      await did(page, /^Beginner scores \d+ in .+\.$/);
      // A beginner always rolls three times.
      assert.is((await doneOn(page)).join(' '), 'roll place undo place roll reroll reroll place');
    },
  );
});
