import {CATEGORY_RULES, type Category} from '../rules/categories.js';
import {countsOf, type Dice} from '../rules/dice.js';

/** One of the printed score options. */
export interface ScoreOption {
  /** The name of the combination as in the handout: `Three of a Kind`. */
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

/** Names that differ in this handout from those on the scorecard. */
const NAMES: Readonly<Partial<Record<Category, string>>> = {'large-straight': 'Straight'};

/**
 * What these dice can score, in the printed order (handout 2.2): the first option is choice 1. There is
 * always at least one, because Chance always holds.
 */
export function scoreOptions(dice: Dice): ScoreOption[] {
  const counts = countsOf(dice);
  return COMBINATIONS.filter((category) => CATEGORY_RULES[category].holds(counts)).map((category) => {
    const {label, points} = CATEGORY_RULES[category];
    return {name: NAMES[category] ?? label, points: points(counts)};
  });
}
