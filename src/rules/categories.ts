import {type Counts, countsOf, type Dice, FACES, type Face} from './dice.js';

/** The categories of the upper section, by face. */
export const UPPER = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'] as const;

/** The categories of the lower section, in the order of the scorecard. */
export const LOWER = [
  'three-of-a-kind',
  'four-of-a-kind',
  'full-house',
  'small-straight',
  'large-straight',
  'yahtzee',
  'chance',
] as const;

/** The thirteen categories in the order of the scorecard (CS106A handout, "Dice categories"). */
export const CATEGORIES = [...UPPER, ...LOWER] as const;
/** A category, or the box of a scorecard for it. */
export type Category = (typeof CATEGORIES)[number];

/** The rule of a category. */
export interface CategoryRule {
  readonly section: 'upper' | 'lower';
  /** The name on the scorecard: `Full House`. */
  readonly label: string;
  /** Condition that the dice must meet. */
  readonly holds: (counts: Counts) => boolean;
  /** Score of dice that meet it. */
  readonly points: (counts: Counts) => number;
}

/** The rule of each category. */
export const CATEGORY_RULES: Readonly<Record<Category, CategoryRule>> = {
  ones: upper('Ones', 1),
  twos: upper('Twos', 2),
  threes: upper('Threes', 3),
  fours: upper('Fours', 4),
  fives: upper('Fives', 5),
  sixes: upper('Sixes', 6),
  'three-of-a-kind': lower('Three of a Kind', atLeastAlike(3), sum),
  'four-of-a-kind': lower('Four of a Kind', atLeastAlike(4), sum),
  'full-house': lower('Full House', isFullHouse, () => 25),
  'small-straight': lower('Small Straight', atLeastConsecutive(4), () => 30),
  'large-straight': lower('Large Straight', atLeastConsecutive(5), () => 40),
  yahtzee: lower('Yahtzee', atLeastAlike(5), () => 50),
  chance: lower('Chance', () => true, sum),
};

/**
 * Returns true if the dice meet the category's condition. The upper categories and Chance take any dice.
 *
 * @example
 * checkCategory([2, 2, 3, 3, 3], 'full-house'); // true
 */
export function checkCategory(dice: Dice, category: Category): boolean {
  return CATEGORY_RULES[category].holds(countsOf(dice));
}

/**
 * Returns the points of dice in a category: 0 if they do not meet its condition. Bonuses and the Joker are not counted.
 *
 * @example
 * scoreOf([2, 2, 3, 3, 3], 'full-house'); // 25
 */
export function scoreOf(dice: Dice, category: Category): number {
  const rule = CATEGORY_RULES[category];
  const counts = countsOf(dice);
  return rule.holds(counts) ? rule.points(counts) : 0;
}

function upper(label: string, face: Face): CategoryRule {
  return {section: 'upper', label, holds: () => true, points: (counts) => face * counts[face]};
}

function lower(label: string, holds: CategoryRule['holds'], points: CategoryRule['points']): CategoryRule {
  return {section: 'lower', label, holds, points};
}

function atLeastAlike(least: number): CategoryRule['holds'] {
  return (counts) => FACES.some((face) => counts[face] >= least);
}

/** Five alike are not a full house. */
function isFullHouse(counts: Counts): boolean {
  return FACES.some((face) => counts[face] === 3) && FACES.some((face) => counts[face] === 2);
}

function atLeastConsecutive(least: number): CategoryRule['holds'] {
  return (counts) => {
    let run = 0;
    return FACES.some((face) => {
      run = counts[face] > 0 ? run + 1 : 0;
      return run >= least;
    });
  };
}

function sum(counts: Counts): number {
  return FACES.reduce((total, face) => total + face * counts[face], 0);
}
