/* The standing of a player at the start of a turn, and the dice in the middle of one. */
import {CATEGORIES} from '../rules/categories.js';
import {type Dice, diceOf} from '../rules/dice.js';
import type {RuleSet, Rules} from '../rules/rule-sets.js';
import {type Column, columnTotals} from '../rules/scorecard.js';
import {FIRST_ROLL, keepNumber} from './keeps.js';
import {type Position, positionOf} from './lattice.js';

/** A player's card at the start of a turn. */
export interface Standing {
  readonly position: Position;
  /** The points on the card, with all bonuses that it has earned: a whole number. */
  readonly points: number;
}

/** A player's card and dice in the middle of a turn. */
export interface Throw extends Standing {
  readonly dice: Dice;
  /** Rolls still to come. */
  readonly rolls: 0 | 1 | 2;
}

/**
 * Returns the standing of a column's player; `rules` as in `columnTotals`. All points count as if the column's factor
 * were 1.
 *
 * @example
 * const [column] = emptyScorecard(1);
 * if (column) standingOf(column); // {position: EMPTY_CARD, points: 0}
 */
export function standingOf(
  {factor, boxes, yahtzeeBonus}: Column,
  rules: RuleSet | Rules = 'official',
): Standing {
  const plain: Column = {
    factor: 1,
    boxes: Object.fromEntries(
      CATEGORIES.map((box) => [box, boxes[box] === null ? null : boxes[box] / factor]),
    ) as Column['boxes'],
    yahtzeeBonus: yahtzeeBonus / factor,
  };
  return {position: positionOf(plain), points: columnTotals(plain, rules).total};
}

/** @throws RangeError unless the points are a whole number */
export function checkPoints({points}: Standing): void {
  if (!Number.isInteger(points)) throw new RangeError(`points must be a whole number, not ${points}`);
}

/** @throws RangeError if the card is full, points are not whole, the dice are invalid, or `rolls` is not 0, 1 or 2 */
export function checkedRoll({position, points, dice, rolls}: Throw): number {
  checkPoints({position, points});
  if (position.open === 0) throw new RangeError('position must have an open box: the card is full');
  if (![0, 1, 2].includes(rolls)) throw new RangeError(`rolls must be 0, 1 or 2, not ${rolls}`);
  return keepNumber(diceOf(dice)) - FIRST_ROLL;
}
