/*
 * One rule set solved by several threads. Each has a kernel of its own, and takes one set of boxes after the other; the
 * values of a layer go through shared numbers to the others, and the next layer begins when all have them.
 */
import type {RuleSet} from '../../rules/variants.js';
import {type MakeKernel, tablesOf} from '../kernels/kernel.js';
import {BOXES, makeLattice, runOf} from '../lattice.js';

/** What the threads have in common. */
export interface Shared {
  readonly rules: RuleSet;
  readonly threads: number;
  /** As `Values.numbers`. */
  readonly numbers: Float64Array;
  /** By layer: how many sets of boxes have been taken. */
  readonly taken: Int32Array;
  /** By layer: how many threads have solved all that they took. */
  readonly done: Int32Array;
}

export function makeShared(rules: RuleSet, threads: number): Shared {
  const counters = (): Int32Array => new Int32Array(new SharedArrayBuffer(4 * (BOXES + 1)));
  const numbers = new Float64Array(new SharedArrayBuffer(8 * makeLattice().size));
  return {rules, threads, numbers, taken: counters(), done: counters()};
}

/** Does one thread's share. Must be called as often as there are threads; all return when all values are there. */
export function solveShare({rules, threads, numbers, taken, done}: Shared, makeKernel: MakeKernel): void {
  const tables = tablesOf(rules);
  const {values, solve} = makeKernel(tables);
  for (const [layer, sets] of tables.layers.entries()) {
    for (;;) {
      const open = sets[Atomics.add(taken, layer, 1)];
      if (open === undefined) break;
      solve(open);
      const [start, end] = runOf(tables, open);
      numbers.set(values.subarray(start, end), start);
    }
    meet(done, layer, threads);
    const [start, end] = [tables.layerStarts[layer], tables.layerStarts[layer + 1]];
    values.set(numbers.subarray(start, end), start);
  }
}

/** Waits until as many threads have come here. */
function meet(done: Int32Array, layer: number, threads: number): void {
  Atomics.add(done, layer, 1);
  Atomics.notify(done, layer);
  for (let here = Atomics.load(done, layer); here < threads; here = Atomics.load(done, layer)) {
    Atomics.wait(done, layer, here);
  }
}
