import {CATEGORY_RULES, type Category} from '../rules/categories.js';
import {countsOf, type Dice} from '../rules/dice.js';

/** One printed choice of what to score. */
export interface ScoreOption {
  /** The combination as the handout prints it, say `Three of a Kind`. */
  readonly name: string;
  /** 5 to 50. */
  readonly points: number;
}

/** The seven combinations of handout 1.1, in the order in which 2.2 prints them. */
const COMBINATIONS: readonly Category[] = [
  'three-of-a-kind',
  'four-of-a-kind',
  'full-house',
  'small-straight',
  'large-straight',
  'yahtzee',
  'chance',
];

/** Where this handout's own name differs from the scorecard's. */
const NAMES: Readonly<Partial<Record<Category, string>>> = {'large-straight': 'Straight'};

/**
 * What these dice can score, in the printed order (handout 2.2): the first option is choice 1. Chance always
 * holds, so there is at least one.
 */
export function scoreOptions(dice: Dice): ScoreOption[] {
  const counts = countsOf(dice);
  return COMBINATIONS.filter((category) => CATEGORY_RULES[category].holds(counts)).map((category) => {
    const {label, points} = CATEGORY_RULES[category];
    return {name: NAMES[category] ?? label, points: points(counts)};
  });
}
