/*
 * Runs of answers: the chances at one position, by the points that may be needed there. The kernel answers the
 * questions at a position from the runs after its turn, for four needs side by side.
 */
import {makeKernel} from '../kernels/kernel.js';
import {LANES, type Position} from '../lattice.js';
import {stepsIn, type Tables} from '../tables.js';

/** Numbers before and behind each run, for the kernel, which reads four of them at once. */
export const MARGIN = LANES;

export interface Runs {
  readonly lowest: Int16Array;
  readonly counts: Int16Array;
  /** The number of the first answer among all. */
  readonly offsets: Int32Array;
}

export function makeAnswers(tables: Tables, size: number) {
  const kernel = makeKernel(tables);
  // Behind the answers stand those after an outcome that cannot be: 0.
  const {numbers, address} = kernel.room(size + 2 * MARGIN);
  const {starts, needs, counts} = kernel.after();
  const stepsAt = stepsIn(tables);
  let [open, pays] = [0, 0];
  let {places, gains} = stepsAt({open, upper: 0, pays: false});
  return {
    numbers,
    turnTo: (position: Position): void => {
      [open, pays] = [position.open, Number(position.pays)];
      ({places, gains} = stepsAt(position));
    },
    /** Tells which run follows at a place after the turn. */
    follow: (runs: Runs, runAt: (place: number) => number): void => {
      for (let outcome = 0; outcome < starts.length; outcome += 1) {
        const place = places[outcome] ?? -1;
        if (place < 0) {
          starts[outcome] = address + 8 * (size + MARGIN);
          needs[outcome] = counts[outcome] = 0;
          continue;
        }
        const run = runAt(place);
        starts[outcome] = address + 8 * (runs.offsets[run] ?? 0);
        needs[outcome] = (gains[outcome] ?? 0) + (runs.lowest[run] ?? 0);
        counts[outcome] = runs.counts[run] ?? 0;
      }
    },
    /** Answers `count` questions from a need on, from the runs that follow. Writes up to four answers more. */
    answer: (need: number, count: number, offset: number): void =>
      kernel.answer(open, pays, need, count, address + 8 * offset),
    /** Fills the margins of a run: with the answer to smaller needs, and with that to greater ones. */
    surround: (offset: number, count: number, smaller: number, greater: number): void => {
      numbers.fill(smaller, offset - MARGIN, offset);
      numbers.fill(greater, offset + count, offset + count + MARGIN);
    },
  };
}
