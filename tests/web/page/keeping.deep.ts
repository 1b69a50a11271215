/* Games that outlive the page: in the browser, and in a file that the terminal reads. */
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {
  asksForAdvice,
  beginGame,
  choose,
  clicks,
  diceOn,
  messageOn,
  openMore,
  opensGame,
  opensHall,
  plays,
  playToEnd,
  suiteAtPage,
} from '../../support/browser.js';
import {until} from '../../support/processes.js';
import {ROOT} from '../../support/readme.js';
import {gameText} from '../../support/seeded-games.js';

/** Saves the game; returns the text of the file. */
async function saves(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await clicks(page, 'Save');
  const download = await downloading;
  assert.is(download.suggestedFilename(), 'fivedice-game.json');
  return text(await download.createReadStream());
}

suiteAtPage('a game on the page', (onPage, atPage) => {
  atPage(
    'goes on after the window was closed, the same dice held, and is in the hall of fame once it is over',
    async (page) => {
      await beginGame(page, ['Ada']);
      await clicks(page, 'Roll Dice');
      await clicks(page, /^Die 2:/);
      const before = await diceOn(page);
      // A window keeps a game from the moment in which the game is its own.
      await until(
        () => page.evaluate(() => localStorage.getItem('fivedice.game')?.includes('"roll"') === true),
        'the game is never kept',
      );
      const next = await page.context().newPage();
      await next.goto('/icon.svg');
      await page.close();
      // A closed window has the game until its process has seen the end.
      await until(
        () => next.evaluate(async () => (await navigator.locks.query()).held?.length === 0),
        'the closed window still has the game',
      );
      await next.goto('/');
      assert.equal(await diceOn(next), before);
      await clicks(next, 'Leave');
      await clicks(next, 'Continue Ada');
      await playToEnd(next);
      await next.getByRole('row', {name: /^1 Ada new \d+$/}).waitFor();
      // Ended once more, it is the same game.
      await next.keyboard.press('u');
      await playToEnd(next);
      await next.reload();
      await clicks(next, 'New game');
      await opensHall(next);
      assert.is(await next.getByRole('button', {name: /^Continue/}).count(), 0);
      assert.is(await next.getByRole('row', {name: 'Ada'}).count(), 1);
    },
  );

  onPage('that is not over gives way to another only if that is asked for twice', async (page) => {
    const question = (button: string) =>
      `The game of Ada is not over. Choose "${button}" again to discard it.`;
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Roll Dice');
    const file = await saves(page);
    assert.match(
      file,
      /^\{"setup":\{"players":\["Ada"\],.*"dice":\{"seed":4,"known":true\}.*"actions":\[\{"action":"roll"\}\]\}\n$/,
    );
    await clicks(page, 'Leave');
    await plays(page);
    assert.is(await page.getByRole('alert').innerText(), question('Play'));
    const over = gameText(0);
    await opensGame(page, over);
    await page.getByText(question('Open a saved game')).waitFor();
    await opensGame(page, over);
    await page.getByRole('button', {name: 'Review'}).waitFor();
    // A game that was over when it was opened does not count.
    await clicks(page, 'New game');
    await opensHall(page);
    assert.is(await page.getByRole('row', {name: 'Ann'}).count(), 0);
    await opensGame(page, file);
    await page.getByRole('button', {name: 'Roll Again'}).waitFor();
  });

  onPage('in a file that is none is refused with the reason', async (page) => {
    const notice = page.getByRole('alert');
    for (const [file, problem] of [
      ['x', 'not JSON.'],
      ['\xff', 'not JSON.'],
      ['{"setup": {}, "actions": []}', 'setup.players must be a list of names'],
    ] as const) {
      await opensGame(page, file);
      await notice.filter({hasText: `old.json is not a saved game: ${problem}`}).waitFor();
    }
    assert.is(await page.getByRole('heading', {name: 'Dice of the day'}).count(), 1);
  });

  onPage('that cannot be read is said so, and stays until another takes its place', async (page) => {
    await page.evaluate(() => localStorage.setItem('fivedice.game', 'Dear diary'));
    await page.reload();
    const notice = page.getByRole('alert');
    assert.is(await notice.innerText(), 'The game that this browser keeps cannot be read: not JSON.');
    await plays(page);
    assert.match(await notice.innerText(), /^This browser keeps a game that cannot be read/);
    assert.is(await page.evaluate(() => localStorage.getItem('fivedice.game')), 'Dear diary');
    await plays(page);
    await page.getByRole('button', {name: 'Roll Dice'}).waitFor();
  });
});

suiteAtPage('a setup', (onPage) => {
  onPage('is refused for a mistake, and says what would be right', async (page) => {
    await openMore(page);
    await choose(page, 'Players', '2');
    const seed =
      'The seed is a whole number from 0 to 9007199254740991, or -99 to type the dice; it may be empty.';
    for (const [label, wrong, problem] of [
      ['Player 2', 'ANN', 'Ann and ANN look the same: players need different names.'],
      ['Player 1', '\u200b', 'Player 1 needs another name: the name has no visible character.'],
      ['Seed', '1.5', seed],
    ] as const) {
      await page.getByLabel('Player 1', {exact: true}).fill('Ann');
      await page.getByLabel('Player 2', {exact: true}).fill('Bob');
      const field = page.getByLabel(label, {exact: label !== 'Seed'});
      await field.fill(wrong);
      await plays(page);
      assert.is(await page.getByRole('alert').innerText(), problem);
      assert.is(await field.getAttribute('aria-invalid'), 'true');
      assert.ok(await field.evaluate((element) => element === document.activeElement));
    }
    await choose(page, 'Players', '1');
    await choose(page, 'Players', '2');
    assert.is(await page.getByLabel('Player 2', {exact: true}).inputValue(), 'Bob');
  });

  onPage('of the last game is there again, and "Play again" is the next game with it', async (page) => {
    await beginGame(page, ['Ada', 'Bob'], {rules: 'bonus'});
    await playToEnd(page);
    await clicks(page, 'Play again');
    assert.is(await messageOn(page), 'Ada\'s turn! Click "Roll Dice" button to roll the dice.');
    await page.reload();
    await clicks(page, 'Leave');
    await page.getByRole('button', {name: 'Play Ada, Bob', exact: true}).waitFor();
    await openMore(page);
    assert.is(await page.getByLabel('Player 2', {exact: true}).inputValue(), 'Bob');
    assert.ok(await page.getByRole('radio', {name: /^Yahtzee bonus\./}).isChecked());
  });
});

suiteAtPage('the page as a file, without a server', (onPage) => {
  onPage('keeps the hall of fame in the browser, and has advice', async (page) => {
    await page.goto(`file://${join(ROOT, 'dist/web/index.html')}`);
    await beginGame(page, ['Ada']);
    await playToEnd(page);
    await clicks(page, 'New game');
    await page.reload();
    await opensHall(page);
    assert.match(await page.getByRole('row', {name: 'Ada'}).innerText(), /^1\tAda\t\d+$/);
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('11666');
    await asksForAdvice(page);
    assert.is(await messageOn(page), 'Keep 6 6 6: expected score 265.1.');
  });
});
