/* The best chances for all questions of a payoff, solved set by set of open boxes. */
import {makeKernel} from '../kernels/kernel.js';
import type {Tables} from '../kernels/tables.js';
import {type Position, positionsOf} from '../lattice.js';
import {makeSteps, type Outcomes, writeSteps} from '../outcomes.js';
import {MARGIN, type Needs} from './needs.js';
import type {Payoff} from './payoff.js';

export interface Chances {
  /** Answers all questions of a set of open boxes. Those of all sets with one box less must be answered. */
  readonly solve: (open: number) => void;
  /** The best chance where so many points are needed from a place on; NaN if that is not asked. */
  readonly at: (place: number, need: number) => number;
}

export function makeChances(tables: Tables, outcomes: Outcomes, needs: Needs, {worth}: Payoff): Chances {
  const {lowest, counts, offsets, most} = needs;
  const kernel = makeKernel(tables);
  // Behind the answers stand those after a choice that cannot be made: none is as bad.
  const {numbers, address} = kernel.room(needs.size + 2 * MARGIN);
  const after = kernel.after();
  const steps = makeSteps(outcomes);
  const [least, best] = [worth[0] ?? 0, worth.at(-1) ?? 1];
  return {solve, at};

  function solve(open: number): void {
    for (const [place, position] of positionsOf(tables, open)) {
      const [count, offset, need] = [counts[place] ?? 0, offsets[place] ?? 0, lowest[place] ?? 0];
      if (open === 0) writePayoff(offset, need, count);
      else if (count > 0) {
        writeAfter(position);
        kernel.answer(open, Number(position.pays), need, count, address + 8 * offset);
      }
      numbers.fill(best, offset - MARGIN, offset);
      numbers.fill(least, offset + count, offset + count + MARGIN);
    }
  }

  /** What a full card is worth where so many points are needed to the best total. */
  function writePayoff(offset: number, need: number, count: number): void {
    for (let one = 0; one < count; one += 1) numbers[offset + one] = worth.at(-1 - need - one) ?? least;
  }

  /** Tells the kernel what comes after each choice. */
  function writeAfter(position: Position): void {
    writeSteps(outcomes, tables, position, steps);
    const {starts, needs: firsts, counts: lengths} = after;
    for (let outcome = 0; outcome < starts.length; outcome += 1) {
      const place = steps.places[outcome] ?? -1;
      const isOpen = place >= 0;
      starts[outcome] = address + 8 * (isOpen ? (offsets[place] ?? 0) : needs.size + MARGIN);
      // A place without questions has answers from a need of 1 on: all of them the least.
      firsts[outcome] = isOpen ? (steps.gains[outcome] ?? 0) + Math.max(1, lowest[place] ?? 1) : 0;
      lengths[outcome] = isOpen ? (counts[place] ?? 0) : 0;
    }
  }

  function at(place: number, need: number): number {
    if (need <= 0) return best;
    if (need > (most[place] ?? 0)) return least;
    const index = need - (lowest[place] ?? 0);
    return index >= 0 && index < (counts[place] ?? 0)
      ? (numbers[(offsets[place] ?? 0) + index] ?? 0)
      : Number.NaN;
  }
}
