/*
 * Runs of answers. A need is the number of points still needed at a position; a run holds the chances at one position
 * for a range of needs. The kernel finds them four needs at a time, from the runs of the positions after the turn.
 */
import {makeKernel} from '../kernels/kernel.js';
import {FULL, LANES, type Position, positionsOf} from '../lattice.js';
import {endsIn, stepsIn, type Tables} from '../tables.js';

/** Answers for all needs from `low` to `high`; for none if `high` is less. */
export interface Run {
  low: number;
  high: number;
  /** The number of the first answer among all. */
  start: number;
}

/** Returns a run without answers. Needs up to 0 count as smaller than its own. */
export function emptyRun(): Run {
  return {low: 1, high: 0, start: 0};
}

export function lengthOf({low, high}: Run): number {
  return high - low + 1;
}

/** Widens a run to some needs, and to all between them and its own. */
export function widen(run: Run, low: number, high: number): void {
  if (low > high) return;
  const isEmpty = lengthOf(run) === 0;
  run.low = isEmpty ? low : Math.min(run.low, low);
  run.high = isEmpty ? high : Math.max(run.high, high);
}

/** Numbers before and behind each run, for the kernel, which reads four of them at once. */
const MARGIN = LANES;

/** Gives each run its place, and returns functions that fill and read runs. */
export function makeAnswers(tables: Tables, runs: Iterable<Run>) {
  // The answers after an outcome that cannot be: 0.
  const impossible = emptyRun();
  let size = 0;
  for (const run of [impossible, ...runs]) {
    run.start = size + MARGIN;
    size += lengthOf(run) + 2 * MARGIN;
  }
  const kernel = makeKernel(tables);
  const {numbers, address} = kernel.room(size);
  const {starts, needs, counts} = kernel.after();
  const stepsAt = stepsIn(tables);
  let [open, pays] = [0, 0];
  return {
    /** Returns the numbers of a run. */
    numbersOf: (run: Run): Float64Array => numbers.subarray(run.start, run.start + lengthOf(run)),
    /** Returns the answer to a need. */
    answerAt: (run: Run, need: number): number =>
      numbers[run.start + Math.max(-1, Math.min(need - run.low, lengthOf(run)))] ?? Number.NaN,
    /** Prepares the questions at a position: their answers follow from the runs at the places after its turn. */
    follow: (position: Position, runAt: (place: number) => Run): void => {
      const {places, gains} = stepsAt(position);
      [open, pays] = [position.open, Number(position.pays)];
      for (let outcome = 0; outcome < starts.length; outcome += 1) {
        const place = places[outcome] ?? -1;
        const after = place < 0 ? impossible : runAt(place);
        starts[outcome] = address + 8 * after.start;
        needs[outcome] = (gains[outcome] ?? 0) + after.low;
        counts[outcome] = lengthOf(after);
      }
    },
    /** Answers `count` needs of a run. Writes up to three more answers behind them. */
    answer: (run: Run, need = run.low, count = lengthOf(run)): void =>
      kernel.answer(open, pays, need, count, address + 8 * (run.start + need - run.low)),
    /** Fills the margins of a run: with the answer to smaller needs, and with that to greater ones. */
    surround: (run: Run, smaller: number, greater: number): void => {
      const end = run.start + lengthOf(run);
      numbers.fill(smaller, run.start - MARGIN, run.start);
      numbers.fill(greater, end, end + MARGIN);
    },
  };
}

/**
 * Returns the most points that each position can bring.
 *
 * @param sets of open boxes, the smallest first
 * @param span the most for a full card
 */
export function mostFrom(tables: Tables, sets: readonly number[], span = 0): Int16Array {
  const most = new Int16Array(tables.size);
  for (const [place] of positionsOf(tables, FULL)) most[place] = span;
  const ends = endsIn(tables);
  for (const open of sets) {
    for (const [place, position] of positionsOf(tables, open)) {
      let best = 0;
      ends(position, (next, gain) => {
        best = Math.max(best, gain + (most[next] ?? 0));
      });
      most[place] = best;
    }
  }
  return most;
}
