/* The endings of a turn that is played best: the box, the points, and the chance of each. */
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {Face} from '../rules/dice.js';
import {turnFrom} from './advice.js';
import {checkKeep, FIRST_ROLL, KEEPS, keepNumber, type Rerolls, ROLLS} from './keeps.js';
import type {Values} from './solver.js';
import {checkedRoll, type Throw} from './standing.js';
import type {Turn} from './turn.js';

/** A box with points that a turn may end with. */
export interface Ending {
  readonly category: Category;
  /** The points that are written into the box. */
  readonly points: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * Returns the boxes in which a turn may end after some dice are kept, when all that follows is played for points: each
 * with each number of points that it may get, the most probable first. The chances add up to 1.
 *
 * @param keep some of the dice; with all five they are scored now
 * @throws RangeError as `advise` does, or if the dice do not hold the keep
 */
export function endings(values: Values, thrown: Throw, keep: readonly Face[]): readonly Ending[] {
  return endingsIn(turnFrom(values, thrown.position), thrown, keep);
}

/** Returns the endings of a turn that is played for any aim. Throws RangeError as `endings` does. */
export function endingsIn(turn: Turn, thrown: Throw, keep: readonly Face[]): readonly Ending[] {
  checkedRoll(thrown);
  const {dice, rolls} = thrown;
  checkKeep(dice, keep);
  const {outcomeBoxes, outcomePoints} = turn.tables;
  const chances = endingRolls(turn, keepNumber(keep), keep.length === dice.length ? 0 : rolls);
  const sums = new Float64Array(outcomeBoxes.length);
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const outcome = turn.chosen[roll] ?? 0;
    sums[outcome] = (sums[outcome] ?? 0) + (chances[FIRST_ROLL + roll] ?? 0);
  }
  return [...sums]
    .flatMap((chance, outcome): Ending[] => {
      const category = CATEGORIES[outcomeBoxes[outcome] ?? 0];
      if (chance === 0 || category === undefined) return [];
      return [{category, points: outcomePoints[outcome] ?? 0, chance}];
    })
    .sort((one, other) => other.chance - one.chance);
}

/** Returns the chance of each roll to be scored, at its number as a keep. From a keep the other dice are rolled now. */
export function endingRolls({kept, tables}: Turn, from: number, rolls: number): Float64Array {
  const chances = new Float64Array(KEEPS.length);
  chances[from] = 1;
  const isRolled = from < FIRST_ROLL;
  if (isRolled) spread(tables, chances);
  for (let left = isRolled ? rolls - 1 : rolls; left > 0; left -= 1) {
    for (let one = FIRST_ROLL; one < KEEPS.length; one += 1) {
      const keep = kept[left]?.[one] ?? 0;
      // Dice that stand now stand to the end.
      if (keep >= FIRST_ROLL) continue;
      chances[keep] = (chances[keep] ?? 0) + (chances[one] ?? 0);
      chances[one] = 0;
    }
    spread(tables, chances);
  }
  return chances;
}

/** Rolls one die after the other: the chance of a keep goes to its extensions in equal parts, down to the rolls. */
export function spread({extensions}: Rerolls, chances: Float64Array): void {
  for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
    const part = (chances[keep] ?? 0) / 6;
    if (part === 0) continue;
    chances[keep] = 0;
    for (let one = keep * 6; one < (keep + 1) * 6; one += 1) {
      const extension = extensions[one] ?? 0;
      chances[extension] = (chances[extension] ?? 0) + part;
    }
  }
}
