/*
 * One turn, played for the highest expected score: what every keep and every box is worth at each point of it, and
 * what the best play chooses. Advice and the distribution of scores both follow it.
 *
 * Where choices are worth the same, the best play keeps the fewest dice, and of as many the lower faces.
 */
import {EXTENSIONS, FIRST_ROLL, KEEPS} from './keeps.js';
import {BOXES, isOpen, type Position} from './lattice.js';
import {
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
   * By the rolls still to come, what each keep is worth: the points to come from the start of the turn to the end of
   * the card. With none to come only rolls are worth anything; else a roll is worth its best keep.
   */
  readonly worth: readonly Float64Array[];
  /** By the rolls still to come, the best keep within each; of a roll, the roll itself if the dice stand. */
  readonly kept: readonly Uint16Array[];
}

/** A turn to write into. */
export function makeTurn({rules}: Values): Turn {
  const outcomes = outcomesOf(rules);
  const perPoint = <T>(make: () => T): T[] => Array.from({length: MOST_ROLLS + 1}, make);
  return {
    outcomes,
    steps: makeSteps(outcomes),
    chosen: new Uint8Array(ROLLS),
    worth: perPoint(() => new Float64Array(KEEPS.length)),
    kept: perPoint(() => Uint16Array.from(KEEPS.keys())),
  };
}

/** Plays the turn that starts at a position, and writes down all of it. */
export function playTurn({lattice, numbers}: Values, position: Position, turn: Turn): void {
  const {outcomes, steps, worth, kept} = turn;
  writeSteps(outcomes, lattice, position, steps);
  const standing = at(worth, 0);
  chooseOutcomes(numbers, position, turn, standing);
  for (let rolls = 1; rolls <= MOST_ROLLS; rolls += 1) {
    averageKeeps(at(worth, rolls - 1), at(worth, rolls));
    chooseKeeps(standing, at(worth, rolls), at(kept, rolls));
  }
}

/**
 * Averages what rolls are worth over the keeps: each is worth the mean of its extensions, before one roll more. Rolls
 * are copied.
 */
export function averageKeeps(before: Float64Array, after: Float64Array): void {
  after.set(before.subarray(FIRST_ROLL), FIRST_ROLL);
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    let sum = 0;
    for (let one = keep * 6; one < (keep + 1) * 6; one += 1) sum += after[EXTENSIONS[one] ?? 0] ?? 0;
    after[keep] = sum / 6;
  }
}

/** The best outcome of every roll: the first box of the card among the best. */
function chooseOutcomes(
  numbers: Float64Array,
  {open, pays}: Position,
  {outcomes, steps, chosen}: Turn,
  standing: Float64Array,
): void {
  const after = new Float64Array(NO_OUTCOME + 1).fill(Number.NEGATIVE_INFINITY);
  for (const [outcome, place] of steps.places.entries()) {
    if (place >= 0) after[outcome] = (steps.gains[outcome] ?? 0) + (numbers[place] ?? 0);
  }
  const boxes = Array.from({length: BOXES}, (_, box) => box).filter((box) => isOpen(open, box));
  for (let roll = 0; roll < ROLLS; roll += 1) {
    const row = BOXES * rowOf(roll, open);
    let best = Number.NEGATIVE_INFINITY;
    for (const box of boxes) {
      const outcome = outcomes.numbers[row + box] ?? NO_OUTCOME;
      const points = after[outcome] ?? 0;
      if (points > best + SAME) {
        best = points;
        chosen[roll] = outcome;
      }
    }
    standing[FIRST_ROLL + roll] = best + (pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0);
  }
}

/** The best keep within every keep, step by step from small ones to rolls; each roll takes the worth of its best. */
function chooseKeeps(standing: Float64Array, worth: Float64Array, kept: Uint16Array): void {
  const best = new Float64Array(KEEPS.length);
  best.set(worth.subarray(0, FIRST_ROLL));
  best.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
  for (let keep = 0; keep < KEEPS.length; keep += 1) kept[keep] = keep;
  for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
    const [within, points] = [kept[keep] ?? 0, best[keep] ?? 0];
    for (let one = keep * 6; one < (keep + 1) * 6; one += 1) {
      const extension = EXTENSIONS[one] ?? 0;
      const gain = points - (best[extension] ?? 0);
      // Keeps are numbered by size, so of equals the lower number has the fewest dice.
      if (gain > SAME || (gain >= -SAME && within < (kept[extension] ?? 0))) {
        best[extension] = points;
        kept[extension] = within;
      }
    }
  }
  worth.set(best.subarray(FIRST_ROLL), FIRST_ROLL);
}

function at<T>(list: readonly T[], rolls: number): T {
  const one = list[rolls];
  if (one === undefined) throw new RangeError(`rolls to come are 0 to ${MOST_ROLLS}, not ${rolls}`);
  return one;
}
