/* The best chances for all questions of a target, solved set by set of open boxes. */
import {FIRST_ROLL, KEEPS} from '../keeps.js';
import {BOXES, isOpen, type Lattice, type Position, positionsOf} from '../lattice.js';
import {
  isYahtzee,
  makeSteps,
  NO_OUTCOME,
  type Outcomes,
  ROLLS,
  rowOf,
  type Steps,
  writeSteps,
} from '../outcomes.js';
import {averageRows, chooseRows, makeRows, meanOfRolls, raiseRow, WIDTH} from './lanes.js';
import type {Needs} from './needs.js';

export interface Chances {
  /** Answers all questions of a set of open boxes. Those of all sets with one box less must be answered. */
  readonly solve: (open: number) => void;
  /** The best chance to get at least so many points from a place on; NaN if that is not asked. */
  readonly at: (place: number, need: number) => number;
  /** The chances of one turn, by what is done in it; good until the next call. */
  readonly turnAt: (position: Position, need: number) => ChancesOfTurn;
}

export interface ChancesOfTurn {
  /** By the rolls still to come, the chance after each keep; rolls stand. */
  readonly keeps: readonly Float64Array[];
  readonly steps: Steps;
}

export function makeChances(lattice: Lattice, outcomes: Outcomes, needs: Needs): Chances {
  const {lowest, counts, offsets, most} = needs;
  const answers = new Float64Array(needs.questions);
  const steps = makeSteps(outcomes);
  const rows = makeRows(KEEPS.length);
  /** A row for each outcome, and one for whatever. */
  const after = makeRows(outcomes.boxes.length);
  const spare = makeRows(1);
  return {solve, at, turnAt};

  function solve(open: number): void {
    const endings = endingsOf(outcomes, open);
    let lane = 0;
    let written = -1;
    const flush = (): void => {
      scoreRolls(endings, lane);
      for (let rolls = 1; rolls <= 2; rolls += 1) {
        averageRows(rows, lane);
        chooseRows(rows, lane);
      }
      meanOfRolls(rows, lane, answers, written);
      written += lane;
      lane = 0;
    };
    for (const [place, position] of positionsOf(lattice, open)) {
      const count = counts[place] ?? 0;
      if (written < 0 && count > 0) written = offsets[place] ?? 0;
      for (let from = 0; from < count; ) {
        const part = Math.min(count - from, WIDTH - lane);
        ask(position, (lowest[place] ?? 0) + from, part, lane);
        from += part;
        lane += part;
        if (lane === WIDTH) flush();
      }
    }
    if (lane > 0) flush();
  }

  function at(place: number, need: number): number {
    if (need <= 0) return 1;
    if (need > (most[place] ?? 0)) return 0;
    const index = need - (lowest[place] ?? 0);
    return index >= 0 && index < (counts[place] ?? 0)
      ? (answers[(offsets[place] ?? 0) + index] ?? 0)
      : Number.NaN;
  }

  function turnAt(position: Position, need: number): ChancesOfTurn {
    ask(position, need, 1, 0);
    scoreRolls(endingsOf(outcomes, position.open), 1);
    const standing = firstLane();
    const keeps = [standing];
    for (let rolls = 1; rolls <= 2; rolls += 1) {
      averageRows(rows, 1);
      keeps.push(firstLane().map((chance, keep) => (keep < FIRST_ROLL ? chance : (standing[keep] ?? 0))));
      chooseRows(rows, 1);
    }
    return {keeps, steps};
  }

  function firstLane(): Float64Array {
    return Float64Array.from(KEEPS, (_, keep) => rows[keep * WIDTH] ?? 0);
  }

  /** Writes what follows each outcome, and the rows of the Yahtzees, for so many needs from one on. */
  function ask(position: Position, need: number, count: number, lane: number): void {
    writeSteps(outcomes, lattice, position, steps);
    for (let outcome = 0; outcome < outcomes.boxes.length; outcome += 1) {
      const place = steps.places[outcome] ?? -1;
      if (place >= 0) copy(after, outcome * WIDTH + lane, place, need - (steps.gains[outcome] ?? 0), count);
    }
    const extra = position.pays ? outcomes.yahtzeeBonus : 0;
    for (let roll = 0; roll < ROLLS; roll += 1) {
      if (!isYahtzee(roll)) continue;
      const to = (FIRST_ROLL + roll) * WIDTH + lane;
      const row = BOXES * rowOf(roll, position.open);
      rows.fill(0, to, to + count);
      for (let box = 0; box < BOXES; box += 1) {
        const outcome = outcomes.numbers[row + box] ?? NO_OUTCOME;
        const place = outcome === NO_OUTCOME ? -1 : (steps.places[outcome] ?? -1);
        if (place < 0) continue;
        copy(spare, 0, place, need - (steps.gains[outcome] ?? 0) - extra, count);
        raiseRow(rows, to, spare, 0, count);
      }
    }
  }

  /** Copies the answers of a place for so many needs from one on: 1 where none are needed, 0 where too many are. */
  function copy(to: Float64Array, start: number, place: number, need: number, count: number): void {
    const met = Math.min(Math.max(1 - need, 0), count);
    const low = lowest[place] ?? 0;
    const known = Math.min(Math.max(low + (counts[place] ?? 0) - need, met), count);
    const from = (offsets[place] ?? 0) + need - low;
    to.fill(1, start, start + met);
    for (let one = met; one < known; one += 1) to[start + one] = answers[from + one] ?? 0;
    to.fill(0, start + known, start + count);
  }

  /** Writes the rows of all other rolls. */
  function scoreRolls({scratches, scores}: Endings, width: number): void {
    spare.fill(0, 0, width);
    for (const outcome of scratches) raiseRow(spare, 0, after, outcome * WIDTH, width);
    for (const [roll, ends] of scores) {
      const to = (FIRST_ROLL + roll) * WIDTH;
      rows.set(spare.subarray(0, width), to);
      for (const outcome of ends) raiseRow(rows, to, after, outcome * WIDTH, width);
    }
  }
}

/** The ways to end a turn with a set of open boxes, Yahtzees apart. */
interface Endings {
  /** The outcomes that write 0. More points are never worse, so any roll may be taken to have them. */
  readonly scratches: readonly number[];
  /** The outcomes that write more, of each roll. */
  readonly scores: readonly (readonly [roll: number, outcomes: readonly number[]])[];
}

function endingsOf({boxes, points, numbers}: Outcomes, open: number): Endings {
  const rolls = Array.from({length: ROLLS}, (_, roll) => roll).filter((roll) => !isYahtzee(roll));
  return {
    scratches: [...boxes.keys()].filter(
      (outcome) => points[outcome] === 0 && isOpen(open, boxes[outcome] ?? 0),
    ),
    scores: rolls.map((roll) => {
      const all = [...numbers.subarray(BOXES * roll, BOXES * (roll + 1))];
      return [roll, all.filter((outcome, box) => isOpen(open, box) && (points[outcome] ?? 0) > 0)];
    }),
  };
}
