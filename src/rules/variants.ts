/* The variants of the game, as records. The scorecard reads them; nothing else asks which variant is played. */

/** The rule sets, from the plainest on. */
export const RULE_SETS = ['cs106a', 'bonus', 'official', 'free-joker'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

export interface Rules {
  /** What it changes, in a sentence. */
  readonly summary: string;
  /** Points for each further Yahtzee while the Yahtzee box of the column holds points, before the column's factor. */
  readonly yahtzeeBonus: number;
  /** What a Yahtzee may do once the Yahtzee box of the column is filled. */
  readonly joker: 'none' | 'forced' | 'free';
}

/** CS106A's game, its two extensions by the rules of the game, and the other published Joker. */
export const RULES: Readonly<Record<RuleSet, Rules>> = {
  // CS106A handout, "Dice categories".
  cs106a: {summary: 'no Yahtzee bonus, no Joker', yahtzeeBonus: 0, joker: 'none'},
  // CS106A handout, "Extensions".
  bonus: {summary: '100 points for each further Yahtzee, no Joker', yahtzeeBonus: 100, joker: 'none'},
  // "Special Yahtzee Scoring" of the final project's addenda.
  official: {
    summary: '100 points for each further Yahtzee, and the forced Joker',
    yahtzeeBonus: 100,
    joker: 'forced',
  },
  // The published "Free Choice Joker".
  'free-joker': {
    summary: '100 points for each further Yahtzee, and a free Joker',
    yahtzeeBonus: 100,
    joker: 'free',
  },
};

/** The columns of a scorecard. Column `n` is worth `n` times its points ("Triple Yahtzee"). */
export const COLUMN_NUMBERS = [1, 2, 3] as const;
export type ColumnNumber = (typeof COLUMN_NUMBERS)[number];
