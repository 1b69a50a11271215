import {CATEGORY_RULES, type Category} from '../rules/categories.js';
import {countsOf, type Dice} from '../rules/dice.js';

/** A printed score option. */
export interface ScoreOption {
  /** The combination as the handout names it: `Three of a Kind`. */
  readonly name: string;
  /** 5 to 50. */
  readonly points: number;
}

/** The seven combinations of handout 1.1, in the order of 2.2. */
const COMBINATIONS: readonly Category[] = [
  'three-of-a-kind',
  'four-of-a-kind',
  'full-house',
  'small-straight',
  'large-straight',
  'yahtzee',
  'chance',
];

/** Combinations that this handout names differently from the scorecard. */
const NAMES: Readonly<Partial<Record<Category, string>>> = {'large-straight': 'Straight'};

/** Returns what the dice can score, in the printed order (handout 2.2). Chance always holds, so there is one at least. */
export function scoreOptions(dice: Dice): ScoreOption[] {
  const counts = countsOf(dice);
  return COMBINATIONS.filter((category) => CATEGORY_RULES[category].holds(counts)).map((category) => {
    const {label, points} = CATEGORY_RULES[category];
    return {name: NAMES[category] ?? label, points: points(counts)};
  });
}
