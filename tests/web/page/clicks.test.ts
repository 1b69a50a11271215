/* What a mouse or a finger does beside the handout's game. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, messageOn, suiteAtPage} from '../../support/browser.js';

/** Rolls these faces by clicks, in cheat mode. */
async function rolls(page: Page, faces: string): Promise<void> {
  await clicks(page, 'Roll Dice');
  for (const face of faces) await clicks(page, `Value ${face}`);
}

const totalsOn = (page: Page): Promise<string[]> =>
  page.getByRole('list', {name: 'Totals'}).getByRole('listitem').allInnerTexts();

suiteAtPage('clicks', (onPage) => {
  onPage('on the button that undoes take the last box back, until the next roll', async (page) => {
    await beginGame(page, ['Eric', 'Julie'], {cheat: true});
    await rolls(page, '53545');
    await clicks(page, 'Fives, 15 points');
    assert.equal(await totalsOn(page), ['Eric 15', 'Julie 0']);
    await clicks(page, "Undo Eric's 15 in Fives");
    assert.equal(await totalsOn(page), ['Eric 0', 'Julie 0']);
    assert.is(await messageOn(page), 'Select the dice you wish to re-roll and click "Roll Again".');
    await clicks(page, 'Chance, 22 points');
    await rolls(page, '11111');
    assert.is(await page.getByRole('button', {name: /^Undo/}).count(), 0);
  });

  onPage(
    'play Jokers in a triple game, where points and bonus count as often as their column',
    async (page) => {
      await beginGame(page, ['Ada'], {cheat: true, columns: '3'});
      for (const [box, total] of [
        [/^Yahtzee x1, 50 points$/, 50],
        [/^Sixes x1, 30 points and a Yahtzee bonus of 100\. Joker: /, 50 + 130],
        [/^Full House x1, 25 points and a Yahtzee bonus of 100\. Joker: /, 180 + 125],
        [/^Yahtzee x3, 150 points$/, 305 + 150],
        [/^Sixes x3, 90 points and a Yahtzee bonus of 300\. Joker: /, 455 + 390],
      ] as const) {
        await rolls(page, '66666');
        await clicks(page, box);
        assert.equal(await totalsOn(page), [`Ada ${total}`]);
      }
    },
  );
});
