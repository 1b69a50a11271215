/* The endings of a turn that is played best: the box, the points, and the chance of each. */
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {Face} from '../rules/dice.js';
import {turnFrom} from './advice.js';
import {checkKeep, FIRST_ROLL, KEEPS, keepNumber, type Rerolls, ROLLS} from './keeps.js';
import {OUTCOMES} from './kernels/kernel.js';
import {BOXES, isOpen, type Position} from './lattice.js';
import type {Values} from './solver.js';
import {checkedRoll, type Throw} from './standing.js';
import {isYahtzee, NO_OUTCOME, rowOf, type Tables} from './tables.js';
import {type Chooser, chooserOf, type Turn} from './turn.js';

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
  const {tables, position} = turn;
  const left = keep.length < dice.length ? rolls - 1 : 0;
  const ends = endsOf(tables, position, chooserOf(turn), rollsFrom(tables, keepNumber(keep)), left);
  return Array.from(tables.outcomePoints, (points, outcome): Ending[] => {
    const category = CATEGORIES[tables.outcomeBoxes[outcome] ?? 0];
    const chance = (ends[outcome] ?? 0) + (ends[OUTCOMES + outcome] ?? 0);
    return chance === 0 || category === undefined ? [] : [{category, points, chance}];
  })
    .flat()
    .sort((one, other) => other.chance - one.chance);
}

/**
 * Returns the chance of each outcome of a turn, then that of each with a Yahtzee that pays.
 *
 * @param chances the chance of each roll now, at its number as a keep; they are changed
 * @throws RangeError if a choice is not legal
 */
export function endsOf(
  tables: Tables,
  {open, pays}: Position,
  chooser: Chooser,
  chances: Float64Array,
  rolls: number,
): Float64Array {
  const ends = new Float64Array(2 * OUTCOMES);
  for (const left of ([2, 1, 0] as const).slice(2 - rolls)) {
    for (let roll = 0; roll < ROLLS.length; roll += 1) {
      const chance = chances[FIRST_ROLL + roll] ?? 0;
      const dice = ROLLS[roll];
      if (chance === 0 || dice === undefined) continue;
      const choice = chooser(dice, left);
      chances[FIRST_ROLL + roll] = 0;
      if ('keep' in choice) {
        checkKeep(dice, choice.keep);
        if (left === 0) throw new RangeError('player must choose a box when no roll is to come');
        const keep = keepNumber(choice.keep);
        chances[keep] = (chances[keep] ?? 0) + chance;
        continue;
      }
      const box = CATEGORIES.indexOf(choice.category);
      const outcome = tables.outcomes[BOXES * rowOf(roll, open) + box] ?? NO_OUTCOME;
      if (outcome === NO_OUTCOME || !isOpen(open, box))
        throw new RangeError(
          `player must choose a box that is open to ${dice.join(' ')}, not ${choice.category}`,
        );
      const end = outcome + (pays && isYahtzee(roll) ? OUTCOMES : 0);
      ends[end] = (ends[end] ?? 0) + chance;
    }
    spread(tables, chances);
  }
  return ends;
}

/** Returns the chances of the rolls from a keep, at their numbers as keeps; a roll stands. */
export function rollsFrom(tables: Rerolls, keep: number): Float64Array {
  const chances = new Float64Array(KEEPS.length);
  chances[keep] = 1;
  spread(tables, chances);
  return chances;
}

/** Rolls one die after the other: the chance of a keep goes to its extensions in equal parts, down to the rolls. */
function spread({extensions}: Rerolls, chances: Float64Array): void {
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
