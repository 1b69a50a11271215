/* The result of a day's game as one line to share: each box as a share of its maximum. It gives no dice away. */
import {CATEGORIES, CATEGORY_RULES, type Category} from '../rules/categories.js';
import {type Counts, countsOf, DIE_NUMBERS} from '../rules/dice.js';
import {columnTotals, totalOf} from '../rules/scorecard.js';
import {blocksOf} from './format.js';
import type {Game} from './game.js';
import {areKnown, dayIn} from './setup.js';

const NOTHING = '·';

/** The best dice for every lower box; fixed points do not depend on dice. */
const BEST: Counts = countsOf([6, 6, 6, 6, 6]);

function mostIn(category: Category): number {
  const {section, points} = CATEGORY_RULES[category];
  return section === 'upper' ? DIE_NUMBERS.length * (CATEGORIES.indexOf(category) + 1) : points(BEST);
}

/**
 * Formats a result as `Fivedice 2026-11-23: 254 ▅▆▅▇▆█ ▆▅██·█▇ +35 +100`, with a note if the dice could be known.
 * Returns null unless it is a finished daily game.
 */
export function sharedLine({setup, cards, phase}: Game): string | null {
  const [card = []] = cards;
  const [column] = card;
  const day = dayIn(setup);
  if (phase !== 'over' || day === null || column === undefined) return null;
  const glyphs = CATEGORIES.map((category) => {
    const points = column.boxes[category] ?? 0;
    return points === 0 ? NOTHING : blocksOf([points], mostIn(category));
  });
  const {upperBonus} = columnTotals(column, setup.rules);
  const bonuses = [upperBonus, column.yahtzeeBonus].filter((bonus) => bonus > 0).map((bonus) => ` +${bonus}`);
  const known = areKnown(setup) ? ' (dice known)' : '';
  const [upper, lower] = [glyphs.slice(0, 6), glyphs.slice(6)].map((part) => part.join(''));
  return `Fivedice ${day}: ${totalOf(card, setup.rules)} ${upper} ${lower}${bonuses.join('')}${known}`;
}
