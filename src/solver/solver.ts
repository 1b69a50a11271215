/*
 * The value of every position: the points that a solitaire player can expect from it under optimal play. Layer by
 * layer, from the full card to the empty one; README.md tells how.
 */
import type {RuleSet} from '../rules/variants.js';
import {type MakeKernel, tablesOf} from './kernels/kernel.js';
import {fastestKernel} from './kernels/webassembly.js';
import {type Lattice, makeLattice, type Position, placeOf} from './lattice.js';

/** The values of all positions of one set of rules. */
export interface Values {
  readonly rules: RuleSet;
  readonly lattice: Lattice;
  /** Points to come, where `placeOf(lattice, position)` says. */
  readonly numbers: Float64Array;
  /**
   * The points that are expected from a position on under optimal play, the upper bonus included if it is still to
   * come.
   *
   * @throws RangeError if the position cannot occur
   */
  readonly of: (position: Position) => number;
}

/** Solves all positions on this thread. */
export function solve(rules: RuleSet, makeKernel: MakeKernel = fastestKernel()): Values {
  const tables = tablesOf(rules);
  const {values, solve: solveSet} = makeKernel(tables);
  for (const sets of tables.layers) for (const open of sets) solveSet(open);
  return valuesOf(rules, values, tables);
}

/** Values that were solved elsewhere, such as in a worker. */
export function valuesOf(rules: RuleSet, numbers: Float64Array, lattice: Lattice = makeLattice()): Values {
  return {rules, lattice, numbers, of: (position) => numbers[placeOf(lattice, position)] ?? Number.NaN};
}

export interface Progress {
  /** Of the questions, or sets of boxes, those that are solved. */
  readonly done: number;
  readonly questions: number;
}
