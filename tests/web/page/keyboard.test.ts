/* The page by the keyboard alone, and where the focus goes. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, diceOn, heardOn, messageOn, suiteAtPage, toneOn} from '../../support/browser.js';

const ROLL_FIRST = 'Ada\'s turn! Click "Roll Dice" button to roll the dice.';

async function presses(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What has the focus: its name, or that of its element. */
function focusOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const {activeElement} = document;
    return (
      activeElement?.getAttribute('aria-label') ??
      (activeElement instanceof HTMLButtonElement ? activeElement.innerText : `${activeElement?.localName}`)
    );
  });
}

/** Of that many rolls in this turn. */
const statusOn = (page: Page): Promise<string> => page.locator('.status').innerText();

suiteAtPage('the keyboard on the page', (test, atPage) => {
  test(
    'sets a game up, plays it to its end and enters the hall of fame, without a mouse',
    atPage(async (page) => {
      // To the number of players, whose number is selected then.
      await presses(page, 'Tab');
      await page.keyboard.type('1');
      await presses(page, 'Tab');
      await page.keyboard.type('Ada');
      await presses(page, 'Tab', 'Enter', 'Tab', 'Tab', 'Tab');
      await page.keyboard.type('4');
      await presses(page, 'Enter');
      assert.is(await messageOn(page), ROLL_FIRST);
      assert.is(await focusOn(page), 'Roll Dice');
      for (let round = 1; round <= 13; round += 1) {
        assert.is(await statusOn(page), `Round ${round} of 13, roll 1 of 3`);
        await presses(page, 'r', 'ArrowDown', 'Enter');
        // A zero is asked for once more.
        if ((await toneOn(page)) === 'question') await presses(page, 'Enter');
      }
      const total = await page.getByRole('row', {name: '17 TOTAL'}).getByRole('cell').innerText();
      assert.is(await messageOn(page), `Congratulations, Ada, you finish with a total score of ${total}!`);
      for (let tabs = 0; (await focusOn(page)) !== 'Enter the hall of fame'; tabs += 1) {
        assert.ok(tabs < 20, 'Tab leads nowhere');
        await presses(page, 'Tab');
      }
      await presses(page, 'Enter');
      await page.getByText(`Ada, ${total}: place 1.`).waitFor();
      assert.is(await page.getByRole('row', {name: 'Ada'}).innerText(), `1\tAda\t${total} seeded`);
    }),
  );

  test(
    'selects dice, rolls them, chooses, takes back, sees the other view and the help, and leaves',
    atPage(async (page) => {
      await beginGame(page, ['Ada'], {cheat: true});
      await page.keyboard.type('53545');
      assert.is(
        await heardOn(page),
        'Ada, roll 1 of 3: 5 3 5 4 5. Select the dice you wish to re-roll and click "Roll Again".',
      );
      await presses(page, '2', '4');
      assert.is(await heardOn(page), 'Dice 2 and 4 are selected to re-roll.');
      await presses(page, 'r', '1', '5');
      assert.is(
        (await diceOn(page)).join(),
        'Die 1: five, held,Die 2: one, held,Die 3: five, held,Die 4: five, held,Die 5: five, held',
      );
      await presses(page, 'ArrowUp', 'ArrowUp', 'ArrowDown');
      assert.is(await heardOn(page), 'Chance, 21 points');
      assert.is(await focusOn(page), 'main');
      await presses(page, 'Enter');
      assert.is(await heardOn(page), `Ada scores 21 in Chance. ${ROLL_FIRST}`);
      await presses(page, 'u');
      assert.is(
        await heardOn(page),
        'Ada\'s 21 in Chance is taken back. Select the dice you wish to re-roll and click "Roll Again".',
      );
      await presses(page, 'v');
      assert.is(await statusOn(page), 'Turn: 1 Roll: 2');
      await presses(page, '?');
      assert.is(await page.getByRole('heading', {name: 'Help'}).count(), 1);
      await presses(page, 'Escape');
      assert.is(await page.getByRole('heading', {name: 'Help'}).count(), 0);
      await presses(page, 'q');
      assert.is(await page.getByRole('heading', {name: 'A new game'}).count(), 1);
    }),
  );

  test(
    'leaves Space and Enter to the button that has the focus, and keys with Ctrl, Alt or Meta to the browser',
    atPage(async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      await presses(page, 'Control+r', 'Alt+r', 'Meta+r');
      await messageOn(page);
      assert.is(await statusOn(page), 'Round 1 of 13, roll 1 of 3');
      assert.is(await page.locator('.die circle').count(), 0);
      await page.getByRole('button', {name: 'Help'}).focus();
      await presses(page, 'Space');
      assert.is(await page.getByRole('heading', {name: 'Help'}).count(), 1);
      await presses(page, 'Enter');
      assert.is(await page.getByRole('heading', {name: 'Help'}).count(), 0);
      assert.is(await page.locator('.die circle').count(), 0);
    }),
  );

  test(
    'goes on from the next button where the one that was pressed is gone',
    atPage(async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      await presses(page, 'Space', 'Space', 'Space');
      assert.is(await statusOn(page), 'Round 1 of 13, roll 3 of 3');
      assert.is(await focusOn(page), 'main');
      await clicks(page, /^Chance, /);
      assert.is(await focusOn(page), 'Roll Dice');
    }),
  );
});

suiteAtPage('a double click', (test, atPage) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    test(
      `rolls once: ${reducedMotion}`,
      atPage(
        async (page) => {
          await beginGame(page, ['Ada'], {seed: '4'});
          await page.getByRole('button', {name: 'Roll Dice'}).dblclick();
          await page.getByRole('button', {name: /^Chance, \d/}).waitFor();
          assert.is(await statusOn(page), 'Round 1 of 13, roll 1 of 3');
        },
        {reducedMotion},
      ),
    );
  }

  test(
    'takes no zero that is asked for once more',
    atPage(async (page) => {
      await beginGame(page, ['Ada'], {cheat: true});
      await page.keyboard.type('11223');
      await page.getByRole('button', {name: 'Yahtzee, 0 points'}).dblclick();
      assert.match(await messageOn(page), 'Choose it once more to take the 0.');
      await clicks(page, 'Yahtzee, 0 points');
      assert.is(await messageOn(page), ROLL_FIRST);
    }),
  );
});
