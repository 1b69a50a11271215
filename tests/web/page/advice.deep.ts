/* Advice and the review on the page, with the solver's published numbers. */
import * as assert from 'uvu/assert';
import {
  asksForAdvice,
  beginGame,
  clicks,
  diceOn,
  heardOn,
  messageOn,
  opensGame,
  servePage,
  suiteAtPage,
} from '../../support/browser.js';
import {gameText} from '../../support/seeded-games.js';

const KEEP_SIXES = 'Keep 6 6 6: expected score 265.1.';

suiteAtPage('advice on the page', (onPage, atPage) => {
  atPage('is worked out in a worker, while the page goes on painting', async (page) => {
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('11666');
    assert.equal(page.workers(), []);
    const frames = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.hint')?.click();
      let count = 0;
      while (document.querySelector('.message')?.textContent?.includes('Working out')) {
        await new Promise(requestAnimationFrame);
        count += 1;
      }
      return count;
    });
    // Solved in the page it would be two at the most.
    assert.ok(frames > 4, `${frames} frames`);
    assert.is(await messageOn(page), KEEP_SIXES);
    const [worker] = page.workers();
    assert.is(worker?.url(), `${page.url()}advisor.js`);
    // The shortest module: the policy of the page allows the fast kernel.
    const compiles = worker?.evaluate(() => {
      new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
      return true;
    });
    assert.is(await compiles, true);
  });

  onPage('is said, and shown on the dice and in the boxes', async (page) => {
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('16616');
    await asksForAdvice(page);
    assert.is(await heardOn(page), KEEP_SIXES);
    assert.equal(
      (await diceOn(page)).map((die) => die?.replace(/^.*, /, '')),
      ['rolled again', 'kept', 'kept', 'rolled again', 'kept'].map((what) => `best ${what}`),
    );
    await clicks(page, /^Chance, /);
    // It stays on.
    await page.keyboard.type('12345');
    await page.getByRole('button', {name: 'Large Straight, 40 points, best', exact: true}).waitFor();
    await clicks(page, 'Put 40 into Large Straight');
    assert.is(await page.getByRole('row', {name: '17 TOTAL'}).getByRole('cell').innerText(), '60');
  });

  onPage('moves nothing when it comes', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Roll Dice');
    const tops = (): Promise<number[]> =>
      page
        .locator('.card, .message, .hint, .dice, .roll')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    for (const [width, height] of [
      [390, 844],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({width, height});
      const before = await tops();
      await asksForAdvice(page);
      assert.equal(await tops(), before);
      await clicks(page, 'Advice');
    }
  });

  onPage('adds the chance to win when it is known, and says so', async (page) => {
    // Four boxes a card are filled.
    await opensGame(page, gameText(0, {players: ['Ann', 'Bob'], dice: 'typed', length: 17}));
    await asksForAdvice(page);
    await page.locator('.message .line', {hasText: '% to win'}).waitFor();
    assert.match(await heardOn(page), /\d% to win against the expert\./);
  });

  // It would have kept the script.
  atPage.with({serviceWorkers: 'block'})(
    'is missing where its script cannot be loaded, and can be asked for again',
    async (page, {port, close}) => {
      await beginGame(page, ['Ada'], {cheat: true});
      await page.keyboard.type('11666');
      close();
      await clicks(page, 'Advice');
      await page.locator('[data-tone=refusal]').waitFor();
      assert.is(
        await messageOn(page),
        'No answer could be worked out: advisor.js cannot be loaded. Ask for advice to try again.',
      );
      const again = await servePage(undefined, port);
      await asksForAdvice(page);
      assert.is(await messageOn(page), KEEP_SIXES);
      again.close();
    },
  );
});

suiteAtPage('a review on the page', (onPage) => {
  onPage('shows what each choice of a saved game has cost', async (page) => {
    // 1 2 3 4 6 in every box: 16 above, 30 for the Small Straight, 16 in Chance.
    await opensGame(page, gameText(0, {dice: 'typed'}));
    assert.is(await page.locator('.end .reason').innerText(), 'Cheated games do not enter the hall of fame.');
    await clicks(page, 'Review');
    const ann = page.getByRole('region', {name: 'Ann'});
    await ann.waitFor();
    assert.match(
      await ann.getByRole('paragraph').innerText(),
      /^expected score 254\.6 at the start, luck [+-]\d+\.\d, choices -\d+\.\d: 62 points\.$/,
    );
    assert.is(await ann.getByRole('listitem').count(), 3);
    const rows = ann.getByRole('row');
    assert.is(await rows.count(), 1 + 13);
    assert.match(await rows.nth(10).innerText(), /^10\t1 2 3 4 6\tSmall Straight/);
    await page.keyboard.press('Escape');
    await clicks(page, 'Review');
    await clicks(page, 'Back to the game');
    await page.getByRole('button', {name: 'Review'}).waitFor();
  });
});
