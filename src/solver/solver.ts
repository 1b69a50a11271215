/*
 * The value of every position: the points that a solitaire player can expect from it under optimal play. Layer by
 * layer, from the full card to the empty one; README.md tells how.
 */
import type {RuleSet} from '../rules/rule-sets.js';
import {makeKernel} from './kernels/kernel.js';
import {tablesOf} from './kernels/tables.js';
import {type Lattice, type Position, placeOf, START, setsFrom} from './lattice.js';

/** The values of all positions of one set of rules, or of those that may follow from some open boxes. */
export interface Values {
  readonly rules: RuleSet;
  readonly lattice: Lattice;
  /** The open boxes from which on they are known, as `Position.open`. */
  readonly from: number;
  /** Points to come, where `placeOf(lattice, position)` says. */
  readonly numbers: Float64Array;
  /**
   * The points that are expected from a position on under optimal play, the upper bonus included if it is still to
   * come.
   *
   * @throws RangeError if the position cannot occur, or does not follow
   */
  readonly of: (position: Position) => number;
}

/**
 * Solves all positions on this thread: in about a quarter of a second; or only those that may follow from some open
 * boxes, which for eight of them takes a fortieth of a second.
 *
 * @param from the open boxes, as `Position.open`
 * @throws RangeError if there are no such rules or boxes
 */
export function solve(rules: RuleSet, from = START.open): Values {
  const tables = tablesOf(rules);
  if (!(from in tables.starts))
    throw new RangeError(`from: a set of boxes is 0 to ${START.open}, not ${from}`);
  const {solve: solveSet, room} = makeKernel(tables);
  const {numbers} = room(tables.size);
  for (const open of setsFrom(tables, from)) solveSet(open);
  return valuesOf(rules, numbers, from);
}

/**
 * Values that were solved elsewhere, such as in a worker.
 *
 * @param numbers those of `Values.numbers`
 * @throws RangeError if there are no such rules, or too few or too many numbers
 */
export function valuesOf(rules: RuleSet, numbers: Float64Array, from = START.open): Values {
  const lattice = tablesOf(rules);
  if (numbers.length !== lattice.size)
    throw new RangeError(`numbers: the rules ${rules} have ${lattice.size} values, not ${numbers.length}`);
  const of = (position: Position): number => {
    const place = placeOf(lattice, position);
    if ((position.open & ~from) !== 0)
      throw new RangeError(`position: it does not follow from the open boxes ${from.toString(2)}`);
    return numbers[place] ?? Number.NaN;
  };
  return {rules, lattice, from, numbers, of};
}

export interface Progress {
  /** Of the questions, or sets of boxes, those that are solved. */
  readonly done: number;
  readonly questions: number;
}
