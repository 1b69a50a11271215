/* By taps, the handout's game of Eric and Julie; by clicks, Jokers in three columns. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {CATEGORY_RULES} from '../../../src/rules/categories.js';
import {
  beginGame,
  clicks,
  diceOn,
  heardOn,
  messageOn,
  photograph,
  suiteAtPage,
  toneOn,
} from '../../support/browser.js';
import {ROUNDS, type Turn} from '../../support/handout-game.js';

async function take(page: Page, name: string, [text, box, says]: Turn): Promise<void> {
  const presses = (button: string | RegExp): Promise<void> =>
    page.getByRole('button', {name: button, exact: true}).tap();
  const [first = '', ...again] = text.split(' ');
  assert.is(await messageOn(page), `${name}'s turn! Tap "Roll" button to roll the dice.`);
  await presses('Roll');
  for (const face of first) await presses(`Value ${face}`);
  for (const reroll of again) {
    const [numbers = '', faces = ''] = reroll.split('=');
    for (const [index, die] of (await diceOn(page)).entries()) {
      const isHeld = die?.endsWith('held');
      if (isHeld === numbers.includes(`${index + 1}`)) await presses(`${die}`);
    }
    await presses('Roll');
    for (const face of faces) await presses(`Value ${face}`);
  }
  const {label} = CATEGORY_RULES[box];
  const choice = new RegExp(`^${label}, `);
  await presses(choice);
  // A zero is asked for once more.
  if ((await toneOn(page)) === 'question') await presses(choice);
  // Screen readers hear the same of a touch and of a mouse: a click.
  assert.is(await heardOn(page), `${says} ${await messageOn(page)}`.replace('Tap', 'Click'));
}

suiteAtPage('the game of Eric and Julie on the page', (_, atPage) => {
  atPage.with({hasTouch: true, isMobile: true, viewport: {width: 390, height: 844}})(
    'goes by taps to 192 against 273, and ends with the words of the handout',
    async (page) => {
      await beginGame(page, ['Eric', 'Julie'], {cheat: true, rules: 'cs106a'});
      for (const [eric, julie] of ROUNDS) {
        await take(page, 'Eric', eric);
        await take(page, 'Julie', julie);
      }
      assert.is(
        await messageOn(page),
        "Congratulations, Julie, you're the winner with a total score of 273!",
      );
      const total = page.getByRole('row', {name: 'Grand Total'}).getByRole('cell');
      assert.equal((await total.allInnerTexts()).slice(-2), ['192', '273']);
      assert.is(await page.getByText('points, place').count(), 0);
      await photograph(page, 'end-of-the-handout-by-taps');
    },
  );
});

suiteAtPage('clicks', (onPage) => {
  onPage('play Jokers in a triple game, each column worth its number', async (page) => {
    await beginGame(page, ['Ada'], {cheat: true, columns: '3'});
    for (const [box, total] of [
      [/^Yahtzee x1, 50 points$/, 50],
      [/^Sixes x1, 30 points and a Yahtzee bonus of 100\. Joker: /, 50 + 130],
      [/^Full House x1, 25 points and a Yahtzee bonus of 100\. Joker: /, 180 + 125],
      [/^Yahtzee x3, 150 points$/, 305 + 150],
      [/^Sixes x3, 90 points and a Yahtzee bonus of 300\. Joker: /, 455 + 390],
    ] as const) {
      await page.keyboard.type('66666');
      await clicks(page, box);
      assert.match(await page.locator('.upper thead').innerText(), new RegExp(`Ada\\s+${total}\\s`));
    }
  });
});
