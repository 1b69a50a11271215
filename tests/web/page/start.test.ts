/* The start: what is there before the script, and the dice of the day. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {dayOf, daysBefore} from '../../../src/game/daily.js';
import {ANOTHER_HOST, clicks, openMore, playToEnd, suiteAtPage, takenOver} from '../../support/browser.js';

/** Returns the texts of the start with their positions, without those that depend on the date. */
function textsOn(page: Page): Promise<string[]> {
  return page.locator('.start :is(h1, h2, p, button, summary):visible:not(.days *)').evaluateAll((elements) =>
    elements.map((element) => {
      const {x, y, width, height} = element.getBoundingClientRect();
      const text = [...element.childNodes]
        .filter(({nodeName}) => nodeName === '#text')
        .map(({nodeValue}) => nodeValue);
      return `${text.join('').trim()} ${[x, y, width, height].map(Math.round)}`;
    }),
  );
}

async function playDay(page: Page): Promise<void> {
  await clicks(page, 'Play these dice');
  await page.locator('.message').waitFor();
  await playToEnd(page);
}

suiteAtPage('the start', (onPage) => {
  onPage('is there before the script, and nothing moves when it comes', async (page) => {
    for (const [width, height] of [
      [390, 844],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({width, height});
      await page.route('**/page.js', () => {});
      await page.goto('/', {waitUntil: 'commit'});
      await page.getByText('Play these dice').waitFor();
      const before = await textsOn(page);
      await page.unrouteAll();
      await page.goto('/');
      await takenOver(page);
      assert.equal(await textsOn(page), before);
      assert.is(before.length, 10);
    }
  });

  onPage('is not seen where a game was left, which takes its place', async (page) => {
    await clicks(page, 'Play these dice');
    await page.locator('.message').waitFor();
    await page.route('**/page.js', () => {});
    await page.goto('/', {waitUntil: 'commit'});
    await page.locator('h1').waitFor({state: 'attached'});
    assert.is(await page.getByText('Play these dice').isVisible(), false);
  });

  onPage('refuses computers in cheat mode', async (page) => {
    await openMore(page);
    await page.locator('[name="who1"][value="casual"]').check({force: true});
    const seed = page.locator('[name="seed"]');
    await seed.fill('-99');
    await seed.press('Enter');
    await page.getByText('Cheat mode is for people only: remove the computers').waitFor();
    assert.is(await page.locator('.board').count(), 0);
  });

  onPage('has a streak of days, and days before that can be played outside of it', async (page) => {
    const [today, past] = [dayOf(new Date()), daysBefore(dayOf(new Date()), 3)];
    for (const [day, label, streak] of [
      [past, `${past}: N points, played later`, 'No streak yet.'],
      [today, `${today}: N points`, 'Streak: 1 day.'],
    ] as const) {
      await page.getByTitle(`${day}: not played`).click();
      await playDay(page);
      const [line = '', total] =
        /^Fivedice \S+ (\d+) /.exec(await page.locator('.end code').innerText()) ?? [];
      assert.match(line, day);
      await clicks(page, 'New game');
      await page.getByText(streak).waitFor();
      await page.getByTitle(label.replace('N', `${total}`), {exact: true}).click();
      assert.match(await page.locator('.shared code').innerText(), line);
    }
    await clicks(page, 'What did Expert make?');
    await page.getByText(/^Expert made \d{3} of the same dice\.$/).waitFor();
  });

  onPage('shares the line of a day by the system, or copies it, by plain http too', async (page, {port}) => {
    const isShared = page.evaluate(
      () =>
        new Promise((resolve) => {
          navigator.share = async ({text} = {}) => resolve(text);
        }),
    );
    await playDay(page);
    await clicks(page, 'Share');
    assert.is(await isShared, await page.locator('.end code').innerText());
    await page.goto(`http://${ANOTHER_HOST}:${port}/`);
    assert.is(await page.evaluate(() => isSecureContext), false);
    await playDay(page);
    const line = await page.locator('.end code').innerText();
    await clicks(page, 'Share');
    await page.getByText('Copied.').waitFor();
    await clicks(page, 'New game');
    await openMore(page);
    const name = page.getByLabel('Player 1', {exact: true});
    await name.fill('');
    await name.press('Control+v');
    // The field takes no more of it.
    assert.is(await name.inputValue(), line.slice(0, 40));
  });
});
