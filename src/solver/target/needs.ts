/*
 * Which questions a payoff asks: at every position that may follow, how many points may still be needed there to the
 * total from which all is worth the most. Where none are, that is the answer; where so many are that nothing can come of
 * it, the least that the payoff has. Neither is a question.
 */
import {FACES} from '../../rules/dice.js';
import {FIRST_ROLL, keepNumber} from '../keeps.js';
import {BOXES, LANES, type Lattice, type Position, placeOf, positionsOf, setsFrom} from '../lattice.js';
import {makeSteps, NO_OUTCOME, type Outcomes, rowOf, writeSteps} from '../outcomes.js';

export interface Needs {
  /** By place: the lowest number of points needed that is asked about, and how many numbers are, from it on. */
  readonly lowest: Int16Array;
  readonly counts: Int16Array;
  /** By place: where the answer to its first question stands among all numbers. Around its answers there is `MARGIN`. */
  readonly offsets: Int32Array;
  /** How many questions each set of open boxes has, those with the fewest boxes first; and all of them have. */
  readonly widths: ReadonlyMap<number, number>;
  readonly questions: number;
  /** How many numbers there are: answers, with their margins. */
  readonly size: number;
  /** By place: the highest need that is a question. */
  readonly most: Int16Array;
}

/** Before and behind the answers of each place there are so many more, for whoever reads four of them at once. */
export const MARGIN = LANES;

const YAHTZEES = FACES.map((face) => keepNumber([face, face, face, face, face]) - FIRST_ROLL);

/**
 * What may be asked on the way from a position where so many points are needed.
 *
 * @param span how many needs of a full card are questions: the totals that are worth neither the most nor the least
 */
export function needsFrom(
  lattice: Lattice,
  outcomes: Outcomes,
  from: Position,
  need: number,
  span: number,
): Needs {
  const sets = setsFrom(lattice, from.open);
  const most = mostFrom(lattice, outcomes, sets, span);
  const lowest = new Int16Array(lattice.size);
  const highest = new Int16Array(lattice.size);
  const ask = (place: number, low: number, high: number): void => {
    const capped = Math.min(high, most[place] ?? 0);
    const floor = Math.max(low, 1);
    if (capped < floor) return;
    lowest[place] = highest[place] === 0 ? floor : Math.min(lowest[place] ?? 0, floor);
    highest[place] = Math.max(highest[place] ?? 0, capped);
  };
  ask(placeOf(lattice, from), need, need);
  const ends = endsIn(lattice, outcomes);
  for (const open of sets.toReversed()) {
    for (const [place, position] of positionsOf(lattice, open)) {
      const [low, high] = [lowest[place] ?? 0, highest[place] ?? 0];
      if (high > 0) ends(position, (next, gain) => ask(next, low - gain, high - gain));
    }
  }
  return {lowest, most, ...laidOut(lattice, [FULL, ...sets], lowest, highest)};
}

/** No box is open. */
const FULL = 0;

/** The most points that each position can bring, and the span. */
function mostFrom(lattice: Lattice, outcomes: Outcomes, sets: readonly number[], span: number): Int16Array {
  const most = new Int16Array(lattice.size);
  for (const [place] of positionsOf(lattice, FULL)) most[place] = span;
  const ends = endsIn(lattice, outcomes);
  for (const open of sets) {
    for (const [place, position] of positionsOf(lattice, open)) {
      let best = 0;
      ends(position, (next, gain) => {
        best = Math.max(best, gain + (most[next] ?? 0));
      });
      most[place] = best;
    }
  }
  return most;
}

/** Goes through the ways for a turn to end: the place of the position after it, and what it has earned. */
export function endsIn(
  lattice: Lattice,
  outcomes: Outcomes,
): (position: Position, visit: (next: number, gain: number) => void) => void {
  const steps = makeSteps(outcomes);
  return (position, visit) => {
    writeSteps(outcomes, lattice, position, steps);
    const end = (outcome: number, extra: number): void => {
      const next = steps.places[outcome] ?? -1;
      if (next >= 0) visit(next, (steps.gains[outcome] ?? 0) + extra);
    };
    for (let outcome = 0; outcome < outcomes.boxes.length; outcome += 1) end(outcome, 0);
    if (!position.pays || outcomes.yahtzeeBonus === 0) return;
    for (const yahtzee of YAHTZEES) {
      const row = BOXES * rowOf(yahtzee, position.open);
      for (let box = 0; box < BOXES; box += 1) {
        end(outcomes.numbers[row + box] ?? NO_OUTCOME, outcomes.yahtzeeBonus);
      }
    }
  };
}

/** Puts the questions of each set side by side. */
function laidOut(
  lattice: Lattice,
  sets: readonly number[],
  lowest: Int16Array,
  highest: Int16Array,
): Pick<Needs, 'counts' | 'offsets' | 'widths' | 'questions' | 'size'> {
  const counts = new Int16Array(lattice.size);
  const offsets = new Int32Array(lattice.size);
  const widths = new Map<number, number>();
  let [questions, size] = [0, 0];
  for (const open of sets) {
    const start = questions;
    for (const [place] of positionsOf(lattice, open)) {
      const high = highest[place] ?? 0;
      const count = high === 0 ? 0 : high - (lowest[place] ?? 0) + 1;
      counts[place] = count;
      offsets[place] = size + MARGIN;
      size += count + 2 * MARGIN;
      questions += count;
    }
    widths.set(open, questions - start);
  }
  return {counts, offsets, widths, questions, size};
}
