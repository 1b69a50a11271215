/* Rule sets as records. Functions take a record, or one of these names. */

export const RULE_SETS = ['cs106a', 'bonus', 'official'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

/** A rule set. The bonuses are whole numbers of points, before a column's factor. */
export interface Rules {
  /** Earned by a column whose upper boxes reach `upperBonusFrom`, a total from 1 to 63. */
  readonly upperBonus: number;
  readonly upperBonusFrom: number;
  /** Earned by each further Yahtzee while the column's Yahtzee box holds points. */
  readonly yahtzeeBonus: number;
  readonly joker: Joker;
}

/**
 * Boxes for a Yahtzee once the Yahtzee box is filled. `forced`: the upper box of its face, else a lower box at full
 * value, else an upper box for 0. `free`: any box, lower ones at full value once the upper box of its face is filled.
 * `none`: any box, like any other roll.
 */
export const JOKERS = ['forced', 'free', 'none'] as const;
/** The use of a Yahtzee as a Joker. */
export type Joker = (typeof JOKERS)[number];

/** The upper bonus of each rule set with a name, before the column's factor. */
export const UPPER_BONUS: number = 35;
/** The upper score that earns the upper bonus, before the column's factor. */
export const UPPER_BONUS_FROM: number = 63;

const BASE = {upperBonus: UPPER_BONUS, upperBonusFrom: UPPER_BONUS_FROM};

export const RULES: Readonly<Record<RuleSet, Rules>> = {
  // CS106A handout, "Dice categories".
  cs106a: {...BASE, yahtzeeBonus: 0, joker: 'none'},
  // CS106A handout, "Extensions".
  bonus: {...BASE, yahtzeeBonus: 100, joker: 'none'},
  // "Special Yahtzee Scoring" of the final project's addenda.
  official: {...BASE, yahtzeeBonus: 100, joker: 'forced'},
};

/** `100 points for each further Yahtzee, and the forced Joker`. */
export function summaryOf({yahtzeeBonus, joker}: Rules): string {
  const bonus = yahtzeeBonus === 0 ? 'no Yahtzee bonus' : `${yahtzeeBonus} points for each further Yahtzee`;
  return `${bonus}, ${joker === 'none' ? 'no Joker' : `and the ${joker} Joker`}`;
}

/** Highest bonus that a rule set may have. */
const HIGHEST_BONUS = 1000;

/**
 * Returns the record of a rule set, given by its name or as a record.
 *
 * @throws RangeError if no rule set has the name, or if a field is missing or out of range
 * @example
 * rulesOf({...RULES.official, joker: 'free'});
 */
export function rulesOf(rules: RuleSet | Rules): Rules {
  if (typeof rules === 'string' && Object.hasOwn(RULES, rules)) return RULES[rules];
  if (typeof rules !== 'object' || rules === null)
    throw new RangeError(
      `rules must be one of ${RULE_SETS.join(', ')}, or a record, not ${JSON.stringify(rules)}`,
    );
  checkWhole('rules.upperBonus', rules.upperBonus, 0, HIGHEST_BONUS);
  checkWhole('rules.upperBonusFrom', rules.upperBonusFrom, 1, UPPER_BONUS_FROM);
  checkWhole('rules.yahtzeeBonus', rules.yahtzeeBonus, 0, HIGHEST_BONUS);
  if (!JOKERS.includes(rules.joker))
    throw new RangeError(
      `rules.joker must be one of ${JOKERS.join(', ')}, not ${JSON.stringify(rules.joker)}`,
    );
  return rules;
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
}

/** The columns of a card. Column `n` multiplies its points by `n` ("Triple Yahtzee"). */
export const COLUMN_NUMBERS = [1, 2, 3] as const;
/** The number of a column, or a number of columns. */
export type ColumnNumber = (typeof COLUMN_NUMBERS)[number];
