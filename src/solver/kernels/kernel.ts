/* What every kernel is given, and what it does with it. */
import type {Lattice} from '../lattice.js';
import type {Scoring} from '../scoring.js';

/** The tables that a kernel works on; README.md tells how. */
export interface Tables {
  readonly lattice: Lattice;
  readonly scoring: Scoring;
  readonly extensions: Uint16Array;
  readonly rollChances: Float64Array;
}

export interface Kernel {
  /** All values, in points still to come, where the lattice has their places. Those of the full card are 0. */
  readonly values: Float64Array;
  /** Writes the run of values of a set of open boxes. The runs of all sets with one box less must be there. */
  readonly solve: (open: number) => void;
}

export type MakeKernel = (tables: Tables) => Kernel;
