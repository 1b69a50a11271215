/* The page by the keyboard alone, and where the focus goes. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {
  beginGame,
  clicks,
  diceOn,
  heardOn,
  messageOn,
  playToEnd,
  suiteAtPage,
  takenOver,
  toneOn,
} from '../../support/browser.js';

const ROLL_FIRST = 'Ada\'s turn! Click "Roll Dice" button to roll the dice.';

async function presses(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Returns the name of the focused element, or of its tag. */
function focusOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const {activeElement} = document;
    return (
      activeElement?.getAttribute('aria-label') ??
      (activeElement instanceof HTMLButtonElement ? activeElement.innerText : `${activeElement?.localName}`)
    );
  });
}

const statusOn = (page: Page): Promise<string> => page.locator('.status').innerText();

suiteAtPage('the keyboard on the page', (onPage) => {
  onPage('sets a game up, plays it to its end and sees the hall of fame, without a mouse', async (page) => {
    // Past the button to what is folded away: the number of players, which is one; the first name.
    await presses(page, 'Tab', 'Tab', 'Enter', 'Tab', 'ArrowRight', 'ArrowLeft', 'Tab');
    await page.keyboard.type('Ada');
    await presses(page, 'Enter');
    assert.is(await messageOn(page), ROLL_FIRST);
    assert.is(await focusOn(page), 'main');
    for (let round = 1; round <= 13; round += 1) {
      assert.is(await statusOn(page), `Round ${round} of 13, 3 rolls left`);
      await presses(page, 'r', 'ArrowDown', 'Enter');
      if ((await toneOn(page)) === 'question') await presses(page, 'Enter');
    }
    const total = await page.getByRole('row', {name: '17 TOTAL'}).getByRole('cell').innerText();
    assert.is(await messageOn(page), `Congratulations, Ada, you finish with a total score of ${total}!`);
    assert.is(await page.getByRole('row', {name: 'Ada new'}).innerText(), `1\tAda new\t${total}`);
    for (let tabs = 0; (await focusOn(page)) !== 'New game'; tabs += 1) {
      assert.ok(tabs < 20, 'Tab leads nowhere');
      await presses(page, 'Tab');
    }
    await presses(page, 'Enter', 'Tab', 'Tab', 'Tab', 'Enter');
    assert.is(await page.getByRole('row', {name: 'Ada'}).innerText(), `1\tAda\t${total}`);
  });

  onPage('selects dice, rolls, chooses, takes back, shows view and help, leaves', async (page) => {
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
    assert.is(await page.getByRole('heading', {name: 'Dice of the day'}).count(), 1);
  });

  onPage('leaves Ctrl and Alt to the browser; a key that is held down rolls once', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await presses(page, 'Control+r', 'Alt+r', 'Meta+r');
    assert.is(await statusOn(page), 'Round 1 of 13, 3 rolls left');
    for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.down('r');
    assert.is(await statusOn(page), 'Round 1 of 13, 2 rolls left');
    await page.keyboard.up('r');
  });

  onPage('goes on from the next button where the one that was pressed is gone', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await presses(page, 'Space', 'Space', 'Space');
    assert.is(await statusOn(page), 'Round 1 of 13, no rolls left');
    assert.is(await focusOn(page), 'main');
    await page.getByRole('button', {name: /^Chance, /}).focus();
    await presses(page, 'Enter');
    assert.is(await focusOn(page), 'Roll Dice');
  });
});

suiteAtPage('while the dice roll', (_, atPage) => {
  atPage.with({reducedMotion: 'no-preference'})(
    "only the table's keys are taken, and a click or key for a die counts when it rests",
    async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      // The clock is stopped, so no roll comes to rest by itself.
      await page.clock.install({time: 0});
      await page.clock.pauseAt(3_600_000);
      const rolling = page.locator('.die[data-rolling]').first();
      const isTaken = (key: string): Promise<boolean> =>
        page.evaluate(
          (name) =>
            !document.body.dispatchEvent(
              new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true}),
            ),
          key,
        );
      await clicks(page, 'Roll Dice');
      for (const key of ['F5', 'F12', 'PageDown', 'Tab', 'x']) assert.not.ok(await isTaken(key), key);
      await rolling.waitFor();
      // Called disabled while it rolls.
      await page.locator('.die').nth(1).click({force: true});
      await page.locator('.die[aria-pressed=true]').waitFor();
      assert.match((await diceOn(page)).join(), /^Die 1: \w+, held,Die 2: \w+, to roll again,/);
      await clicks(page, 'Roll Again');
      await rolling.waitFor();
      assert.ok(await isTaken('4'));
      assert.match((await diceOn(page)).join(), /,Die 4: \w+, to roll again,Die 5: \w+, held$/);
    },
  );
});

/** Returns where elements are in the window. */
const cornersOf = (page: Page, selector: string): Promise<readonly DOMRect[]> =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

suiteAtPage('"Play again"', (onPage) => {
  onPage('lies where no box was', async (page) => {
    const windows = [
      {width: 360, height: 740},
      {width: 820, height: 1180},
      {width: 1280, height: 720},
    ];
    const boxes = new Map<unknown, readonly DOMRect[]>();
    await beginGame(page, ['Ada', 'Bob'], {seed: '4'});
    for (const size of windows) {
      await page.setViewportSize(size);
      boxes.set(size, await cornersOf(page, '.card td'));
    }
    await playToEnd(page);
    for (const size of windows) {
      await page.setViewportSize(size);
      const [again] = await cornersOf(page, '.end .main');
      const before = boxes.get(size) ?? [];
      assert.ok(again !== undefined && again.bottom <= size.height && before.length > 26);
      const covers = ({left, top, right, bottom}: DOMRect): boolean =>
        right > again.left && again.right > left && bottom > again.top && again.bottom > top;
      assert.equal(before.filter(covers), [], JSON.stringify(size));
    }
  });
});

/** After some steps, a key does what the list says of it: its line there, and what is heard then. */
const KEYS: readonly (readonly [steps: string, key: string, says: string, heard: RegExp])[] = [
  ['click Roll Dice, click Die 2', 'Space', 'roll die 2 again', /^Ada, roll 2 of 3:/],
  ['click Roll Dice', 'Enter', 'put 0 into Ones', /^Ones would score 0/],
  ['click keeps, Space', 'Enter', 'put 0 into Ones', /^Ones would score 0/],
  ['click Roll Dice, click Chance', 'Space', 'roll the dice', /^Ada, roll 1 of 3:/],
  ['Tab', 'Space', 'press "Help"', /^Help is open\.$/],
  ['Tab', 'Enter', 'press "Help"', /^Help is open\.$/],
  ['Tab', 'r', 'roll the dice', /^Ada, roll 1 of 3:/],
  ['Space, Tab, click Die 2', 'Enter', 'put 0 into Ones', /^Ones would score 0/],
  ['Tab, click beside the page', 'Space', 'roll the dice', /^Ada, roll 1 of 3:/],
  ['Space, Tab*6', 'Space', 'press "Die 1: three, held"', /^Die 1 is selected/],
  ['Space, Tab*6, ArrowUp', 'Enter', 'put 17 into Chance', /^Ada scores 17 in Chance/],
  ['Space, Tab*7, Shift+Tab', 'Enter', 'press "Die 1: three, held"', /^Die 1 is selected/],
  ['Tab*11, Space', 'Space', 'press "Roll Again"', /^Ada, roll 2 of 3:/],
];

suiteAtPage('the list of keys', (onPage) => {
  onPage('says what happens', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    const kept = await page.evaluate(() => ({...localStorage}));
    for (const [steps, key, says, heard] of KEYS) {
      await page.evaluate((stored) => {
        localStorage.clear();
        Object.assign(localStorage, stored);
      }, kept);
      await page.reload();
      await takenOver(page);
      for (const step of steps.split(', ')) {
        const [, pressed = '', times = '1'] = /^(\S+?)(?:\*(\d+))?$/.exec(step) ?? [];
        if (step === 'click beside the page') await page.mouse.click(2, 700);
        else if (step.startsWith('click ')) await clicks(page, new RegExp(`^${step.slice(6)}`));
        else await presses(page, ...Array(Number(times)).fill(pressed));
      }
      const kbd = page.locator('kbd', {hasText: new RegExp(`(^| )${key}$|^${key} or`)});
      assert.is(await page.locator('footer .keys div', {has: kbd}).locator('dd').innerText(), says, steps);
      await presses(page, key);
      assert.match(await heardOn(page), heard, steps);
    }
  });
});

suiteAtPage('a double click', (onPage) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    onPage.with({reducedMotion})(`rolls once: ${reducedMotion}`, async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      await page.getByRole('button', {name: 'Roll Dice'}).dblclick();
      await page.getByRole('button', {name: /^Chance, \d/}).waitFor();
      assert.is(await statusOn(page), 'Round 1 of 13, 2 rolls left');
    });
  }
});

suiteAtPage('a click beside the help', (onPage) => {
  onPage('closes it, and does nothing to what lies below', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Roll Dice');
    await page.getByRole('button', {name: /^Chance, \d/}).waitFor();
    await clicks(page, 'Help');
    const below = await page.locator('.roll').boundingBox();
    const help = await page.getByRole('dialog').boundingBox();
    assert.ok(below !== null && help !== null && below.x < help.x);
    await page.mouse.click(below.x + 5, below.y + 5);
    assert.is(await page.getByRole('dialog').count(), 0);
    assert.is(await statusOn(page), 'Round 1 of 13, 2 rolls left');
  });
});

suiteAtPage('the way back of the browser', (onPage) => {
  onPage('closes the help, and leaves no step behind where a button closed it', async (page) => {
    const start = await page.evaluate(() => history.length);
    await beginGame(page, ['Ada'], {seed: '4'});
    const dialog = page.getByRole('dialog');
    for (const close of ['Back', 'Close the help', 'Back']) {
      await clicks(page, 'Help');
      await dialog.waitFor();
      if (close === 'Back') await page.goBack();
      else await clicks(page, close);
      await dialog.waitFor({state: 'detached'});
      await page.waitForFunction(() => history.state === null);
      assert.is(await statusOn(page), 'Round 1 of 13, 3 rolls left');
    }
    assert.ok((await page.evaluate(() => history.length)) <= start + 1);
  });
});
