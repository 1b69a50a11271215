import * as assert from 'uvu/assert';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {type Dice, diceOf} from '../../src/rules/dice.js';
import type {ColumnNumber, RuleSet} from '../../src/rules/rule-sets.js';
import {type Column, emptyScorecard, fill, placementOf, type Scorecard} from '../../src/rules/scorecard.js';
import {ALL_ROLLS} from './brute-force.js';
import {type Box, isYahtzee, pointsOf} from './reference-card.js';

export type Turn = readonly [roll: string, column: ColumnNumber, category: Category];

export const COLUMNS = [1, 2, 3] as const;
export const FACE_BOXES = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'] as const;

export const dice = (digits: string): Dice => diceOf(Array.from(digits, Number));

/** A column with points in some boxes, as the card shows them. */
export function column(
  factor: ColumnNumber,
  filled: Partial<Record<Category, number>>,
  yahtzeeBonus = 0,
): Column {
  const boxes = Object.fromEntries(CATEGORIES.map((category) => [category, filled[category] ?? null]));
  return {factor, boxes: boxes as Column['boxes'], yahtzeeBonus};
}

export function each(categories: readonly Category[], points = 0): Partial<Record<Category, number>> {
  return Object.fromEntries(categories.map((category) => [category, points]));
}

export function only<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

export function play(rules: RuleSet, columns: ColumnNumber, turns: readonly Turn[]): Scorecard {
  return turns.reduce((card, [roll, into, category]) => {
    const placement = only(placementOf(card, into, category, dice(roll), rules), `${category} ${into}`);
    assert.ok(placement.legal, `${roll} in ${category}: ${placement.reason}`);
    return fill(card, placement);
  }, emptyScorecard(columns));
}

/** A roll worth this many points in the box; not a Yahtzee, except in its own box. */
export function rollWorth(category: Box, points: number): string {
  const found = ALL_ROLLS.find(
    (roll) => (category === 'yahtzee' || !isYahtzee(roll)) && pointsOf(roll, category) === points,
  );
  return only(found, `roll worth ${points} in ${category}`).join('');
}
