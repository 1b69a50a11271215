/* Each category in a sentence with an example, and each rule set in words for who plays. */
import {CATEGORY_RULES, type Category, scoreOf} from '../rules/categories.js';
import type {Dice} from '../rules/dice.js';
import type {RuleSet} from '../rules/variants.js';

export interface Explained {
  /** `Full House`. */
  readonly title: string;
  readonly rule: string;
  /** `3 3 3 5 5 earns 25.` */
  readonly example: string;
}

/** What a category asks for, and dice that meet it. */
const CATEGORIES: Readonly<Record<Category, readonly [rule: string, example: Dice]>> = {
  ones: ['The sum of all ones.', [1, 1, 1, 4, 6]],
  twos: ['The sum of all twos.', [2, 2, 2, 3, 5]],
  threes: ['The sum of all threes.', [3, 3, 3, 3, 6]],
  fours: ['The sum of all fours.', [4, 4, 4, 1, 2]],
  fives: ['The sum of all fives.', [5, 5, 5, 2, 2]],
  sixes: ['The sum of all sixes.', [6, 6, 6, 1, 4]],
  'three-of-a-kind': ['At least three dice alike: the sum of all five.', [4, 4, 4, 2, 6]],
  'four-of-a-kind': ['At least four dice alike: the sum of all five.', [5, 5, 5, 5, 3]],
  'full-house': ['Three dice of one face and two of another.', [3, 3, 3, 5, 5]],
  'small-straight': ['Four faces in a row, wherever they lie.', [2, 3, 4, 5, 5]],
  'large-straight': ['Five faces in a row.', [2, 3, 4, 5, 6]],
  yahtzee: ['All five dice alike.', [6, 6, 6, 6, 6]],
  chance: ['Any dice: the sum of all five.', [2, 3, 5, 6, 6]],
};

/** What a rule set says of a second Yahtzee, in a line. */
export const RULE_LINES: Readonly<Record<RuleSet, string>> = {
  cs106a: 'Plain: a second Yahtzee is worth no more than its dice.',
  bonus: 'Each further Yahtzee earns 100 more.',
  official: 'Each further Yahtzee earns 100 more, and is a Joker in its own upper box first.',
  'free-joker': 'Each further Yahtzee earns 100 more, and is a Joker in any lower box.',
};

/** What a Joker is, where the rules have one. */
export const JOKER = 'Joker: with the Yahtzee box filled, five alike count as a full house or straight.';

export function explained(category: Category): Explained {
  const [rule, dice] = CATEGORIES[category];
  const points = scoreOf(dice, category);
  return {title: CATEGORY_RULES[category].label, rule, example: `${dice.join(' ')} earns ${points}.`};
}
