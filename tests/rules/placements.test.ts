import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {RULES} from '../../src/rules/rule-sets.js';
import {isOpen, openPlacements, placementOf} from '../../src/rules/scorecard.js';
import {column, dice, each, play} from '../support/cards.js';
import {suite} from '../support/suite.js';

suite('placements', (test) => {
  test('leave out a filled box, in its own column only, even if it holds 0', () => {
    const card = play('cs106a', 2, [['12346', 1, 'yahtzee']]);
    assert.equal(
      ([1, 2, 3] as const).map((column) => isOpen(card, column, 'yahtzee')),
      [false, true, false],
    );
    for (const column of [1, 3] as const)
      assert.is(placementOf(card, column, 'yahtzee', dice('66666'), RULES.cs106a), null);
  });

  test('a full card leaves nothing to place, a last open box one placement', () => {
    const full = each(CATEGORIES);
    assert.equal(openPlacements([column(1, full), column(2, full)], dice('66666'), RULES.official), []);
    for (const open of CATEGORIES) {
      const {[open]: _, ...others} = full;
      const card = [column(1, full), column(2, others)];
      const [placement, ...more] = openPlacements(card, dice('12346'), RULES.official);
      assert.equal([placement?.column, placement?.category, more], [2, open, []]);
    }
  });
});
