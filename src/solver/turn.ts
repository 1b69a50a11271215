/*
 * One turn, played for the highest expected score: what every keep and every box is worth at each point of it, and
 * what the best play chooses. Advice and the distribution of scores both follow it.
 *
 * Where choices are worth the same, the best play keeps the fewest dice, and of as many the lower faces.
 */
import {EXTENSIONS, FACE_COUNTS, FIRST_ROLL, KEEPS, keepNumber, REDUCTIONS, ROLLS} from './keeps.js';
import {BOXES, isOpen, type Position} from './lattice.js';
import {
  isYahtzee,
  makeSteps,
  NO_OUTCOME,
  type Outcomes,
  outcomesOf,
  rowOf,
  type Steps,
  writeSteps,
} from './outcomes.js';
import {averageKeeps, chooseKeeps} from './rolling.js';
import type {Values} from './solver.js';

/** What differs by less is worth the same: rounding stays far below, true differences are far above. */
export const SAME = 1e-9;

/** How many rolls can still come once five dice lie on the table. */
const MOST_ROLLS = 2;

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
  /** By the rolls still to come, the best keep of each roll: itself if the dice stand. Only rolls have one. */
  readonly kept: readonly Uint16Array[];
  /** Room for what is between. */
  readonly after: Float64Array;
  readonly best: Float64Array;
}

/** What whoever plays a turn does in it. */
export type Play = Pick<Turn, 'outcomes' | 'chosen' | 'kept'>;

const EACH_KEEP = Uint16Array.from(KEEPS.keys());

/** A turn to write into. */
export function makeTurn({rules}: Values): Turn {
  const outcomes = outcomesOf(rules);
  const perPoint = <T>(make: () => T): T[] => Array.from({length: MOST_ROLLS + 1}, make);
  return {
    outcomes,
    steps: makeSteps(outcomes),
    chosen: new Uint8Array(ROLLS.length),
    worth: perPoint(() => new Float64Array(KEEPS.length)),
    kept: perPoint(() => EACH_KEEP.slice()),
    after: new Float64Array(NO_OUTCOME + 1),
    best: new Float64Array(KEEPS.length),
  };
}

/** Plays the turn that starts at a position, and writes down all of it. */
export function playTurn({lattice, numbers}: Values, position: Position, turn: Turn): void {
  const {outcomes, steps, worth, kept, best} = turn;
  writeSteps(outcomes, lattice, position, steps);
  const standing = at(worth, 0);
  chooseOutcomes(numbers, position, turn, standing);
  for (let rolls = 1; rolls <= MOST_ROLLS; rolls += 1) {
    const own = at(worth, rolls);
    own.set(at(worth, rolls - 1));
    averageKeeps(own, EXTENSIONS);
    own.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
    best.set(own);
    chooseKeeps(best, REDUCTIONS, FACE_COUNTS);
    findKept(own, best, SAME, at(kept, rolls));
    own.set(best.subarray(FIRST_ROLL), FIRST_ROLL);
  }
}

/** The different keeps of a roll, counted from 0, by their numbers: those of few dice first, the roll itself last. */
export function keepsWithin(roll: number): Uint16Array {
  const {keeps, starts} = within();
  return keeps.subarray(starts[roll], starts[roll + 1]);
}

/** The keeps of all rolls, one after the other, and where those of each start. */
interface Within {
  readonly keeps: Uint16Array;
  readonly starts: Uint16Array;
}

let known: Within | null = null;

/** Made when it is first needed: nobody waits for it who only wants to read the help of a command. */
function within(): Within {
  known ??= makeWithin();
  return known;
}

function makeWithin(): Within {
  const keeps = ROLLS.map((roll) => {
    const all = Array.from({length: 2 ** roll.length}, (_, held) =>
      keepNumber(roll.filter((_die, die) => (held & (1 << die)) !== 0)),
    );
    return [...new Set(all)].sort((one, other) => one - other);
  });
  const starts = new Uint16Array(ROLLS.length + 1);
  for (const [roll, {length}] of keeps.entries()) starts[roll + 1] = (starts[roll] ?? 0) + length;
  return {keeps: Uint16Array.from(keeps.flat()), starts};
}

/**
 * The first keep of each roll that is as good as its best, or misses it by less than `same`. Keeps are numbered by size:
 * the first has the fewest dice.
 */
export function findKept(own: Float64Array, best: Float64Array, same: number, kept: Uint16Array): void {
  const {keeps, starts} = within();
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const least = (best[FIRST_ROLL + roll] ?? 0) - same;
    let one = starts[roll] ?? 0;
    while ((own[keeps[one] ?? 0] ?? 0) < least) one += 1;
    kept[FIRST_ROLL + roll] = keeps[one] ?? 0;
  }
}

/** The best outcome of every roll: the first box of the card among the best. */
function chooseOutcomes(
  numbers: Float64Array,
  {open, pays}: Position,
  {outcomes, steps, chosen, after}: Turn,
  standing: Float64Array,
): void {
  after.fill(Number.NEGATIVE_INFINITY);
  for (let outcome = 0; outcome < outcomes.boxes.length; outcome += 1) {
    const place = steps.places[outcome] ?? -1;
    if (place >= 0) after[outcome] = (steps.gains[outcome] ?? 0) + (numbers[place] ?? 0);
  }
  const boxes = Array.from({length: BOXES}, (_, box) => box).filter((box) => isOpen(open, box));
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
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

function at<T>(list: readonly T[], rolls: number): T {
  const one = list[rolls];
  if (one === undefined) throw new RangeError(`rolls to come are 0 to ${MOST_ROLLS}, not ${rolls}`);
  return one;
}
