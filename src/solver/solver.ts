/*
 * The value of every position: the points that a solitaire player can expect from it under optimal play. Layer by
 * layer, from the full card to the empty one; README.md tells how.
 */
import type {RuleSet} from '../rules/rule-sets.js';
import {makeKernel} from './kernels/kernel.js';
import {EMPTY_CARD, type Position, placeOf, setsFrom} from './lattice.js';
import {tablesOf} from './tables.js';

/** The values of all positions by one rule set, or of those that may follow from some open boxes. */
export interface Values {
  readonly rules: RuleSet;
  /** The open boxes from which on positions have values, as `Position.open`. */
  readonly from: number;
  /** All values in points, for `valuesOf`: for instance to transfer their buffer to another thread. `of` reads them. */
  readonly numbers: Float64Array;
  /**
   * Returns the points that are expected from a position on under optimal play, the upper bonus included if it is not
   * earned yet.
   *
   * @throws RangeError if the position cannot occur, or does not follow from `from`
   */
  readonly of: (position: Position) => number;
}

/**
 * Solves all positions on this thread, in about a third of a second; or only those that may follow from some open
 * boxes, for eight of them in a hundredth.
 *
 * @param from the open boxes, as `Position.open`
 * @throws RangeError if no rule set has this name, or if `from` is no set of boxes
 * @example
 * solve('official').of(EMPTY_CARD); // 254.5877…
 */
export function solve(rules: RuleSet, from = EMPTY_CARD.open): Values {
  const tables = tablesOf(rules);
  if (!(from in tables.starts))
    throw new RangeError(`from: a set of boxes is 0 to ${EMPTY_CARD.open}, not ${from}`);
  const {solve: solveSet, room} = makeKernel(tables);
  const {numbers} = room(tables.size);
  for (const open of setsFrom(from)) solveSet(open);
  // A copy can be transferred to another thread; the memory of WebAssembly cannot.
  return valuesOf(rules, numbers.slice(), from);
}

/**
 * Returns values that were solved elsewhere, for instance in a worker.
 *
 * @param numbers the `numbers` of those values
 * @param from the `from` of those values
 * @throws RangeError if no rule set has this name, or if there are too few or too many numbers
 */
export function valuesOf(rules: RuleSet, numbers: Float64Array, from = EMPTY_CARD.open): Values {
  const {size} = tablesOf(rules);
  if (numbers.length !== size)
    throw new RangeError(`numbers: the rules ${rules} have ${size} values, not ${numbers.length}`);
  const of = (position: Position): number => {
    const place = placeOf(position);
    if ((position.open & ~from) !== 0)
      throw new RangeError(`position: it does not follow from the open boxes ${from.toString(2)}`);
    return numbers[place] ?? Number.NaN;
  };
  return {rules, from, numbers, of};
}

/** The progress of a solution: `done` of all `questions` are solved. */
export interface Progress {
  readonly done: number;
  readonly questions: number;
}
