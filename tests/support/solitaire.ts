import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {type Dice, diceOf, FACES} from '../../src/rules/dice.js';
import {RULES} from '../../src/rules/rule-sets.js';
import {
  type Column,
  emptyScorecard,
  fill,
  openPlacements,
  type Placement,
} from '../../src/rules/scorecard.js';
import type {Dealer} from './random.js';

export function near(actual: number | undefined, expected: number, within = 1e-9): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < within, `${actual} is not ${expected}`);
}

/** Returns the distance of a mean from the expected one, in standard errors; `deviation` is that of one game. */
export function standardErrors(numbers: readonly number[], expected: number, deviation: number): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return Math.abs(mean - expected) / (deviation / Math.sqrt(numbers.length));
}

/** Returns a column with 0 in all other boxes. */
export function filled(boxes: Partial<Column['boxes']>): Column {
  const zeros = Object.fromEntries(CATEGORIES.map((box) => [box, 0]));
  return {factor: 1, boxes: {...zeros, ...boxes} as Column['boxes'], yahtzeeBonus: 0};
}

/** Returns a column after some turns with random dice and boxes, by the official rules. */
export function randomColumn(random: Dealer, turns: number): Column {
  let card = emptyScorecard(1);
  for (let turn = 0; turn < turns; turn += 1) {
    const legal = openPlacements(card, oftenAlike(random), RULES.official).filter((one) => one.legal);
    card = fill(card, random.oneOf(legal as [Placement, ...Placement[]]));
  }
  return card[0] ?? filled({});
}

/** Returns dice that are often alike, so that there are many Jokers. */
export function oftenAlike({number, oneOf}: Dealer): Dice {
  const face = oneOf(FACES);
  return diceOf(Array.from({length: 5}, () => (number(1, 3) === 1 ? oneOf(FACES) : face)));
}
