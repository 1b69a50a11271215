/* A whole game as a screen reader hears it: Chromium's accessibility tree as text. */
import type {Page} from 'playwright-core';
import * as assert from 'uvu/assert';
import {beginGame, clicks, heardOn, openMore, playToEnd, suiteAtPage} from '../../support/browser.js';

/** The tree below an element; what a test does not look at is left out. */
const treeOf = (page: Page, selector: string): Promise<string> =>
  page.locator(selector).first().ariaSnapshot();

suiteAtPage('a game that is heard', (onPage) => {
  onPage('names all that can be done, from the start to the end', async (page) => {
    await openMore(page);
    assert.is(
      await treeOf(page, '.seat'),
      `- text: Player 1
- textbox "Player 1"
- group "Player 1 is":
  - text: Player 1 is
  - radio "Person" [checked]
  - text: Person
  - radio "Beginner"
  - text: Beginner
  - radio "Casual"
  - text: Casual
  - radio "Expert"
  - text: Expert
  - radio "Shark"
  - text: Shark`,
    );
    await beginGame(page, ['Ada'], {cheat: true, rules: 'cs106a'});
    assert.is(await page.evaluate(() => document.activeElement?.localName), 'main');
    assert.is(
      await treeOf(page, 'nav'),
      `- navigation "Game":
  - button "Help"
  - group "A click":
    - button "keeps"
    - button "re-rolls" [pressed]
  - button "Save"
  - button "Leave"`,
    );
    await page.keyboard.type('53545');
    await clicks(page, /^Die 2:/);
    assert.is(
      await treeOf(page, '.dice li:nth-child(2)'),
      `- listitem:
  - 'button "Die 2: three, to roll again" [pressed]': Re-roll`,
    );
    assert.is(
      await treeOf(page, '.upper tr:nth-child(5)'),
      `- row "5 Fives Fives, 15 points":
  - rowheader "5 Fives":
    - button "5 Fives"
  - cell "Fives, 15 points":
    - button "Fives, 15 points": "15"`,
    );
    await clicks(page, 'Help');
    assert.match(await treeOf(page, '.sheet'), /^- dialog "Help":\n {2}- heading "Help" \[level=2\]\n/);
    assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('sheet')));
    await page.keyboard.press('Escape');
    assert.is(await page.evaluate(() => document.activeElement?.localName), 'main');
    await clicks(page, 'Fives, 15 points');
    assert.match(await heardOn(page), /^Ada scores 15 in Fives\. Ada's turn!/);
  });

  onPage('tells its end, and what decided it', async (page) => {
    await beginGame(page, ['Ada']);
    await playToEnd(page);
    await page.getByText(/your choices cost/).waitFor();
    assert.is(await page.locator('.moment').innerText(), 'A new best!');
    assert.match(await heardOn(page), /Congratulations, Ada, you finish with a total score of \d+!$/);
    assert.match(
      await treeOf(page, '.end'),
      /^- region "The end":\n {2}- list:\n {4}- listitem: \d+ Ada\n {2}- paragraph:\n {4}- button "Play again"( \[disabled\])?\n {4}- button "Review"\n {4}- button "New game"\n {2}- figure "The race in 13 turns":\n {4}- 'img "The race: Ada \d+"'\n {2}- paragraph: You (?:were|had) .+; your choices cost \d+\.\n {2}- heading "Hall of fame" \[level=2\]\n {2}- table "Official, 1 column":/,
    );
  });
});
