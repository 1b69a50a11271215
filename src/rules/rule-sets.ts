/* Rule sets as records. Only the scorecard reads them; nothing else asks which one is played. */

/** The names of the rule sets. */
export const RULE_SETS = ['cs106a', 'bonus', 'official'] as const;
/** The name of a rule set. */
export type RuleSet = (typeof RULE_SETS)[number];

/** A rule set. */
export interface Rules {
  readonly summary: string;
  /** Points for a further Yahtzee while the column's Yahtzee box holds points, before the column's factor. */
  readonly yahtzeeBonus: number;
  /** True if a Yahtzee is a Joker once the column's Yahtzee box is filled. */
  readonly joker: boolean;
}

/** The rule sets by name. */
export const RULES: Readonly<Record<RuleSet, Rules>> = {
  // CS106A handout, "Dice categories".
  cs106a: {summary: 'no Yahtzee bonus, no Joker', yahtzeeBonus: 0, joker: false},
  // CS106A handout, "Extensions".
  bonus: {summary: '100 points for each further Yahtzee, no Joker', yahtzeeBonus: 100, joker: false},
  // "Special Yahtzee Scoring" of the final project's addenda.
  official: {
    summary: '100 points for each further Yahtzee, and the forced Joker',
    yahtzeeBonus: 100,
    joker: true,
  },
};

/** The columns of a card. Column `n` multiplies its points by `n` ("Triple Yahtzee"). */
export const COLUMN_NUMBERS = [1, 2, 3] as const;
/** The number of a column, from 1; or a number of columns. */
export type ColumnNumber = (typeof COLUMN_NUMBERS)[number];
