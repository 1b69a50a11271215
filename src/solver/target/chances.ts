/* The best chances for all questions of a payoff, solved set by set of open boxes. */
import {EXTENSIONS, FACE_COUNTS, FIRST_ROLL, KEEPS, REDUCTIONS, ROLLS} from '../keeps.js';
import {makeKernel} from '../kernels/kernel.js';
import type {Tables} from '../kernels/tables.js';
import {BOXES, type Position, positionsOf} from '../lattice.js';
import {isYahtzee, makeSteps, NO_OUTCOME, type Outcomes, rowOf, type Steps, writeSteps} from '../outcomes.js';
import {averageKeeps, chooseKeeps} from '../rolling.js';
import {findKept, type Play} from '../turn.js';
import {MARGIN, type Needs} from './needs.js';
import type {Payoff} from './payoff.js';

export interface Chances {
  /** Answers all questions of a set of open boxes. Those of all sets with one box less must be answered. */
  readonly solve: (open: number) => void;
  /** The best chance where so many points are needed from a place on; NaN if that is not asked. */
  readonly at: (place: number, need: number) => number;
  /** The chances of one turn, by what is done in it; good until the next call. */
  readonly turnAt: (position: Position, need: number) => ChancesOfTurn;
}

/** Of equal chances the dice stand, or the fewest stay, and the box with the most points is filled, the first of them. */
export interface ChancesOfTurn extends Play {
  /** By the rolls still to come, the chance after each keep; rolls stand. */
  readonly keeps: readonly Float64Array[];
  readonly steps: Steps;
}

/** Differences in chances below this are rounding. */
export const SAME = 1e-12;

export function makeChances(tables: Tables, outcomes: Outcomes, needs: Needs, {worth}: Payoff): Chances {
  const {lowest, counts, offsets, most} = needs;
  const kernel = makeKernel(tables);
  // Behind the answers stand those after a choice that cannot be made: none is as bad.
  const {numbers, address} = kernel.room(needs.size + 2 * MARGIN);
  const after = kernel.after();
  const steps = makeSteps(outcomes);
  const [least, best] = [worth[0] ?? 0, worth.at(-1) ?? 1];
  return {solve, at, turnAt};

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

  function turnAt(position: Position, need: number): ChancesOfTurn {
    writeSteps(outcomes, tables, position, steps);
    const standing = new Float64Array(KEEPS.length);
    const chosen = new Uint8Array(ROLLS.length);
    for (let roll = 0; roll < ROLLS.length; roll += 1) {
      const row = BOXES * rowOf(roll, position.open);
      let most = -1;
      const left = need - (position.pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0);
      for (let box = 0; box < BOXES; box += 1) {
        const outcome = outcomes.numbers[row + box] ?? NO_OUTCOME;
        const place = outcome === NO_OUTCOME ? -1 : (steps.places[outcome] ?? -1);
        if (place < 0) continue;
        const gain = steps.gains[outcome] ?? 0;
        const chance = at(place, left - gain);
        const before = standing[FIRST_ROLL + roll] ?? 0;
        if (chance < before - SAME || (chance < before + SAME && gain <= most)) continue;
        standing[FIRST_ROLL + roll] = Math.max(before, chance);
        chosen[roll] = outcome;
        most = gain;
      }
    }
    const keeps = [standing];
    const kept: Uint16Array[] = [Uint16Array.from(KEEPS.keys())];
    const best = standing.slice();
    for (let rolls = 1; rolls <= 2; rolls += 1) {
      averageKeeps(best, EXTENSIONS);
      const own = best.slice();
      own.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
      chooseKeeps(best, REDUCTIONS, FACE_COUNTS);
      keeps.push(own);
      kept.push(keptIn(own, best));
    }
    return {outcomes, keeps, kept, chosen, steps};
  }
}

/** What is kept of each roll. */
function keptIn(own: Float64Array, best: Float64Array): Uint16Array {
  const kept = new Uint16Array(KEEPS.length);
  findKept(own, best, SAME, kept);
  for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1)
    if ((own[roll] ?? 0) >= (best[roll] ?? 0) - SAME) kept[roll] = roll;
  return kept;
}
