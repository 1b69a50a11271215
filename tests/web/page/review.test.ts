/* The review of a game that is over. */
import * as assert from 'uvu/assert';
import {beginGame, clicks, opensGame, playToEnd, suiteAtPage} from '../../support/browser.js';
import {gameText} from '../../support/served.js';

suiteAtPage('a review on the page', (onPage) => {
  onPage('shows what each choice of a saved game has cost', async (page) => {
    // 1 2 3 4 6 in every box: 16 above, 30 for the Small Straight, 16 in Chance.
    await opensGame(page, gameText(0, {dice: 'typed'}));
    assert.is(await page.locator('.reason').innerText(), 'Cheated games do not enter the hall of fame.');
    await clicks(page, 'Review');
    const ann = page.getByRole('region', {name: 'Ann'});
    await ann.waitFor();
    assert.match(
      await ann.getByRole('paragraph').innerText(),
      /^254\.6 to expect at the start, luck [+-]\d+\.\d, choices -\d+\.\d: 62 points\.$/,
    );
    assert.is(await ann.getByRole('listitem').count(), 3);
    const rows = ann.getByRole('row');
    assert.is(await rows.count(), 1 + 13);
    assert.match(await rows.nth(10).innerText(), /^10\t1 2 3 4 6\tSmall Straight/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', {name: 'Review'}).waitFor();
  });

  onPage('has everybody, and leads back to the game', async (page) => {
    await beginGame(page, ['Eric', 'Julie'], {seed: '4'});
    await playToEnd(page);
    await clicks(page, 'Review');
    await page.getByRole('heading', {name: 'Review'}).waitFor();
    assert.equal(await page.getByRole('heading', {level: 2}).allInnerTexts(), ['Eric', 'Julie']);
    await clicks(page, 'Back to the game');
    await clicks(page, 'Enter the hall of fame');
    await page.getByText(/: place 1\./).waitFor();
  });
});
