/* Published and independently computed figures. */
import type {Category} from '../../src/rules/categories.js';

/** The points that whoever tries for a single box can expect of it in three rolls, without bonus and Joker. */
export const SINGLE_BOXES: Readonly<Record<Category, number>> = {
  ones: 2.106481481,
  twos: 4.212962963,
  threes: 6.319444444,
  fours: 8.425925926,
  fives: 10.532407407,
  sixes: 12.638888889,
  'three-of-a-kind': 15.194661293,
  'four-of-a-kind': 5.611263428,
  'full-house': 9.072071963,
  'small-straight': 18.463269387,
  'large-straight': 10.443800669,
  yahtzee: 2.301432126,
  chance: 23.333333333,
};
