/* What outlives the page: the game in the browser, and in a file that the terminal has too. */
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {
  beginGame,
  choose,
  clicks,
  diceOn,
  messageOn,
  openMore,
  opensGame,
  playToEnd,
  suiteAtPage,
} from '../../support/browser.js';
import type {Place} from '../../support/place.js';
import {ROOT} from '../../support/readme.js';
import {gameText} from '../../support/served.js';

/** Saves to the file \`s\`; gives its text. */
async function saves(page: Page, {folder, read}: Place, button: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await clicks(page, button);
  const download = await downloading;
  assert.is(download.suggestedFilename(), 'fivedice-game.json');
  await download.saveAs(join(folder, 's'));
  return read('s');
}

suiteAtPage('a game on the page', (onPage) => {
  onPage('is offered again after it was left, and gone once it is over', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Leave');
    await clicks(page, 'Go on: Ada');
    await playToEnd(page);
    await clicks(page, 'Enter the hall of fame');
    await page.getByText(/^Ada, \d+: place 1\.$/).waitFor();
    assert.is(await page.getByRole('button', {name: /^Go on/}).count(), 0);
    await page.reload();
    await page.getByRole('row', {name: 'Ada'}).waitFor();
  });

  onPage('that is not over gives way to another only if that is asked for twice', async (page) => {
    const question = (button: string) =>
      `The game of Ada is not over. Another game takes its place: choose "${button}" once more.`;
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Roll Dice');
    const before = await diceOn(page);
    await clicks(page, 'Leave');
    await clicks(page, 'New game');
    assert.is(await page.getByRole('alert').innerText(), question('New game'));
    await clicks(page, 'Go on: Ada');
    assert.equal(await diceOn(page), before);
    await clicks(page, 'Leave');
    const file = gameText(0, {dice: 'typed'});
    await opensGame(page, file);
    await page.getByText(question('Open a saved game')).waitFor();
    await opensGame(page, file);
    await page.getByRole('button', {name: 'Review'}).waitFor();
  });

  onPage('from a file says if it was edited, or if its next dice were seen', async (page, place) => {
    const notice = page.getByRole('alert');
    await opensGame(page, gameText(4, {length: 5}).replace('"Ann"', '"Bob"'));
    await page.getByRole('button', {name: 'Roll Again'}).waitFor();
    assert.is(await notice.innerText(), 'The game was edited: its scores are marked as edited.');
    await clicks(page, 'Leave');
    await page.evaluate(() => localStorage.removeItem('fivedice.game'));
    await beginGame(page, ['Ada']);
    await clicks(page, 'Roll Dice');
    const file = await saves(page, place, 'Save');
    const opensAgain = async (): Promise<void> => {
      await clicks(page, 'Leave');
      await opensGame(page, file);
      await page.getByRole('button', {name: 'Roll Again'}).waitFor();
    };
    // Nothing new was seen yet.
    await opensAgain();
    assert.not(await notice.isVisible());
    await page.keyboard.press('1');
    await clicks(page, 'Roll Again');
    await clicks(page, 'Leave');
    // The other one is asked about.
    await opensGame(page, file);
    await page.getByText('Another game takes its place').waitFor();
    await opensGame(page, file);
    const known = 'Its next dice could be known: its scores are marked as seeded.';
    await page.getByText(known).waitFor();
    await playToEnd(page);
    await clicks(page, 'Enter the hall of fame');
    await page.getByText(/^Ada, \d+: place 1\.$/).waitFor();
  });

  onPage('in a file that is none is refused with the reason', async (page) => {
    const notice = page.getByRole('alert');
    for (const [text, problem] of [
      ['x', 'it is not JSON: '],
      ['\xff', 'it is not UTF-8.'],
      ['{"fivedice": "suite"}', 'fivedice is "suite", not "game".'],
    ] as const) {
      await opensGame(page, text);
      await notice.filter({hasText: `old.json is no saved game: ${problem}`}).waitFor();
    }
    assert.is(await page.getByRole('heading', {name: 'A new game'}).count(), 1);
  });
});

suiteAtPage('a setup', (onPage) => {
  onPage('is refused for a mistake, and says what would be right', async (page) => {
    await openMore(page);
    await choose(page, 'Players', '2');
    const seed = 'The seed is a whole number from 0 to 9007199254740991, -99 to type the dice, or nothing.';
    for (const [label, wrong, problem] of [
      ['Player 2', 'ANN', 'Ann and ANN look the same: players need different names.'],
      ['Player 1', '\u200b', 'Player 1 needs another name: the name has no visible character.'],
      ['Seed', '1.5', seed],
    ] as const) {
      await page.getByLabel('Player 1', {exact: true}).fill('Ann');
      await page.getByLabel('Player 2', {exact: true}).fill('Bob');
      const field = page.getByLabel(label, {exact: label !== 'Seed'});
      await field.fill(wrong);
      await clicks(page, 'New game');
      assert.is(await page.getByRole('alert').innerText(), problem);
      // It is marked, and has the focus.
      assert.is(await field.getAttribute('aria-invalid'), 'true');
      assert.ok(await field.evaluate((element) => element === document.activeElement));
    }
    // Another number of players loses no name.
    await choose(page, 'Players', '1');
    await choose(page, 'Players', '2');
    assert.is(await page.getByLabel('Player 2', {exact: true}).inputValue(), 'Bob');
  });

  onPage('of the last game is there again, and "Play again" is the next game with it', async (page) => {
    await beginGame(page, ['Ada', 'Bob'], {rules: 'bonus'});
    await playToEnd(page);
    await clicks(page, 'Play again');
    await page.getByText(/^\w+, \d+: place 1\. \w+, \d+: place \d\.$/).waitFor();
    assert.is(await messageOn(page), 'Ada\'s turn! Click "Roll Dice" button to roll the dice.');
    await page.reload();
    await clicks(page, 'Leave');
    assert.is(await page.getByLabel('Player 2', {exact: true}).inputValue(), 'Bob');
    await openMore(page);
    assert.ok(await page.getByRole('radio', {name: /^bonus /}).isChecked());
  });
});

suiteAtPage('the page as a file, without a server', (onPage) => {
  onPage('draws dice that count in the browser once, and keeps the hall of fame there', async (page) => {
    await page.goto(`file://${join(ROOT, 'dist/web/index.html')}`);
    await beginGame(page, ['Ada']);
    await playToEnd(page);
    const file = await page.evaluate(() => localStorage.getItem('fivedice.game') ?? '');
    await clicks(page, 'Enter the hall of fame');
    const hall = page.getByRole('row', {name: 'Ada'});
    assert.match(await hall.innerText(), /^1\tAda\t\d+$/);
    await opensGame(page, file);
    await clicks(page, 'Enter the hall of fame');
    await page.getByText('The scores are not entered: this game has been entered already.').waitFor();
    await page.reload();
    assert.match(await hall.innerText(), /^1\tAda\t\d+$/);
  });
});
