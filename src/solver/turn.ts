/*
 * One turn, played for the highest expected score: what every keep and every box is worth at each point of it, and
 * what the best play chooses. Advice and the distribution of scores both follow it.
 *
 * Where choices are worth the same, the best play keeps the fewest dice, and of as many the lower faces.
 */
import {EXTENSIONS, FIRST_ROLL, KEEPS} from './keeps.js';
import type {Position} from './lattice.js';
import {
  BOXES,
  isYahtzee,
  makeSteps,
  NO_OUTCOME,
  type Outcomes,
  outcomesOf,
  ROLLS,
  rowOf,
  type Steps,
  writeSteps,
} from './outcomes.js';
import type {Values} from './solver.js';

/** What differs by less is worth the same: rounding stays far below, true differences are far above. */
export const SAME = 1e-9;

/** How many rolls can still come once five dice lie on the table. */
export const MOST_ROLLS = 2;

export interface Turn {
  readonly outcomes: Outcomes;
  readonly steps: Steps;
  /** The best outcome of each roll, rolls counted from 0. */
  readonly chosen: Uint8Array;
  /**
   * By the rolls still to come, what each keep is worth: points to come from the start of the turn to the end of the
   * card. With none to come only rolls are worth anything; else a roll is worth its best keep.
   */
  readonly worth: readonly Float64Array[];
  /** Of that, what this turn brings. */
  readonly now: readonly Float64Array[];
  /** By the rolls still to come, the best keep of each roll, counted from 0; of five dice if the dice stand. */
  readonly kept: readonly Uint16Array[];
}

/** A turn to write into. */
export function makeTurn(values: Values): Turn {
  const outcomes = outcomesOf(values.rules);
  const perPoint = <T>(make: () => T): T[] => Array.from({length: MOST_ROLLS + 1}, make);
  return {
    outcomes,
    steps: makeSteps(outcomes),
    chosen: new Uint8Array(ROLLS),
    worth: perPoint(() => new Float64Array(KEEPS.length)),
    now: perPoint(() => new Float64Array(KEEPS.length)),
    kept: perPoint(() => new Uint16Array(KEEPS.length)),
  };
}

/** Plays the turn that starts at a position, and writes down all of it. */
export function playTurn({lattice, numbers}: Values, position: Position, turn: Turn): void {
  const {outcomes, steps, worth, now, kept} = turn;
  writeSteps(outcomes, lattice, position, steps);
  chooseOutcomes(numbers, position, turn);
  for (let rolls = 1; rolls <= MOST_ROLLS; rolls += 1) {
    const [before, after] = [rolls - 1, rolls] as const;
    averageKeeps(at(worth, before), at(worth, after));
    averageKeeps(at(now, before), at(now, after));
    chooseKeeps(at(worth, 0), at(worth, after), at(kept, after));
    for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1) {
      const keep = at(kept, after)[roll] ?? 0;
      at(now, after)[roll] = at(now, keep < FIRST_ROLL ? after : 0)[keep] ?? 0;
    }
  }
}

/** The best outcome of every roll: the first box of the card among the best. */
function chooseOutcomes(numbers: Float64Array, {open, pays}: Position, turn: Turn): void {
  const {outcomes, steps, chosen} = turn;
  const [worth, now] = [at(turn.worth, 0), at(turn.now, 0)];
  for (let roll = 0; roll < ROLLS; roll += 1) {
    const row = BOXES * rowOf(roll, open);
    let best = Number.NEGATIVE_INFINITY;
    for (let box = 0; box < BOXES; box += 1) {
      const outcome = outcomes.numbers[row + box] ?? NO_OUTCOME;
      const place = outcome === NO_OUTCOME ? -1 : (steps.places[outcome] ?? -1);
      if (place < 0) continue;
      const points = (steps.gains[outcome] ?? 0) + (numbers[place] ?? 0);
      if (points > best + SAME) {
        best = points;
        chosen[roll] = outcome;
      }
    }
    const extra = pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0;
    worth[FIRST_ROLL + roll] = best + extra;
    now[FIRST_ROLL + roll] = (steps.gains[chosen[roll] ?? 0] ?? 0) + extra;
  }
}

/** A keep is worth the mean of its extensions; with all five dice, what it was worth before the roll to come. */
function averageKeeps(before: Float64Array, after: Float64Array): void {
  after.set(before.subarray(FIRST_ROLL), FIRST_ROLL);
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    let sum = 0;
    for (let one = keep * 6; one < (keep + 1) * 6; one += 1) sum += after[EXTENSIONS[one] ?? 0] ?? 0;
    after[keep] = sum / 6;
  }
}

/** The best keep within every keep, step by step from small ones to rolls; each roll takes the worth of its best. */
function chooseKeeps(standing: Float64Array, worth: Float64Array, kept: Uint16Array): void {
  for (let keep = 0; keep < KEEPS.length; keep += 1) kept[keep] = keep;
  worth.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
  for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
    const within = kept[keep] ?? 0;
    const least = worth[within] ?? 0;
    for (let one = keep * 6; one < (keep + 1) * 6; one += 1) {
      const extension = EXTENSIONS[one] ?? 0;
      const other = kept[extension] ?? 0;
      const gain = least - (worth[other] ?? 0);
      // Keeps are numbered by size, so of equals the lower number has the fewest dice.
      if (gain > SAME || (gain >= -SAME && within < other)) kept[extension] = within;
    }
  }
  for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1) worth[roll] = worth[kept[roll] ?? 0] ?? 0;
}

function at<T>(list: readonly T[], rolls: number): T {
  const one = list[rolls];
  if (one === undefined) throw new RangeError(`rolls to come are 0 to ${MOST_ROLLS}, not ${rolls}`);
  return one;
}
