import {CATEGORY_RULES, type Category, LOWER} from '../rules/categories.js';
import {countsOf, type Dice} from '../rules/dice.js';

/** A printed score option. */
export interface ScoreOption {
  /** The combination as the handout names it: `Three of a Kind`. */
  readonly name: string;
  /** 5 to 50. */
  readonly points: number;
}

/** Names in which this handout differs from the scorecard. */
const NAMES: Readonly<Partial<Record<Category, string>>> = {'large-straight': 'Straight'};

/**
 * Returns what the dice can score, in the printed order: the seven combinations of handout 1.1, ordered as in 2.2, are
 * the scorecard's lower categories. Chance always holds, so the list is never empty.
 */
export function scoreOptions(dice: Dice): ScoreOption[] {
  const counts = countsOf(dice);
  return LOWER.filter((category) => CATEGORY_RULES[category].holds(counts)).map((category) => {
    const {label, points} = CATEGORY_RULES[category];
    return {name: NAMES[category] ?? label, points: points(counts)};
  });
}
