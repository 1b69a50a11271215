/*
 * The scorecard: one to three columns of thirteen boxes, and the rows that follow from them.
 *
 * A box holds what the card shows, so the points of column `n` are written down already multiplied by `n`. What
 * follows from the boxes (sums, the upper bonus) is never stored. The Joker lives here only: each column is in one
 * Joker case for a roll, and a table says for each case which open boxes may be filled, for how much, and why.
 */
import {CATEGORIES, CATEGORY_RULES, type Category} from './categories.js';
import {type Counts, countsOf, type Dice, FACES, type Face} from './dice.js';
import {COLUMN_NUMBERS, type ColumnNumber, type Rules} from './variants.js';

/** The rows of the card in order; their numbers are CS106A's constants, from `ONES` 1 to `TOTAL` 17. */
export const ROWS = [
  'ones',
  'twos',
  'threes',
  'fours',
  'fives',
  'sixes',
  'upper-score',
  'upper-bonus',
  'three-of-a-kind',
  'four-of-a-kind',
  'full-house',
  'small-straight',
  'large-straight',
  'yahtzee',
  'chance',
  'lower-score',
  'total',
] as const;
export type Row = (typeof ROWS)[number];

/** An upper score of at least `UPPER_BONUS_FROM` earns `UPPER_BONUS`; both count before the column's factor. */
export const UPPER_BONUS_FROM = 63;
export const UPPER_BONUS = 35;

/** One column: the points in its boxes, `null` where a box is open, and its Yahtzee bonuses; times its factor. */
export interface Column {
  readonly factor: ColumnNumber;
  readonly boxes: Readonly<Record<Category, number | null>>;
  /** Points of all its Yahtzee bonuses together. */
  readonly yahtzeeBonus: number;
}

/** Column `n` is at index `n - 1`. */
export type Scorecard = readonly Column[];

/** What filling an open box would do. Points and bonus are those the card gets, times the column's factor. */
export interface Placement {
  readonly column: ColumnNumber;
  readonly category: Category;
  /** Whether the rules let the box be filled with this roll. */
  readonly legal: boolean;
  readonly points: number;
  /** The Yahtzee bonus that comes with it. */
  readonly bonus: number;
  /** Why the box must, may or may not be filled, where that is not plain: the Joker. */
  readonly reason: string | null;
}

/** The sums of a column, or of all columns of a card. */
export interface Totals {
  readonly upperScore: number;
  readonly upperBonus: number;
  /** With the Yahtzee bonuses. */
  readonly lowerScore: number;
  readonly total: number;
}

const UPPER = CATEGORIES.filter((category) => CATEGORY_RULES[category].section === 'upper');
const LOWER = CATEGORIES.filter((category) => CATEGORY_RULES[category].section === 'lower');

const OPEN_BOXES: Column['boxes'] = recordOf(CATEGORIES, () => null);

/** A card with every box open. */
export function emptyScorecard(columns: ColumnNumber): Scorecard {
  return COLUMN_NUMBERS.slice(0, columns).map((factor) => ({factor, boxes: OPEN_BOXES, yahtzeeBonus: 0}));
}

/** The number of a row, 1 to 17 (CS106A handout, `YahtzeeConstants`). */
export function rowNumber(row: Row): number {
  return ROWS.indexOf(row) + 1;
}

/** The row with this number; null if there is none. */
export function rowNumbered(number: number): Row | null {
  return ROWS.find((row) => rowNumber(row) === number) ?? null;
}

/** How far a column is from the upper bonus: the points missing, and how many it is ahead of three of each face. */
export interface BonusProgress {
  readonly missing: number;
  /** Negative where it is behind. */
  readonly ahead: number;
}

/** Null where the bonus is earned, or can't be any more. */
export function bonusProgress({factor, boxes}: Column): BonusProgress | null {
  const earned = (face: Face): number | null => boxes[UPPER[face - 1] ?? 'ones'];
  const score = FACES.reduce((sum, face) => sum + (earned(face) ?? 0), 0);
  const missing = UPPER_BONUS_FROM * factor - score;
  const open = FACES.filter((face) => earned(face) === null);
  const most = open.reduce((sum, face) => sum + 5 * face * factor, 0);
  if (missing <= 0 || most < missing) return null;
  return {missing, ahead: 3 * factor * open.reduce((sum, face) => sum + face, 0) - missing};
}

/** Whether the box can still be filled; a column that the card has not is not open. */
export function isOpen(card: Scorecard, column: ColumnNumber, category: Category): boolean {
  return card[column - 1]?.boxes[category] === null;
}

/**
 * Every open box, column by column in the order of the card: legal or not, what it earns, and why.
 * At least one is legal unless the card is full.
 */
export function openPlacements(card: Scorecard, dice: Dice, rules: Rules): Placement[] {
  const counts = countsOf(dice);
  const placements: Placement[] = [];
  for (const column of card) {
    const joker = jokerOf(column, counts, rules);
    const bonus = yahtzeeBonusOf(column, counts, rules);
    for (const category of CATEGORIES) {
      if (column.boxes[category] === null) placements.push(place(column, category, counts, joker, bonus));
    }
  }
  return placements;
}

/** One of `openPlacements`; null if the box is not open. */
export function placementOf(
  card: Scorecard,
  column: ColumnNumber,
  category: Category,
  dice: Dice,
  rules: Rules,
): Placement | null {
  const into = card[column - 1];
  if (into === undefined || into.boxes[category] !== null) return null;
  const counts = countsOf(dice);
  return place(into, category, counts, jokerOf(into, counts, rules), yahtzeeBonusOf(into, counts, rules));
}

/** The card after a placement on it. */
export function fill(card: Scorecard, {column, category, points, bonus}: Placement): Scorecard {
  return card.map((old) =>
    old.factor === column
      ? {
          factor: old.factor,
          boxes: {...old.boxes, [category]: points},
          yahtzeeBonus: old.yahtzeeBonus + bonus,
        }
      : old,
  );
}

/** The sums of a column so far; open boxes count as 0. */
export function columnTotals({factor, boxes, yahtzeeBonus}: Column): Totals {
  const sum = (categories: readonly Category[]): number =>
    categories.reduce((total, category) => total + (boxes[category] ?? 0), 0);
  const upperScore = sum(UPPER);
  // The boxes are multiplied already, so the threshold is too.
  const upperBonus = upperScore >= UPPER_BONUS_FROM * factor ? UPPER_BONUS * factor : 0;
  const lowerScore = sum(LOWER) + yahtzeeBonus;
  return {upperScore, upperBonus, lowerScore, total: upperScore + upperBonus + lowerScore};
}

/** The sum of all columns. */
export function totalOf(card: Scorecard): number {
  return card.reduce((total, column) => total + columnTotals(column).total, 0);
}

/** What a row of the column shows: null in an open box. */
export function rowValue(column: Column, row: Row): number | null {
  switch (row) {
    case 'upper-score':
      return columnTotals(column).upperScore;
    case 'upper-bonus':
      return columnTotals(column).upperBonus;
    case 'lower-score':
      return columnTotals(column).lowerScore;
    case 'total':
      return columnTotals(column).total;
    default:
      return column.boxes[row];
  }
}

/** What decides on a Joker: whether the upper box of its face is open; if not, whether a lower one is. */
const JOKER_CASES = ['matching-open', 'lower-open', 'upper-open'] as const;
type JokerCase = (typeof JOKER_CASES)[number];

interface JokerRule {
  /** Whether an open box may be filled; `matching` is the upper box of the roll's face. */
  readonly allows: (category: Category, matching: Category) => boolean;
  /** Whether lower boxes score as if their condition were met. */
  readonly isInFull: boolean;
  readonly reason: (matching: string) => string;
}

const FOR_ZERO: JokerRule = {
  allows: () => true,
  isInFull: true,
  reason: () => 'Joker: only upper boxes are open, for 0',
};

const JOKER_NAMES = ['forced', 'free'] as const;
const JOKER_RULES: Readonly<Record<(typeof JOKER_NAMES)[number], Readonly<Record<JokerCase, JokerRule>>>> = {
  forced: {
    'matching-open': {
      allows: (category, matching) => category === matching,
      isInFull: true,
      reason: (matching) => `Joker: ${matching} is open and must be used`,
    },
    'lower-open': {
      allows: (category) => CATEGORY_RULES[category].section === 'lower',
      isInFull: true,
      reason: () => 'Joker: use a lower box, at full value',
    },
    'upper-open': FOR_ZERO,
  },
  free: {
    'matching-open': {
      allows: () => true,
      isInFull: false,
      reason: (matching) => `Joker: no full value while ${matching} is open`,
    },
    'lower-open': {
      allows: () => true,
      isInFull: true,
      reason: () => 'Joker: any box, a lower one at full value',
    },
    'upper-open': FOR_ZERO,
  },
};

/** A Joker in a column. */
interface Joker {
  readonly allows: (category: Category) => boolean;
  readonly isInFull: boolean;
  readonly reason: string;
}

// Made once, so that asking for a placement makes no text.
const JOKERS = recordOf(JOKER_NAMES, (name) =>
  recordOf(FACES, (face) => {
    const matching = UPPER[face - 1] ?? 'ones';
    const jokerIn = (jokerCase: JokerCase): Joker => {
      const {allows, isInFull, reason} = JOKER_RULES[name][jokerCase];
      return {
        allows: (category) => allows(category, matching),
        isInFull,
        reason: reason(CATEGORY_RULES[matching].label),
      };
    };
    return {matching, cases: recordOf(JOKER_CASES, jokerIn)};
  }),
);

/** Null where the roll is no Joker in the column: no Yahtzee, or the Yahtzee box is open. */
function jokerOf({boxes}: Column, counts: Counts, rules: Rules): Joker | null {
  if (rules.joker === 'none' || boxes.yahtzee === null) return null;
  const face = FACES.find((one) => counts[one] === 5);
  if (face === undefined) return null;
  const {matching, cases} = JOKERS[rules.joker][face];
  if (boxes[matching] === null) return cases['matching-open'];
  return cases[LOWER.some((category) => boxes[category] === null) ? 'lower-open' : 'upper-open'];
}

/** What the roll earns in the column beside its points. A Yahtzee box that holds 0 earns nothing any more. */
function yahtzeeBonusOf({factor, boxes}: Column, counts: Counts, rules: Rules): number {
  return (boxes.yahtzee ?? 0) > 0 && CATEGORY_RULES.yahtzee.holds(counts) ? rules.yahtzeeBonus * factor : 0;
}

function place(
  {factor}: Column,
  category: Category,
  counts: Counts,
  joker: Joker | null,
  bonus: number,
): Placement {
  const rule = CATEGORY_RULES[category];
  return {
    column: factor,
    category,
    legal: joker === null || joker.allows(category),
    points: joker?.isInFull || rule.holds(counts) ? rule.points(counts) * factor : 0,
    bonus,
    reason: joker === null ? null : joker.reason,
  };
}

function recordOf<Key extends PropertyKey, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}
