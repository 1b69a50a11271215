/* Advice for points: every keep and every box of a turn, ranked by the final score that can be expected after it. */
import type {Category} from '../rules/categories.js';
import type {DieNumber, Face} from '../rules/dice.js';
import {FIRST_ROLL, KEEPS} from './keeps.js';
import {type Position, placeOf} from './lattice.js';
import type {Values} from './solver.js';
import type {Throw} from './standing.js';
import {bonusOf, tablesOf} from './tables.js';
import {averageKeeps, playTurn, rankTurn, type Turn} from './turn.js';

/** The worth of a choice, in points. */
export interface Worth {
  /** The final score that can be expected after this choice. */
  readonly expected: number;
  /** The part of it that this turn is expected to bring, bonuses included. */
  readonly turn: number;
  /** The points that the choice costs against the best one; 0 for all that are as good, within 1e-9. */
  readonly loss: number;
}

/** The choice to keep these dice and roll the others; all five are kept to be scored now. */
export interface KeepAdvice extends Worth {
  /** Ascending. */
  readonly dice: readonly Face[];
  /** The numbers of the other dice, for `reroll`. Of equal dice the first are kept. */
  readonly numbers: readonly DieNumber[];
}

/** The choice to fill a box now. */
export interface BoxAdvice extends Worth {
  readonly category: Category;
  /** The points that are written into the box. */
  readonly points: number;
  /** The Yahtzee bonus, and the upper bonus if it is reached now. */
  readonly bonus: number;
}

/** All choices of a turn, ranked. */
export interface Advice {
  /** The final score that can be expected under the best choice. */
  readonly expected: number;
  /** All keeps that differ, best first; of equal ones that with the fewest dice. None if no roll is to come. */
  readonly keeps: readonly KeepAdvice[];
  /** All open boxes that the rules allow, best first; of equal ones the first on the card. */
  readonly boxes: readonly BoxAdvice[];
}

/**
 * Ranks every keep and every box by the final score that can be expected after it.
 *
 * @throws RangeError if the position cannot occur or has no open box, or if points, dice or rolls are none
 * @example
 * const start = {position: EMPTY_CARD, points: 0};
 * advise(solve('official'), {...start, dice: [1, 1, 6, 6, 6], rolls: 2}).keeps[0];
 * // {dice: [6, 6, 6], numbers: [1, 2], expected: 265.11…, turn: 24.4…, loss: 0}
 */
export function advise(values: Values, thrown: Throw): Advice {
  const turn = turnFrom(values, thrown.position);
  const {best, keeps, boxes} = rankTurn(turn, thrown);
  const gains = gainsOf(turn, thrown.rolls);
  const {points: before} = thrown;
  return {
    expected: before + best,
    keeps: keeps.map(({keep, worth, dice, numbers, loss}) => {
      return {dice, numbers, expected: before + worth, turn: gains[keep] ?? 0, loss};
    }),
    boxes: boxes.map(({category, points, bonus, worth, loss}) => {
      return {category, points, bonus, expected: before + worth, turn: points + bonus, loss};
    }),
  };
}

/** Expected scores that differ by less are equal. */
export const SAME = 1e-9;

/** The turn that was played last with some values: the three rolls of a turn ask for the same one. */
const lastTurns = new WeakMap<Values, {readonly place: number; readonly turn: Turn}>();

/** Returns the turn that starts at a position, played for points. */
export function turnFrom(values: Values, position: Position): Turn {
  values.of(position);
  const tables = tablesOf(values.rules);
  const place = placeOf(tables, position);
  const last = lastTurns.get(values);
  if (last?.place === place) return last.turn;
  const turn = playTurn(tables, position, {
    worth: (after, points) => points + (values.numbers[after] ?? 0),
    same: SAME,
    standsOnTies: false,
  });
  lastTurns.set(values, {place, turn});
  return turn;
}

/** Returns what the turn brings after each keep with so many rolls to come; rolls stand. */
function gainsOf({tables, position, steps, chosen, kept}: Turn, rolls: number): Float64Array {
  const gains = new Float64Array(KEEPS.length);
  const stand = (): void => {
    for (let roll = 0; roll < chosen.length; roll += 1)
      gains[FIRST_ROLL + roll] = (steps.gains[chosen[roll] ?? 0] ?? 0) + bonusOf(tables, roll, position);
  };
  stand();
  for (const best of kept.slice(0, rolls)) {
    // The first is empty: with no roll to come each roll stands.
    for (let roll = FIRST_ROLL; roll < best.length; roll += 1) gains[roll] = gains[best[roll] ?? 0] ?? 0;
    averageKeeps(tables, gains);
    stand();
  }
  return gains;
}
