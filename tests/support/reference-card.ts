/*
 * A second implementation of the scorecard: a card is the history of its placements, and all else is derived from that.
 * Tests compare the rules with it, so it imports nothing from `src`.
 */
import {COMBINATIONS, sortedFaces} from './brute-force.js';

/** Upper boxes by face, and lower boxes in the order of `COMBINATIONS`. */
const UPPER_BOXES = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'] as const;
const LOWER_BOXES = [
  'three-of-a-kind',
  'four-of-a-kind',
  'full-house',
  'small-straight',
  'large-straight',
  'yahtzee',
  'chance',
] as const;
export const BOXES = [...UPPER_BOXES, ...LOWER_BOXES];
export type Box = (typeof BOXES)[number];

type RuleName = 'cs106a' | 'bonus' | 'official';

export interface Entry {
  readonly column: number;
  readonly box: Box;
  readonly roll: readonly number[];
}

/** Returns the points of a roll in a box of an empty card, before any factor. */
export function pointsOf(roll: readonly number[], box: Box): number {
  return worth(roll)[box];
}

export function isYahtzee(roll: readonly number[]): boolean {
  return new Set(roll).size === 1;
}

/** Returns the boxes of a column after a history, `null` for an open one, and the Yahtzee bonuses. */
export function columnOf(
  history: readonly Entry[],
  column: number,
  rules: RuleName,
): {
  readonly factor: number;
  readonly boxes: Readonly<Record<Box, number | null>>;
  readonly yahtzeeBonus: number;
} {
  const boxes: Record<string, number | null> = Object.fromEntries(BOXES.map((box) => [box, null]));
  let yahtzeeBonus = 0;
  for (const [index, {column: into, box, roll}] of history.entries()) {
    if (into !== column) continue;
    const before = history.slice(0, index);
    boxes[box] = column * earnedPoints(before, column, roll, box, rules);
    yahtzeeBonus += bonusOf(before, column, roll, rules);
  }
  return {factor: column, boxes: boxes as Record<Box, number | null>, yahtzeeBonus};
}

/** Returns the sums as the handout adds them up; the factor is applied last. */
export function referenceTotals(
  history: readonly Entry[],
  column: number,
  rules: RuleName,
): {
  readonly upperScore: number;
  readonly upperBonus: number;
  readonly lowerScore: number;
  readonly total: number;
} {
  const {boxes, yahtzeeBonus} = columnOf(history, column, rules);
  let upper = 0;
  let lower = yahtzeeBonus / column;
  for (const box of UPPER_BOXES) upper += (boxes[box] ?? 0) / column;
  for (const box of LOWER_BOXES) lower += (boxes[box] ?? 0) / column;
  const extra = upper > 62 ? 35 : 0;
  return {
    upperScore: upper * column,
    upperBonus: extra * column,
    lowerScore: lower * column,
    total: (upper + extra + lower) * column,
  };
}

function yahtzeeEntry(history: readonly Entry[], column: number): Entry | undefined {
  return history.find((entry) => entry.column === column && entry.box === 'yahtzee');
}

function isJoker(
  history: readonly Entry[],
  column: number,
  roll: readonly number[],
  rules: RuleName,
): boolean {
  return rules === 'official' && isYahtzee(roll) && yahtzeeEntry(history, column) !== undefined;
}

function bonusOf(
  history: readonly Entry[],
  column: number,
  roll: readonly number[],
  rules: RuleName,
): number {
  const first = yahtzeeEntry(history, column);
  const earned = rules !== 'cs106a' && isYahtzee(roll) && first !== undefined && isYahtzee(first.roll);
  return earned ? column * 100 : 0;
}

/** Returns the points of a roll after a history, before any factor. A Joker scores Full House and straights in full. */
function earnedPoints(
  history: readonly Entry[],
  column: number,
  roll: readonly number[],
  box: Box,
  rules: RuleName,
): number {
  const isInFull = isJoker(history, column, roll, rules);
  const full: Partial<Record<Box, number>> = {'full-house': 25, 'small-straight': 30, 'large-straight': 40};
  return (isInFull ? full[box] : undefined) ?? pointsOf(roll, box);
}

const WORTHS = new Map<string, Readonly<Record<Box, number>>>();

/** Cached for each of the 252 rolls: games ask a million times. */
function worth(roll: readonly number[]): Readonly<Record<Box, number>> {
  const key = sortedFaces(roll);
  const before = WORTHS.get(key);
  if (before !== undefined) return before;
  const upper = UPPER_BOXES.map((box, index) => {
    const digit = String(index + 1);
    return [box, (key.split(digit).length - 1) * Number(digit)];
  });
  const lower = COMBINATIONS.map(({holds, points}, index) => [
    LOWER_BOXES[index],
    holds(roll) ? points(roll) : 0,
  ]);
  const values = Object.fromEntries([...upper, ...lower]) as Record<Box, number>;
  WORTHS.set(key, values);
  return values;
}
