import {CATEGORY_RULES, type Category, checkCategory, scoreOf} from '../rules/categories.js';
import type {Dice} from '../rules/dice.js';

/** One printed choice of what to score. */
export interface ScoreOption {
  /** The combination as the handout prints it, say `Three of a Kind`. */
  readonly name: string;
  /** 5 to 50. */
  readonly points: number;
}

/** The seven combinations of handout 1.1, in the order in which 2.2 prints them. */
const COMBINATIONS: readonly {readonly category: Category; readonly name: string}[] = [
  {category: 'three-of-a-kind', name: CATEGORY_RULES['three-of-a-kind'].label},
  {category: 'four-of-a-kind', name: CATEGORY_RULES['four-of-a-kind'].label},
  {category: 'full-house', name: CATEGORY_RULES['full-house'].label},
  {category: 'small-straight', name: CATEGORY_RULES['small-straight'].label},
  // This handout's own name for it: the scorecard says Large Straight.
  {category: 'large-straight', name: 'Straight'},
  {category: 'yahtzee', name: CATEGORY_RULES.yahtzee.label},
  {category: 'chance', name: CATEGORY_RULES.chance.label},
];

/**
 * What these dice can score, in the printed order (handout 2.2): the first option is choice 1. Chance always
 * holds, so there is at least one.
 */
export function scoreOptions(dice: Dice): ScoreOption[] {
  return COMBINATIONS.filter(({category}) => checkCategory(dice, category)).map(({category, name}) => ({
    name,
    points: scoreOf(dice, category),
  }));
}
