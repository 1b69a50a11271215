/*
 * The value of every position: the points that a solitaire player can expect from it under optimal play. Layer by
 * layer, from the full card to the empty one; README.md tells how.
 */
import type {RuleSet} from '../rules/variants.js';
import {EXTENSIONS, ROLL_CHANCES} from './keeps.js';
import type {MakeKernel, Tables} from './kernels/kernel.js';
import {typedArrayKernel} from './kernels/typed-arrays.js';
import {type Lattice, makeLattice, type Position, placeOf} from './lattice.js';
import {scoringOf} from './scoring.js';

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
export function solve(rules: RuleSet, makeKernel: MakeKernel = typedArrayKernel): Values {
  const tables = tablesOf(rules);
  const kernel = makeKernel(tables);
  for (const sets of tables.lattice.layers.slice(1)) for (const open of sets) kernel.solve(open);
  return valuesOf(rules, kernel.values, tables.lattice);
}

/** Values that were solved elsewhere, such as in a worker. */
export function valuesOf(rules: RuleSet, numbers: Float64Array, lattice: Lattice = makeLattice()): Values {
  return {rules, lattice, numbers, of: (position) => numbers[placeOf(lattice, position)] ?? Number.NaN};
}

export function tablesOf(rules: RuleSet): Tables {
  return {
    lattice: makeLattice(),
    scoring: scoringOf(rules),
    extensions: EXTENSIONS,
    rollChances: ROLL_CHANCES,
  };
}
