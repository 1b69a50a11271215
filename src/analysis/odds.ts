/*
 * The published odds of a turn: what can be had in a single box by whoever tries for nothing else.
 */
import {CATEGORIES, type Category, checkCategory, scoreOf} from '../rules/categories.js';
import type {Dice} from '../rules/dice.js';
import {
  EXTENSIONS,
  FACE_COUNTS,
  FIRST_ROLL,
  KEEPS,
  REDUCTIONS,
  ROLL_CHANCES,
  ROLLS,
} from '../solver/keeps.js';
import {averageKeeps, chooseKeeps, meanOfRolls} from '../solver/rolling.js';

export interface CategoryOdds {
  readonly category: Category;
  /** The best chance to meet its condition in one, two and three rolls; null where any dice do. */
  readonly chances: readonly number[] | null;
  /** The most points that can be expected of it in one, two and three rolls; without bonus and Joker. */
  readonly expected: readonly number[];
}

/** Boxes without a condition. */
const ANY_DICE = CATEGORIES.filter((category) => ROLLS.every((dice) => checkCategory(dice, category)));

/** The odds of each box, in the order of the card. They are the same by all rules. */
export function categoryOdds(): CategoryOdds[] {
  return CATEGORIES.map((category) => ({
    category,
    chances: ANY_DICE.includes(category) ? null : bestOf((dice) => (checkCategory(dice, category) ? 1 : 0)),
    expected: bestOf((dice) => scoreOf(dice, category)),
  }));
}

/** The most that can be expected of the dice that stand, after one, two and three rolls. */
function bestOf(worth: (dice: Dice) => number): number[] {
  const keeps = new Float64Array(KEEPS.length);
  keeps.set(ROLLS.map(worth), FIRST_ROLL);
  return [1, 2, 3].map(() => {
    const mean = meanOfRolls(keeps, ROLL_CHANCES);
    // One roll more.
    averageKeeps(keeps, EXTENSIONS);
    chooseKeeps(keeps, REDUCTIONS, FACE_COUNTS);
    return mean;
  });
}
