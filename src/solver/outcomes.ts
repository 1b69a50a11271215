/*
 * How a turn can end. An outcome is a box with the points that are written into it; there are few of them, so what a
 * position does with each is computed once a turn, and shared by all rolls that end there.
 */
import type {Face} from '../rules/dice.js';
import type {RuleSet} from '../rules/rule-sets.js';
import {ROLLS} from './keeps.js';
import {choicesOf} from './kernels/choices.js';
import {
  BOXES,
  isOpen,
  type Lattice,
  type Position,
  UPPER_BOXES,
  UPPER_SETS,
  UPPER_TOTALS,
  YAHTZEE,
} from './lattice.js';
import {FORBIDDEN, scoringOf, yahtzeeRow} from './scoring.js';

/** What stands in `Outcomes.numbers` for a box that the rules close to the roll. */
export const NO_OUTCOME = 255;

export interface Outcomes {
  /** The boxes of the outcomes, and their points; they have the numbers of the kernels' choices. */
  readonly boxes: Uint8Array;
  readonly points: Uint8Array;
  /**
   * The outcome of each roll in each box, at `BOXES × row + box`. Rolls have the rows from 0 on; a Yahtzee has others
   * for each of its cases, see `rowOf`.
   */
  readonly numbers: Uint8Array;
  /** What a Yahtzee earns besides where Yahtzees pay. */
  readonly yahtzeeBonus: number;
  /** The upper bonus that an upper total has earned. */
  readonly upperBonus: Float64Array;
}

/** What the outcomes do at a position. */
export interface Steps {
  /** The points that each earns at once, with the upper bonus if it is earned then. */
  readonly gains: Float64Array;
  /** The place of the position after it; -1 where its box is filled already. */
  readonly places: Int32Array;
}

const known = new Map<RuleSet, Outcomes>();

/** The outcomes under a set of rules. */
export function outcomesOf(rules: RuleSet): Outcomes {
  const outcomes = known.get(rules) ?? makeOutcomes(rules);
  known.set(rules, outcomes);
  return outcomes;
}

/** The row of a roll, counted from 0, in `Outcomes.numbers`: of a Yahtzee it depends on the open boxes. */
export function rowOf(roll: number, open: number): number {
  return isYahtzee(roll) ? yahtzeeRow(YAHTZEE_FACES[roll] as Face, open) : roll;
}

/** Whether a roll, counted from 0, is a Yahtzee. */
export function isYahtzee(roll: number): boolean {
  return YAHTZEE_FACES[roll] !== 0;
}

export function makeSteps({boxes}: Outcomes): Steps {
  return {gains: new Float64Array(boxes.length), places: new Int32Array(boxes.length)};
}

/** Writes what each outcome does at a position that can occur. */
export function writeSteps(
  {boxes, points, upperBonus}: Outcomes,
  {starts, lengths, classes}: Lattice,
  {open, upper, pays}: Position,
  {gains, places}: Steps,
): void {
  const bonusBefore = upperBonus[upper] ?? 0;
  for (let outcome = 0; outcome < boxes.length; outcome += 1) {
    const box = boxes[outcome] ?? 0;
    if (!isOpen(open, box)) {
      places[outcome] = -1;
      continue;
    }
    const earned = points[outcome] ?? 0;
    const rest = open ^ (1 << box);
    const total = box < UPPER_BOXES ? Math.min(upper + earned, UPPER_TOTALS - 1) : upper;
    const paysAfter = box === YAHTZEE ? earned > 0 : pays;
    const upperRest = rest % UPPER_SETS;
    gains[outcome] = earned + (upperBonus[total] ?? 0) - bonusBefore;
    places[outcome] =
      (starts[rest] ?? 0) +
      (paysAfter ? (lengths[upperRest] ?? 0) : 0) +
      (classes[upperRest * UPPER_TOTALS + total] ?? 0);
  }
}

/** The faces of the rolls that are Yahtzees, and 0 for the others. */
const YAHTZEE_FACES = Uint8Array.from(ROLLS, (roll) => (new Set(roll).size === 1 ? roll[0] : 0));

function makeOutcomes(rules: RuleSet): Outcomes {
  const scoring = scoringOf(rules);
  const {choicePoints, choiceStarts} = choicesOf(scoring);
  const boxes = Uint8Array.from(choicePoints.keys(), (outcome) =>
    choiceStarts.findLastIndex((start) => start <= outcome),
  );
  const numbers = Uint8Array.from(scoring.points, (points, at) =>
    points === FORBIDDEN ? NO_OUTCOME : choicePoints.indexOf(points, choiceStarts[at % BOXES]),
  );
  return {
    boxes,
    points: choicePoints,
    numbers,
    yahtzeeBonus: scoring.yahtzeeBonus[0] ?? 0,
    upperBonus: scoring.upperBonus,
  };
}
