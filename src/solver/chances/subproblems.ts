/*
 * The questions that a payoff asks: at every position that may follow, how many points may still be needed there to the
 * total from which all is worth the most. A need of 0 or less is certain success, and a need beyond the most that can
 * come is certain failure: neither is a question.
 */
import {FIRST_ROLL} from '../keeps.js';
import {BOXES, FULL, type Position, placeOf, positionsOf, setsFrom} from '../lattice.js';
import {NO_OUTCOME, rowOf, stepsIn, type Tables} from '../tables.js';
import {MARGIN, type Runs} from './answers.js';

export interface Subproblems extends Runs {
  /** By place: the highest need that is a question. */
  readonly most: Int16Array;
  /** The number of questions of each set of open boxes, those with the fewest boxes first; and of all. */
  readonly widths: ReadonlyMap<number, number>;
  readonly questions: number;
  readonly size: number;
}

/**
 * @param needs least and highest need at the position
 * @param span number of needs of a full card that are questions: totals worth neither the most nor the least
 */
export function subproblems(
  tables: Tables,
  from: Position,
  needs: readonly [least: number, highest: number],
  span: number,
): Subproblems {
  const sets = setsFrom(from.open);
  const most = mostFrom(tables, sets, span);
  const lowest = new Int16Array(tables.size).fill(1);
  const highest = new Int16Array(tables.size);
  const ask = (place: number, low: number, high: number): void => {
    const capped = Math.min(high, most[place] ?? 0);
    const floor = Math.max(low, 1);
    if (capped < floor) return;
    lowest[place] = highest[place] === 0 ? floor : Math.min(lowest[place] ?? 0, floor);
    highest[place] = Math.max(highest[place] ?? 0, capped);
  };
  ask(placeOf(tables, from), ...needs);
  const ends = endsIn(tables);
  for (const open of sets.toReversed()) {
    for (const [place, position] of positionsOf(tables, open)) {
      const [low, high] = [lowest[place] ?? 0, highest[place] ?? 0];
      if (high > 0) ends(position, (next, gain) => ask(next, low - gain, high - gain));
    }
  }
  const counts = new Int16Array(tables.size);
  const offsets = new Int32Array(tables.size);
  const widths = new Map<number, number>();
  let [questions, size] = [0, 0];
  for (const open of [FULL, ...sets]) {
    const start = questions;
    for (const [place] of positionsOf(tables, open)) {
      const high = highest[place] ?? 0;
      const count = high === 0 ? 0 : high - (lowest[place] ?? 0) + 1;
      counts[place] = count;
      offsets[place] = size + MARGIN;
      size += count + 2 * MARGIN;
      questions += count;
    }
    widths.set(open, questions - start);
  }
  return {lowest, counts, offsets, most, widths, questions, size};
}

/** Returns the most points that each position can bring, and the span. */
function mostFrom(tables: Tables, sets: readonly number[], span: number): Int16Array {
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

/** Goes through the ways for a turn to end: the place of the position after it, and the points that it has earned. */
export function endsIn(
  tables: Tables,
): (position: Position, visit: (next: number, gain: number) => void) => void {
  const stepsAt = stepsIn(tables);
  const [bonus = 0] = tables.yahtzeeBonus;
  return (position, visit) => {
    const {gains, places} = stepsAt(position);
    const end = (outcome: number, extra: number): void => {
      const next = places[outcome] ?? -1;
      if (next >= 0) visit(next, (gains[outcome] ?? 0) + extra);
    };
    for (let outcome = 0; outcome < places.length; outcome += 1) end(outcome, 0);
    if (!position.pays || bonus === 0) return;
    for (const keep of tables.yahtzeeRolls) {
      const row = BOXES * rowOf(keep - FIRST_ROLL, position.open);
      for (let box = 0; box < BOXES; box += 1) end(tables.outcomes[row + box] ?? NO_OUTCOME, bonus);
    }
  };
}
