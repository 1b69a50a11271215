/*
 * The value of every position: the points that a solitaire player can expect from it under optimal play. Layer by
 * layer, from the full card to the empty one; README.md explains how.
 */
import type {RuleSet, Rules} from '../rules/rule-sets.js';
import {makeKernel} from './kernels/kernel.js';
import {EMPTY_CARD, type Position, placeOf, setsFrom} from './lattice.js';
import {type Tables, tablesOf} from './tables.js';

/** The values of all positions by some rules, or of those that may follow from some open boxes. */
export interface Values {
  readonly rules: RuleSet | Rules;
  /** The open boxes of the first position that has a value, as `Position.open`. */
  readonly from: number;
  /** All values in points, for `valuesOf`: for instance to transfer their buffer to another thread. `of` reads them. */
  readonly numbers: Float64Array;
  /**
   * Returns the points that are expected from a position on under optimal play, the upper bonus included if it is not
   * earned yet.
   *
   * @throws RangeError if the position cannot occur, or does not follow from `from`, or if `numbers` were transferred
   */
  readonly of: (position: Position) => number;
}

/** The last values of each rule set. */
const solved = new WeakMap<Tables, Values>();

/**
 * Solves all positions on this thread, in about a third of a second; or only those that may follow from some open
 * boxes, from eight in a hundredth of a second. Keeps the last values of each rule set, so a second call costs nothing.
 * To use the values after a transfer, transfer a copy of `numbers`.
 *
 * @param from the open boxes, as `Position.open`
 * @throws RangeError if no rule set has this name, if a record of rules has a wrong field, or if `from` is no set of
 *   boxes
 * @example
 * solve('official').of(EMPTY_CARD); // 254.5877…
 * solve({...RULES.official, joker: 'free'}).of(EMPTY_CARD); // 254.5896…
 */
export function solve(rules: RuleSet | Rules, from = EMPTY_CARD.open): Values {
  const tables = tablesOf(rules);
  if (!(from in tables.starts))
    throw new RangeError(`from must be a set of boxes, 0 to ${EMPTY_CARD.open}, not ${from}`);
  const known = solved.get(tables);
  const isThere = known !== undefined && known.numbers.length > 0;
  if (isThere && known.from === from) return known;
  if (isThere && known.from === EMPTY_CARD.open) return valuesOf(rules, known.numbers, from);
  const values = valuesOf(rules, numbersFrom(tables, from), from);
  solved.set(tables, values);
  return values;
}

function numbersFrom(tables: Tables, from: number): Float64Array {
  const {solve: solveSet, room} = makeKernel(tables);
  const {numbers} = room(tables.size);
  for (const open of setsFrom(from)) solveSet(open);
  // A copy can be transferred to another thread; the memory of WebAssembly cannot.
  return numbers.slice();
}

/**
 * Returns values that were solved elsewhere, for instance in a worker.
 *
 * @param numbers the `numbers` of those values
 * @param from the `from` of those values
 * @throws RangeError if no rule set has this name, or if there are too few or too many numbers
 */
export function valuesOf(rules: RuleSet | Rules, numbers: Float64Array, from = EMPTY_CARD.open): Values {
  const tables = tablesOf(rules);
  const {size} = tables;
  if (numbers.length !== size)
    throw new RangeError(`numbers must be the ${size} values of these rules, not ${numbers.length}`);
  const of = (position: Position): number => {
    const place = placeOf(tables, position);
    if ((position.open & ~from) !== 0)
      throw new RangeError(`position does not follow from the open boxes ${from.toString(2)}`);
    if (numbers.length !== size)
      throw new RangeError('values have no numbers any more: they were transferred to another thread');
    return numbers[place] ?? Number.NaN;
  };
  return {rules, from, numbers, of};
}

/** The progress of a solution: `done` of all `questions` are solved. */
export interface Progress {
  readonly done: number;
  readonly questions: number;
}
