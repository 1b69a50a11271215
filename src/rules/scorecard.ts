/*
 * The scorecard: one to three columns of thirteen boxes, and the rows that follow from them.
 *
 * A box holds what the card shows, so the points in column `n` are already multiplied by `n`. Sums and the upper bonus
 * follow from the boxes and are never stored. No other file decides about Jokers. A roll is a Joker in a column or not;
 * if it is, the Joker rule says which open boxes may be filled, for how much, and why.
 */
import {CATEGORIES, CATEGORY_RULES, type Category, LOWER, UPPER} from './categories.js';
import {type Counts, countsOf, type Dice, FACES, type Face} from './dice.js';
import {COLUMN_NUMBERS, type ColumnNumber, type RuleSet, type Rules, rulesOf} from './rule-sets.js';

/** The rows of a card in the order of CS106A's constants, from `ONES` 1 to `TOTAL` 17. */
export const ROWS = [...UPPER, 'upper-score', 'upper-bonus', ...LOWER, 'lower-score', 'total'] as const;
/** A box, or a sum. */
export type Row = (typeof ROWS)[number];

/** A column of a card. All its points are multiplied by the factor. */
export interface Column {
  readonly factor: ColumnNumber;
  /** `null` marks an open box. */
  readonly boxes: Readonly<Record<Category, number | null>>;
  /** Sum of the column's Yahtzee bonuses. */
  readonly yahtzeeBonus: number;
}

/** A player's card. Column `n` is at index `n - 1`. */
export type Scorecard = readonly Column[];

/** A box of a card. */
export interface Box {
  readonly column: ColumnNumber;
  readonly category: Category;
}

export function isSameBox({column, category}: Box, other: Box): boolean {
  return column === other.column && category === other.category;
}

/** A choice after a roll: keep dice with these faces, ascending, and roll the others again; or fill a box. */
export type Choice = {readonly keep: readonly Face[]} | Box;

/** Returns a text that is equal for equal choices. */
export function keyOf(choice: Choice): string {
  return 'keep' in choice ? choice.keep.join(' ') : `${choice.category} ${choice.column}`;
}

/** Effect of filling an open box. Points and bonus are multiplied by the column's factor. */
export interface Placement extends Box {
  readonly legal: boolean;
  readonly points: number;
  /** Yahtzee bonus. */
  readonly bonus: number;
  /** The Joker's rule, in words; null without a Joker. */
  readonly reason: string | null;
}

/** The sums of a column, multiplied by its factor. Open boxes count as 0. */
export interface Totals {
  readonly upperScore: number;
  readonly upperBonus: number;
  /** Includes the Yahtzee bonuses. */
  readonly lowerScore: number;
  readonly total: number;
}

const OPEN_BOXES: Column['boxes'] = Object.fromEntries(
  CATEGORIES.map((category) => [category, null]),
) as Record<Category, null>;

/** Returns an empty card. */
export function emptyScorecard(columns: ColumnNumber): Scorecard {
  return COLUMN_NUMBERS.slice(0, columns).map((factor) => ({factor, boxes: OPEN_BOXES, yahtzeeBonus: 0}));
}

/** Returns the number of a row, 1 to 17 (CS106A handout, `YahtzeeConstants`). */
export function rowNumber(row: Row): number {
  return ROWS.indexOf(row) + 1;
}

/** Returns null if no row has the number. */
export function rowNumbered(number: number): Row | null {
  return ROWS.find((row) => rowNumber(row) === number) ?? null;
}

/** Progress of a column towards the upper bonus. */
export interface BonusProgress {
  readonly missing: number;
  /** Points ahead of three dice of each face filled so far; negative if the column is behind. */
  readonly ahead: number;
}

/** Returns null once the bonus is earned or out of reach. */
export function bonusProgress(column: Column, rules: RuleSet | Rules): BonusProgress | null {
  const {factor, boxes} = column;
  const inReach = UPPER.reduce((sum, box, at) => (boxes[box] === null ? sum + (at + 1) * factor : sum), 0);
  const missing = rulesOf(rules).upperBonusFrom * factor - columnTotals(column, rules).upperScore;
  return missing <= 0 || 5 * inReach < missing ? null : {missing, ahead: 3 * inReach - missing};
}

/** Returns false also if the card has no such column. */
export function isOpen(card: Scorecard, column: ColumnNumber, category: Category): boolean {
  return card[column - 1]?.boxes[category] === null;
}

/** Lists every open box in the order of the card. At least one is legal unless the card is full. */
export function openPlacements(card: Scorecard, dice: Dice, rules: RuleSet | Rules): Placement[] {
  const counts = countsOf(dice);
  const record = rulesOf(rules);
  const placements: Placement[] = [];
  for (const column of card) {
    const place = placementsIn(column, counts, record);
    for (const category of CATEGORIES) if (column.boxes[category] === null) placements.push(place(category));
  }
  return placements;
}

/** Returns the effect of filling a box; null if the box is not open. */
export function placementOf(
  card: Scorecard,
  column: ColumnNumber,
  category: Category,
  dice: Dice,
  rules: RuleSet | Rules,
): Placement | null {
  const one = card[column - 1];
  return one?.boxes[category] === null ? placementsIn(one, countsOf(dice), rulesOf(rules))(category) : null;
}

/**
 * Returns the card after a placement.
 *
 * @throws RangeError unless the placement is legal and fills an open box
 */
export function fill(
  card: Scorecard,
  {column, category, legal, points, bonus, reason}: Placement,
): Scorecard {
  if (!legal) throw new RangeError(`placement must be legal. ${reason ?? ''}`);
  if (!isOpen(card, column, category))
    throw new RangeError(`placement must fill an open box, not ${category} of column ${column}`);
  return card.map((old) => {
    if (old.factor !== column) return old;
    return {...old, boxes: {...old.boxes, [category]: points}, yahtzeeBonus: old.yahtzeeBonus + bonus};
  });
}

/** Returns the sums of a column. `rules` matter only for the upper bonus. */
export function columnTotals({factor, boxes, yahtzeeBonus}: Column, rules: RuleSet | Rules): Totals {
  const record = rulesOf(rules);
  const sum = (categories: readonly Category[]): number =>
    categories.reduce((total, category) => total + (boxes[category] ?? 0), 0);
  const upperScore = sum(UPPER);
  // The boxes are multiplied already, so the threshold is too.
  const upperBonus = upperScore >= record.upperBonusFrom * factor ? record.upperBonus * factor : 0;
  const lowerScore = sum(LOWER) + yahtzeeBonus;
  return {upperScore, upperBonus, lowerScore, total: upperScore + upperBonus + lowerScore};
}

/** Returns the total of all columns; `rules` as in `columnTotals`. Open boxes count as 0. */
export function totalOf(card: Scorecard, rules: RuleSet | Rules): number {
  return card.reduce((total, column) => total + columnTotals(column, rules).total, 0);
}

/** Returns the number in a row; null for an open box. `rules` as in `columnTotals`. */
export function rowValue(column: Column, row: Row, rules: RuleSet | Rules): number | null {
  switch (row) {
    case 'upper-score':
      return columnTotals(column, rules).upperScore;
    case 'upper-bonus':
      return columnTotals(column, rules).upperBonus;
    case 'lower-score':
      return columnTotals(column, rules).lowerScore;
    case 'total':
      return columnTotals(column, rules).total;
    default:
      return column.boxes[row];
  }
}

/** Returns a function from an open box of a column to the effect of filling it. */
function placementsIn(column: Column, counts: Counts, rules: Rules): (category: Category) => Placement {
  const {factor} = column;
  const joker = jokerIn(column, counts, rules);
  const bonus = yahtzeeBonusIn(column, counts, rules);
  return (category) => {
    const {holds, points} = CATEGORY_RULES[category];
    return {
      column: factor,
      category,
      legal: joker?.allows(category) ?? true,
      points: joker !== null || holds(counts) ? points(counts) * factor : 0,
      bonus,
      reason: joker?.reason ?? null,
    };
  };
}

interface JokerCase {
  readonly allows: (category: Category) => boolean;
  readonly reason: string;
}

/**
 * Returns null unless the roll is a Yahtzee and the column's Yahtzee box is filled. Forced Joker: "Special Yahtzee
 * Scoring" of the addenda.
 */
function jokerIn({boxes}: Column, counts: Counts, {joker}: Rules): JokerCase | null {
  const matching = UPPER[FACES.findIndex((face) => counts[face] === 5)];
  if (joker === 'none' || boxes.yahtzee === null || matching === undefined) return null;
  const isMatchingOpen = boxes[matching] === null;
  if (joker === 'free')
    return isMatchingOpen ? null : {allows: () => true, reason: 'Joker: any box, a lower one at full value'};
  if (isMatchingOpen)
    return {
      allows: (category) => category === matching,
      reason: `Joker: ${CATEGORY_RULES[matching].label} is open and must be used`,
    };
  if (LOWER.some((category) => boxes[category] === null))
    return {
      allows: (category) => CATEGORY_RULES[category].section === 'lower',
      reason: 'Joker: use a lower box, at full value',
    };
  return {allows: () => true, reason: 'Joker: only upper boxes are open, for 0'};
}

/** A Yahtzee box that holds 0 earns no bonus. */
function yahtzeeBonusIn({factor, boxes}: Column, counts: Counts, rules: Rules): number {
  return (boxes.yahtzee ?? 0) > 0 && CATEGORY_RULES.yahtzee.holds(counts) ? rules.yahtzeeBonus * factor : 0;
}
