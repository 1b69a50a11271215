/* The main states in light and dark, narrow and wide: nothing that axe finds, and a picture of each to look at. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {violationsOn} from '../../support/axe.js';
import {
  asksForAdvice,
  beginGame,
  choose,
  clicks,
  openMore,
  photograph,
  plays,
  playToEnd,
  suiteAtPage,
  toneOn,
} from '../../support/browser.js';
import {isThorough} from '../../support/effort.js';

const NAMES = ['Eric', 'Julie', 'Todd', 'Wolfeschlegelsteinhausenbergerdorff'];

/** In the middle of a turn, with a box filled by each before, of so many players and columns. */
const middle =
  (players: number, columns = 1) =>
  async (page: Page): Promise<void> => {
    await beginGame(page, NAMES.slice(0, players), {seed: '4', columns: `${columns}`});
    for (let turn = 0; turn < players; turn += 1) {
      await page.keyboard.press('r');
      await page.getByRole('button', {name: columns === 1 ? /^Chance, / : /^Chance x1, /}).click();
    }
    await page.keyboard.press('r');
    await clicks(page, /^Die 2:/);
  };
const MIDDLE = async (page: Page): Promise<void> => {
  await beginGame(page, NAMES, {cheat: true});
  await page.keyboard.type('53545');
  await clicks(page, 'Fives, 15 points');
  await page.keyboard.type('22361');
  await clicks(page, /^Die 2:/);
};

const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  start: async () => {},
  setup: openMore,
  days: async (page) => {
    await clicks(page, 'Play these dice');
    await playToEnd(page);
    await clicks(page, 'New game');
    await openMore(page, 'Hall of fame');
    await page.locator('.days').getByRole('button').nth(7).click();
  },
  alone: middle(1),
  two: middle(2),
  four: middle(4),
  'advice for four': async (page) => {
    await middle(4)(page);
    await asksForAdvice(page);
  },
  'three columns': middle(4, 3),
  cheat: MIDDLE,
  sheet: async (page) => {
    await MIDDLE(page);
    await clicks(page, 'keeps');
  },
  help: async (page) => {
    await middle(2)(page);
    await clicks(page, 'Help');
  },
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
    await openMore(page);
    await choose(page, 'Players', '4');
    await choose(page, 'Player 2 is', 'Expert');
  },
  invalid: async (page) => {
    await openMore(page);
    await page.getByLabel('Seed').fill('x');
    await plays(page);
  },
  yahtzee: async (page) => {
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('66666');
  },
  explained: async (page) => {
    await beginGame(page, ['Ada'], {cheat: true});
    await clicks(page, /Full House/);
  },
  advice: async (page) => {
    await MIDDLE(page);
    await asksForAdvice(page);
  },
  choices: async (page) => {
    await beginGame(page, ['Ada'], {cheat: true});
    await page.keyboard.type('12345');
    await clicks(page, 'keeps');
    await asksForAdvice(page);
    await clicks(page, 'All choices');
  },
  end: async (page) => {
    await beginGame(page, ['Ada'], {seed: '4'});
    await clicks(page, 'Roll Dice');
    await asksForAdvice(page);
    await playToEnd(page);
    await page.getByText(/your choices cost/).waitFor();
  },
  review: async (page) => {
    await beginGame(page, ['Ada', 'Wolfeschlegelsteinhausenbergerdorff'], {seed: '4'});
    await playToEnd(page);
    await clicks(page, 'Review');
    await page.getByRole('heading', {name: 'Review'}).waitFor();
    await page.getByRole('heading', {name: 'What cost most, in chances to win'}).first().waitFor();
    await page.locator('summary').first().click();
  },
};

/**
 * Phones upright and on their side, tablets, laptops and desktops; what is narrow; and what is magnified: WCAG's least
 * window, a laptop's at 400%, and a phone with text of 200%.
 */
// biome-ignore format: a table
const SIZES: readonly (readonly [width: number, height: number, text?: string])[] = [
  [360, 740], [320, 256], [390, 844, '200%'], [341, 192], [320, 568], [740, 360],
  [768, 1024], [820, 1180], [1280, 720], [1366, 650], [1920, 1000],
];
/** A short run has the sizes with the least room, and the fullest states. */
const sizes = isThorough ? SIZES : SIZES.slice(0, 3);
const states = isThorough
  ? Object.keys(STATES)
  : ['days', 'computers', 'advice for four', 'joker', 'choices', 'end', 'review'];

/** From which width on all is seen without scrolling, in pixels; where it is not named, it may be scrolled. */
const ONE_WINDOW: Readonly<Record<string, number>> = {
  alone: 360,
  two: 360,
  four: 360,
  'advice for four': 768,
  'three columns': 1280,
  yahtzee: 360,
  joker: 1280,
  choices: 360,
  help: 360,
};

suiteAtPage('what is seen', (onPage) => {
  for (const [state, reach] of Object.entries(STATES).filter(([name]) => states.includes(name))) {
    onPage(`at the state ${state} can be read and reached by everybody, and fits`, async (page) => {
      await reach(page);
      for (const [index, [width, height, text = '']] of sizes.entries()) {
        await page.emulateMedia({colorScheme: index % 2 === 0 ? 'light' : 'dark'});
        await page.setViewportSize({width, height});
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, text);
        const where = `${state}-${width}x${height}${text}`;
        await photograph(page, where);
        assert.equal(await violationsOn(page), [], where);
        const [tooWide, tooHigh] = await page.evaluate(() => {
          const {scrollWidth, scrollHeight} = document.documentElement;
          return [scrollWidth - innerWidth, scrollHeight - innerHeight];
        });
        assert.ok(tooWide <= 0, `${where} is too wide`);
        // Twelve columns have lines of their own above them, which a low window has no room for.
        const isLow = text !== '' || height < (state === 'three columns' ? 720 : 640);
        if (width >= (ONE_WINDOW[state] ?? Infinity) && !isLow)
          assert.ok(tooHigh <= 0, `${where} is ${tooHigh} too high`);
        assert.equal(await smallTargetsOn(page), [], where);
        assert.equal(await coveredOn(page), [], where);
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

/** Buttons and cells that something covers at their left, middle or right, wherever the page and the card are scrolled to. */
async function coveredOn(page: Page): Promise<string[]> {
  const above = (await page.locator('.sheet').count()) === 0 ? '' : '.sheet ';
  return page.locator(`${above}button:visible, ${above}td:visible`).evaluateAll((targets) =>
    targets
      .filter((target) =>
        (['center', 'start', 'end'] as const).every((block) =>
          (['nearest', 'start'] as const).every((inline) => {
            target.scrollIntoView({block, inline});
            const {left, top, width, height} = target.getBoundingClientRect();
            return [0.1, 0.5, 0.9].some(
              (share) => !target.contains(document.elementFromPoint(left + share * width, top + height / 2)),
            );
          }),
        ),
      )
      .map(({outerHTML}) => outerHTML),
  );
}

/** Buttons and fields below 44 pixels; the boxes of the card stand in rows of at least 32, seven days have 38 each. */
function smallTargetsOn(page: Page): Promise<string[]> {
  return page
    .locator(
      'button:visible, select:visible, summary:visible, input:not([type=radio]):visible, .choice label:visible, .who label:visible',
    )
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        const {width, height} = target.getBoundingClientRect();
        const least = target.closest('.card') !== null ? 31.9 : target.closest('.days') !== null ? 38 : 43.9;
        return width < least || height < least ? [`${target.outerHTML}: ${width} × ${height}`] : [];
      }),
    );
}
