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

  onPage('leaves Space and Enter to the focused button, Ctrl and Alt to the browser', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await presses(page, 'Control+r', 'Alt+r', 'Meta+r');
    await messageOn(page);
    assert.is(await statusOn(page), 'Round 1 of 13, 3 rolls left');
    assert.is(await page.locator('.die circle').count(), 0);
    await page.getByRole('button', {name: 'Help'}).focus();
    await presses(page, 'Space');
    assert.is(await page.getByRole('heading', {name: 'Help'}).count(), 1);
    await presses(page, 'Enter');
    assert.is(await page.getByRole('heading', {name: 'Help'}).count(), 0);
    assert.is(await page.locator('.die circle').count(), 0);
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

suiteAtPage('a key that is held down', (onPage) => {
  onPage('rolls once', async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.down('r');
    assert.is(await statusOn(page), 'Round 1 of 13, 2 rolls left');
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

interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns where elements are in the window. */
const cornersOf = (page: Page, selector: string): Promise<readonly Corners[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const {left, top, right, bottom} = one.getBoundingClientRect();
      return {left, top, right, bottom};
    }),
  );

suiteAtPage('"Play again"', (onPage) => {
  for (const [width, height] of [
    [360, 740],
    [820, 1180],
    [1280, 720],
  ] as const) {
    onPage(`lies where no box was, in a window of ${width} by ${height}`, async (page) => {
      await page.setViewportSize({width, height});
      await beginGame(page, ['Ada', 'Bob'], {seed: '4'});
      const boxes = await cornersOf(page, '.card td');
      assert.ok(boxes.length > 26);
      await playToEnd(page);
      const [again] = await cornersOf(page, '.end .main');
      assert.ok(again !== undefined && again.bottom <= height);
      for (const box of boxes)
        assert.ok(
          box.right <= again.left ||
            again.right <= box.left ||
            box.bottom <= again.top ||
            again.bottom <= box.top,
          JSON.stringify([box, again]),
        );
    });
  }
});

/** Effect of a key, in the words of `PROMISES`. */
type Deed = 'rolls' | 'places' | 'asks' | 'marks' | 'helps' | 'nothing';

const PROMISES: readonly (readonly [RegExp, Deed])[] = [
  [/^(roll |pass: |press "Roll (Dice|Again))/, 'rolls'],
  [/^(put 0 into|press ".*, 0 points")/, 'asks'],
  [/^(put|press ".*points")/, 'places'],
  [/^press "Die /, 'marks'],
  [/^press "Help"/, 'helps'],
];

const KEYS_SHOWN: Readonly<Record<string, readonly string[]>> = {
  Space: ['Space', 'Space or Enter'],
  Enter: ['Enter', 'Space or Enter'],
  r: ['r', 'Space'],
};

async function stateOn(page: Page) {
  const marks = page
    .locator('.die')
    .evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-pressed')));
  return {
    status: await statusOn(page),
    isRolled: (await page.locator('.die:not([data-past]) circle').count()) > 0,
    marks: (await marks).join(),
    tone: await toneOn(page),
    help: await page.getByRole('heading', {name: 'Help'}).count(),
  };
}

/** Presses a key, which must do what the list says of it. */
async function keeps(page: Page, key: string): Promise<Deed> {
  const lines = await page
    .locator('footer .keys div')
    .evaluateAll((rows) =>
      rows.map(
        (row) =>
          [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? ''] as const,
      ),
    );
  const line = lines.find(([keys]) => KEYS_SHOWN[key]?.includes(keys))?.[1] ?? '';
  const promised = PROMISES.find(([says]) => says.test(line))?.[1] ?? 'nothing';
  const before = await stateOn(page);
  await presses(page, key);
  const after = await stateOn(page);
  const deed: Deed =
    before.isRolled && (!after.isRolled || after.tone === 'end')
      ? 'places'
      : before.status !== after.status || before.isRolled !== after.isRolled
        ? 'rolls'
        : before.marks !== after.marks
          ? 'marks'
          : before.help !== after.help
            ? 'helps'
            : after.tone === 'question' && before.tone !== 'question'
              ? 'asks'
              : 'nothing';
  // A zero is asked for once more where another box would score.
  const isZero = promised === 'asks' && deed === 'places';
  assert.is(deed, isZero ? 'places' : promised, `${key}: "${line}", of ${JSON.stringify(lines)}`);
  return deed;
}

/** After these, what Space and Enter do is what the list says; `deed` is that of the last key. */
const SEQUENCES: Readonly<Record<string, readonly [steps: string, deed: Deed]>> = {
  'a click on a die, then Space': ['click:Roll Dice click:Die 2 Space', 'rolls'],
  'a click on the button that rolls, then Space': ['click:Roll Dice Space', 'rolls'],
  'a click on the button that rolls, then Enter': ['click:Roll Dice Enter', 'asks'],
  'the other view, Space and Enter': ['v Space Enter', 'asks'],
  'a click on the other view, Space and Enter': ['click:keeps Space Enter', 'asks'],
  'a click on a box, then Enter': ['click:Roll Dice click:Chance Enter', 'nothing'],
  'a click on a box, then Space': ['click:Roll Dice click:Chance Space', 'rolls'],
  'Tab to a button, then Space': ['Tab Space', 'helps'],
  'Tab to a button, then Enter': ['Tab Enter', 'helps'],
  'Tab to a button, then r': ['Tab r', 'rolls'],
  'Tab to a button, a click on a die, then Enter': ['Space Tab click:Die 2 Enter', 'asks'],
  'Tab to a button, a click beside the page, then Space': ['Tab margin Space', 'rolls'],
  'Tab to a die, then Space': ['Space Tab*6 Space', 'marks'],
  'Tab to a die, an arrow, then Enter': ['Space Tab*6 ArrowUp Enter', 'places'],
  'Shift and Tab back to the die before, then Enter': ['Space Tab*7 Shift+Tab Enter', 'marks'],
  'Tab to the button that rolls, Space and Space': ['Tab*11 Space Space', 'rolls'],
};

suiteAtPage('the list of keys', (onPage) => {
  for (const [what, [steps, deed]] of Object.entries(SEQUENCES)) {
    onPage(`says what happens: ${what}`, async (page) => {
      await beginGame(page, ['Ada'], {seed: '4'});
      let last: Deed = 'nothing';
      for (const step of steps
        .replace(/Roll Dice|Die (\d)/g, (name) => name.replace(' ', '_'))
        .replace(/Tab\*(\d+)/, (_, times) => Array(Number(times)).fill('Tab').join(' '))
        .split(' ')) {
        const name = step.startsWith('click:') ? step.slice(6).replace('_', ' ') : null;
        if (name !== null) await clicks(page, new RegExp(`^${name}`));
        else if (step === 'margin') await page.mouse.click(2, 700);
        else if (step in KEYS_SHOWN) last = await keeps(page, step);
        else await presses(page, step);
      }
      assert.is(last, deed);
    });
  }
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
