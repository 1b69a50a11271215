/* The main states in light and dark, narrow and wide: nothing that axe finds, and a picture of each to look at. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {violationsOn} from '../../support/axe.js';
import {
  asksForHint,
  beginGame,
  clicks,
  openMore,
  photograph,
  playToEnd,
  suiteAtPage,
  toneOn,
} from '../../support/browser.js';
import {isThorough} from '../../support/effort.js';

const MIDDLE = async (page: Page): Promise<void> => {
  await beginGame(page, ['Eric', 'Julie', 'Todd', 'Wolfeschlegelsteinhausenbergerdorff'], {cheat: true});
  await page.keyboard.type('53545');
  await clicks(page, 'Fives, 15 points');
  await page.keyboard.type('22361');
  await clicks(page, /^Die 2:/);
};

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  start: async () => {},
  setup: openMore,
  'mid-turn': MIDDLE,
  sheet: async (page) => {
    await MIDDLE(page);
    await clicks(page, 'Other view');
  },
  help: async (page) => {
    await MIDDLE(page);
    await clicks(page, 'Help');
  },
  // The second Yahtzee: a Joker, and boxes that are forbidden; three columns.
  joker: async (page) => {
    await beginGame(page, ['Ada'], {cheat: true, columns: '3'});
    for (const box of ['Yahtzee x1, 50 points', null]) {
      await page.keyboard.type('66666');
      if (box !== null) await clicks(page, box);
    }
    await page.getByRole('button', {name: /^Ones x1, not allowed/}).click({force: true});
    assert.is(await toneOn(page), 'refusal');
  },
  computers: async (page) => {
    await page.getByLabel('Person or computer 2').selectOption('expert');
  },
  advice: async (page) => {
    await MIDDLE(page);
    await asksForHint(page);
  },
  // On a card with one column, with a box that is best, and all choices open.
  choices: async (page) => {
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('12345');
    await clicks(page, 'Other view');
    await asksForHint(page);
    await clicks(page, 'All choices');
  },
  // With a hint, which is why it does not enter the hall of fame.
  end: async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Roll Dice');
    await clicks(page, 'Hint');
    await asksForHint(page);
    await playToEnd(page);
  },
  review: async (page) => {
    await beginGame(page, ['Ada', 'Wolfeschlegelsteinhausenbergerdorff'], {seed: '4'});
    await playToEnd(page);
    await clicks(page, 'Review');
    await page.getByRole('heading', {name: 'Review'}).waitFor();
    await page.locator('summary').first().click();
  },
};

const LOOKS = [
  ['light', 320],
  ['dark', 1280],
  ['light', 1280],
  ['dark', 320],
] as const;
/** Elsewhere only the one in which least fits. */
const looks = isThorough ? LOOKS : LOOKS.slice(0, 1);

/** Elsewhere those in which most stands. */
const states = isThorough ? Object.keys(STATES) : ['setup', 'mid-turn', 'joker', 'choices', 'end', 'review'];

suiteAtPage('what is seen', (onPage) => {
  for (const [state, reach] of Object.entries(STATES).filter(([name]) => states.includes(name))) {
    onPage(`at the state ${state} can be read and reached by everybody, and fits`, async (page) => {
      await reach(page);
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({colorScheme});
        await page.setViewportSize({width, height: 800});
        const where = `${state}-${colorScheme}-${width}`;
        await photograph(page, where);
        assert.equal(await violationsOn(page), [], where);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.not(isWide, `${where} is too wide`);
        assert.equal(await smallTargetsOn(page), [], where);
      }
    });
  }
});

suiteAtPage('forced colours', (_, atPage) => {
  for (const colorScheme of isThorough ? (['light', 'dark'] as const) : (['light'] as const)) {
    atPage.with({colorScheme, forcedColors: 'active'})(
      `show the pips, the bodies of the dice, and one cursor: ${colorScheme}`,
      async (page) => {
        await MIDDLE(page);
        await page.keyboard.press('ArrowDown');
        await photograph(page, `forced-${colorScheme}`);
        const faces = page.locator('.die svg, .keypad svg');
        const drawn = await faces.evaluateAll((svgs) =>
          svgs.map((svg) => {
            const {fill, backgroundColor} = getComputedStyle(svg);
            const body = getComputedStyle(svg.closest('.body') ?? svg);
            return {
              fill,
              isSeen: fill !== backgroundColor,
              isFramed: body.borderTopWidth === '2px' && body.borderTopColor !== backgroundColor,
            };
          }),
        );
        assert.is(drawn.length, 11);
        for (const {isSeen, isFramed} of drawn) assert.ok(isSeen && isFramed, JSON.stringify(drawn));
        const rings = await page.locator('.preview').evaluateAll((boxes) =>
          boxes.map((box) => {
            const {borderTopColor, outlineWidth} = getComputedStyle(box);
            const {backgroundColor} = getComputedStyle(document.body);
            return borderTopColor !== backgroundColor || outlineWidth === '3px';
          }),
        );
        assert.is(rings.filter((isRing) => isRing).length, 1);
      },
    );
  }
});

/** Buttons and fields that are less than 44 pixels wide or high. */
function smallTargetsOn(page: Page): Promise<string[]> {
  return page.locator('button, select, summary, input:not([type=checkbox])').evaluateAll((targets) =>
    targets.flatMap((target) => {
      const {width, height} = target.getBoundingClientRect();
      return width < 43.9 || height < 43.9 ? [`${target.outerHTML}: ${width} × ${height}`] : [];
    }),
  );
}
