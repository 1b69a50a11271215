/* Games played in this browser: deleted and brought back, saved and read in, and how many there is room for. */
import {text} from 'node:stream/consumers';
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {gamesIn, parseLog, withoutMoves} from '../../../src/storage/log.js';
import {
  beginGame,
  clicks,
  openMore,
  opensHall,
  photograph,
  playToEnd,
  suiteAtPage,
} from '../../support/browser.js';
import {longLog} from '../../support/computer-games.js';
import {lineOfGame} from '../../support/seeded-games.js';

const LOG = 'fivedice.games';
const lineOf = (name: string): string =>
  lineOfGame({players: [name], rules: 'official', columns: 1, dice: {seed: 1}}, new Date(2e12));

const keptIn = (page: Page): Promise<string> => page.evaluate((key) => localStorage.getItem(key) ?? '', LOG);
const opensLog = async (page: Page, log: string): Promise<void> => {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [LOG, log] as const);
  await page.reload();
};
const noticeOn = (page: Page): Promise<string> => page.getByRole('status').innerText();

suiteAtPage('the games played here', (onPage) => {
  onPage('are deleted after a question, one or all, and undo brings them back', async (page) => {
    const log = longLog(3);
    await opensLog(page, log);
    await opensHall(page);
    await clicks(page, 'Games played here');
    await clicks(page, 'Delete all');
    const question = page.getByRole('dialog');
    assert.match(await question.innerText(), 'Delete 3 games, and the hall of fame with them?');
    await photograph(page, 'history-question');
    await question.getByRole('button', {name: 'Keep them'}).click();
    assert.is(await keptIn(page), log);
    await clicks(page, 'Delete all');
    await question.getByRole('button', {name: 'Delete all'}).click();
    assert.match(await noticeOn(page), /^3 games deleted\./);
    assert.is(await keptIn(page), '');
    await clicks(page, 'Undo');
    assert.is(await keptIn(page), log);
    const row = page.getByRole('listitem').nth(1);
    await row.getByRole('button').click();
    assert.match(await noticeOn(page), /^1 game deleted\./);
    assert.equal(parseLog(await keptIn(page)).length, 2);
    await photograph(page, 'history');
    // Another window adds a game, which undo keeps.
    await page.evaluate(([key, line]) => localStorage.setItem(key, `${localStorage.getItem(key)}${line}\n`), [
      LOG,
      lineOf('Bea'),
    ] as const);
    await clicks(page, 'Undo');
    assert.is(await keptIn(page), `${log}${lineOf('Bea')}\n`);
    await row.getByRole('button').click();
    await page.goBack();
    assert.is(await page.getByRole('alert').count(), 0);
  });

  onPage('are saved as lines, which are read back in; known ones count once', async (page) => {
    await opensLog(page, longLog(3));
    await opensHall(page);
    await clicks(page, 'Games played here');
    const downloading = page.waitForEvent('download');
    await clicks(page, 'Save as JSON lines');
    const saved = await text(await (await downloading).createReadStream());
    assert.is(saved, longLog(3));
    const more = `${saved}${lineOf('Bea')}\nDear diary\n`;
    const readIn = async (): Promise<void> => {
      const file = {name: 'games.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(more)};
      await page.getByLabel('Read in saved lines').setInputFiles(file);
    };
    await readIn();
    const notice = page.getByRole('status');
    await notice
      .filter({hasText: 'games.jsonl: 1 game read in; 3 were here already; no finished game in line 5'})
      .waitFor();
    await readIn();
    await notice.filter({hasText: '0 games read in; 4 were here already'}).waitFor();
    assert.match(await page.getByRole('region', {name: 'Bea'}).innerText(), /games\s+1\s/);
    await clicks(page, 'Back');
    await opensHall(page);
    assert.is(await page.getByRole('row', {name: 'Bea'}).count(), 1);
  });

  onPage('keep their totals for ever, and the newest 200 their moves', async (page) => {
    await opensLog(page, longLog(310));
    await beginGame(page, ['Ada']);
    await playToEnd(page);
    const lines = parseLog(await keptIn(page));
    const isWhole = lines.map((line) => line.text !== withoutMoves(line.text));
    assert.equal([lines.length, isWhole.lastIndexOf(false)], [311, 110]);
    await clicks(page, 'New game');
    await opensHall(page);
    await clicks(page, 'Games played here');
    const dots = await page.getByRole('region', {name: 'Bob'}).locator('circle').allTextContents();
    const newest = gamesIn(parseLog(longLog(310))).slice(-100);
    assert.equal(
      dots,
      newest.map(({totals}) => `${totals[1]}`),
    );
  });

  onPage('make room for the game on the table where the storage is full', async (page) => {
    // Fills the five million characters of the storage but for a few.
    const log = longLog(1300);
    await opensLog(page, log);
    await page.evaluate(() => {
      for (let rest = 2 ** 22; rest > 0; rest >>= 1)
        try {
          localStorage.setItem(`filler${rest}`, 'x'.repeat(rest));
        } catch {}
    });
    await beginGame(page, ['Ada']);
    await clicks(page, 'Roll Dice');
    assert.is(await page.getByRole('alert').count(), 0);
    await page.reload();
    assert.is(await page.getByRole('button', {name: 'Roll Again'}).count(), 1);
    await playToEnd(page);
    assert.equal(
      [parseLog(await keptIn(page)).length, (await keptIn(page)).length < log.length],
      [1301, true],
    );
  });
});

suiteAtPage('the dice of the day', (onPage) => {
  onPage('take no name that the form refuses', async (page) => {
    await openMore(page);
    await page.getByLabel('Player 1', {exact: true}).fill('\u200b');
    await clicks(page, 'Play these dice');
    assert.is(
      await page.getByRole('alert').innerText(),
      'Player 1 needs another name: the name has no visible character.',
    );
    assert.is(await page.evaluate(() => localStorage.getItem('fivedice.game')), null);
  });
});
