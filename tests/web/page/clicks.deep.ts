/* By clicks: the handout's game of Eric and Julie, and Jokers in three columns. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {CATEGORY_RULES} from '../../../src/rules/categories.js';
import {
  beginGame,
  clicks,
  heardOn,
  messageOn,
  photograph,
  suiteAtPage,
  toneOn,
} from '../../support/browser.js';
import {ROUNDS, type Turn} from '../../support/handout-game.js';

async function take(page: Page, name: string, [text, box, says]: Turn): Promise<void> {
  const [first = '', ...again] = text.split(' ');
  assert.is(await messageOn(page), `${name}'s turn! Click "Roll Dice" button to roll the dice.`);
  await page.keyboard.type(first);
  for (const reroll of again) {
    const [numbers = '', faces = ''] = reroll.split('=');
    for (const number of numbers) await clicks(page, new RegExp(`^Die ${number}:`));
    await clicks(page, 'Roll Again');
    for (const face of faces) await clicks(page, `Value ${face}`);
  }
  const {label} = CATEGORY_RULES[box];
  const choice = new RegExp(`^${label}, `);
  await clicks(page, choice);
  // A zero is asked for once more.
  if ((await toneOn(page)) === 'question') await clicks(page, choice);
  assert.is(await heardOn(page), `${says} ${await messageOn(page)}`);
}

suiteAtPage('the game of Eric and Julie on the page', (onPage) => {
  onPage('goes by clicks to 192 against 273, and ends with the words of the handout', async (page) => {
    await beginGame(page, ['Eric', 'Julie'], {cheat: true, rules: 'cs106a'});
    for (const [eric, julie] of ROUNDS) {
      await take(page, 'Eric', eric);
      await take(page, 'Julie', julie);
    }
    assert.is(await messageOn(page), "Congratulations, Julie, you're the winner with a total score of 273!");
    const total = page.getByRole('row', {name: '17 TOTAL'}).getByRole('cell');
    assert.equal(await total.allInnerTexts(), ['192', '273']);
    assert.is(await page.getByRole('row').count(), 17 + 2);
    assert.is(await page.getByText('points take place').count(), 0);
    await photograph(page, 'end-of-the-handout');
  });
});

/** Rolls these faces by clicks, in cheat mode. */
async function rolls(page: Page, faces: string): Promise<void> {
  await clicks(page, 'Roll Dice');
  for (const face of faces) await clicks(page, `Value ${face}`);
}

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
      await rolls(page, '66666');
      await clicks(page, box);
      assert.match(await page.locator('.upper thead').innerText(), new RegExp(`Ada\\s+${total}\\s`));
    }
  });
});
