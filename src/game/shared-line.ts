/* The result of a day's game as one line to share: each box as a share of its maximum. It gives no dice away. */
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../rules/categories.js';
import {DIE_NUMBERS, type Dice} from '../rules/dice.js';
import {columnTotals, totalOf} from '../rules/scorecard.js';
import type {Game} from './game.js';

const BLOCKS = '▁▂▃▄▅▆▇█';
const NOTHING = '·';

/** The best dice for every lower box without fixed points. */
const BEST: Dice = [6, 6, 6, 6, 6];

function mostIn(category: Category): number {
  const face = CATEGORIES.indexOf(category) + 1;
  if (CATEGORY_RULES[category].section === 'upper') return DIE_NUMBERS.length * face;
  const fixed: Partial<Record<Category, number>> = {
    'full-house': 25,
    'small-straight': 30,
    'large-straight': 40,
  };
  return fixed[category] ?? scoreOf(BEST, category);
}

/**
 * Formats a result as `Fivedice 2026-11-23: 254 ▅▆▅▇▆█ ▆▅██·█▇ +35 +100`. Returns null unless it is a finished daily
 * game.
 */
export function sharedLine({setup: {dice}, cards, phase}: Game): string | null {
  const [card = []] = cards;
  const [column] = card;
  if (phase !== 'over' || dice === 'typed' || dice.day === undefined || column === undefined) return null;
  const glyphs = CATEGORIES.map((category) => {
    const points = column.boxes[category] ?? 0;
    return points === 0
      ? NOTHING
      : (BLOCKS[Math.ceil((points / mostIn(category)) * BLOCKS.length) - 1] ?? '█');
  });
  const {upperBonus} = columnTotals(column);
  const bonuses = [upperBonus, column.yahtzeeBonus].filter((bonus) => bonus > 0).map((bonus) => ` +${bonus}`);
  const [upper, lower] = [glyphs.slice(0, 6), glyphs.slice(6)].map((part) => part.join(''));
  return `Fivedice ${dice.day}: ${totalOf(card)} ${upper} ${lower}${bonuses.join('')}`;
}
