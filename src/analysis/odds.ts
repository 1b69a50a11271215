/*
 * The published odds of a turn: what can be had in a single box by whoever tries for nothing else.
 */
import {CATEGORIES, type Category, checkCategory, scoreOf} from '../rules/categories.js';
import {type Dice, diceOf} from '../rules/dice.js';
import {EXTENSIONS, FIRST_ROLL, KEEPS, ROLL_CHANCES} from '../solver/keeps.js';

export interface CategoryOdds {
  readonly category: Category;
  /** The best chance to meet its condition in one, two and three rolls; null where any dice do. */
  readonly chances: readonly number[] | null;
  /** The most points that can be expected of it in one, two and three rolls; without bonus and Joker. */
  readonly expected: readonly number[];
}

const ROLLS: readonly Dice[] = KEEPS.slice(FIRST_ROLL).map((roll) => diceOf(roll));

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
  const standing = keeps.slice();
  return [1, 2, 3].map(() => {
    const chances = ROLL_CHANCES.reduce(
      (sum, chance, roll) => sum + chance * at(keeps, FIRST_ROLL + roll),
      0,
    );
    oneRollMore(keeps, standing);
    return chances;
  });
}

/** From what each roll is worth to what it is worth with one roll more. */
function oneRollMore(keeps: Float64Array, standing: Float64Array): void {
  const extensionsOf = (keep: number): Uint16Array => EXTENSIONS.subarray(6 * keep, 6 * keep + 6);
  // Extensions have higher numbers.
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    keeps[keep] = extensionsOf(keep).reduce((sum, extension) => sum + at(keeps, extension) / 6, 0);
  }
  keeps.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
  // A roll is worth the best keep within it.
  for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
    for (const extension of extensionsOf(keep))
      keeps[extension] = Math.max(at(keeps, keep), at(keeps, extension));
  }
}

function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? Number.NaN;
}
