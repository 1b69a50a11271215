/* The computer as a player on the page. */
import type {Locator, Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, messageOn, suiteAtPage} from '../../support/browser.js';
import {until} from '../../support/processes.js';

/** What has been done in the game that the browser keeps. */
async function doneOn(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => localStorage.getItem('fivedice.game'));
  const {actions}: {actions: {action: string}[]} = JSON.parse(`${text}`);
  return actions.map(({action}) => action);
}

const messageWith = (page: Page, hasText: string | RegExp): Locator => page.locator('.message', {hasText});

/** Waits for a message. */
const says = (page: Page, text: RegExp): Promise<void> => messageWith(page, text).waitFor();

/** Lets the clock of the page, which stands still, go on a little at a time, until something is seen. */
const goesOnTo = (page: Page, what: Locator): Promise<void> =>
  until(async () => {
    await page.clock.runFor(50);
    return (await what.count()) > 0;
  }, `${what} is never seen`);

suiteAtPage('a computer on the page', (onPage, atPage) => {
  onPage('has a strength with an average, and plays at once where nothing should move', async (page) => {
    const strengths = page.getByLabel('Person or computer 2').getByRole('option');
    const shown = (await strengths.allInnerTexts()).join(', ');
    assert.is(shown, 'Person, Beginner (162), Casual (217), Expert (254.6)');
    await page.getByText('or a computer, with its average points by official rules in one column').waitFor();
    await beginGame(page, ['Ada', ''], {computer: 'expert', seed: '4'});
    await clicks(page, 'Roll Dice');
    await clicks(page, /^Chance, /);
    assert.match(await messageOn(page), /^Expert 2's turn!/);
    await clicks(page, 'Roll Dice');
    await says(page, /^Expert 2 scores \d+ in .+\. Ada's turn!/);
    assert.is((await doneOn(page)).filter((action) => action === 'place').length, 2);
  });

  atPage.with({reducedMotion: 'no-preference'})(
    'can be followed, is not disturbed, and goes on after a reload',
    async (page) => {
      await beginGame(page, ['Ada', ''], {computer: 'beginner', seed: '4'});
      // What is seen for a moment only is seen for as long as the test looks at it.
      await page.clock.install({time: 0});
      await page.clock.pauseAt(3_600_000);
      await page.keyboard.press('r');
      const chance = page.getByRole('button', {name: /^Chance, /});
      await goesOnTo(page, chance);
      await chance.click();
      await clicks(page, 'Roll Dice');
      for (const text of ['Beginner 2 rolls the dice.', 'Beginner 2 plays.'])
        await goesOnTo(page, messageWith(page, text));
      await chance.click({force: true});
      await page.getByRole('button', {name: 'Roll Again'}).click({force: true});
      await goesOnTo(page, page.locator('.status', {hasText: 'roll 2 of 3'}));
      await page.reload();
      await page.clock.resume();
      await says(page, /^Beginner 2 scores \d+ in .+\. Ada's turn!/);
      // A beginner always rolls three times.
      assert.equal(await doneOn(page), ['roll', 'place', 'roll', 'reroll', 'reroll', 'place']);
    },
  );
});
