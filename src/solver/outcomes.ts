/*
 * How a turn can end. An outcome is a box with the points that are written into it; there are few of them, so what a
 * position does with each is computed once a turn, and shared by all rolls that end there.
 */
import {CATEGORIES} from '../rules/categories.js';
import {FACES} from '../rules/dice.js';
import type {RuleSet} from '../rules/variants.js';
import {FIRST_ROLL, KEEPS} from './keeps.js';
import {type Lattice, type Position, UPPER_BOXES, UPPER_SETS, UPPER_TOTALS, YAHTZEE} from './lattice.js';
import {FORBIDDEN, type Scoring, scoringOf} from './scoring.js';

export const BOXES = CATEGORIES.length;
export const ROLLS = KEEPS.length - FIRST_ROLL;

/** What stands in `Outcomes.numbers` for a box that the rules close to the roll. */
export const NO_OUTCOME = 255;

export interface Outcomes {
  /** The boxes of the outcomes, and their points. */
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
  const face = FACE_OF_YAHTZEE[roll] ?? 0;
  return face === 0 ? roll : ROLLS + FACES.length * yahtzeeCase(open, face - 1) + face - 1;
}

/** Whether a roll, counted from 0, is a Yahtzee. */
export function isYahtzee(roll: number): boolean {
  return (FACE_OF_YAHTZEE[roll] ?? 0) > 0;
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
    const bit = 1 << box;
    if ((open & bit) === 0) {
      places[outcome] = -1;
      continue;
    }
    const earned = points[outcome] ?? 0;
    const rest = open ^ bit;
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

/** 1 to 6 for the rolls that are Yahtzees, 0 for the others. */
const FACE_OF_YAHTZEE = Uint8Array.from(KEEPS.slice(FIRST_ROLL), (roll) =>
  new Set(roll).size === 1 ? (roll[0] ?? 0) : 0,
);

/** The number of the case in `YAHTZEE_CASES`; `matching` is the upper box of the face. */
function yahtzeeCase(open: number, matching: number): number {
  if ((open & (1 << YAHTZEE)) !== 0) return 0;
  if ((open & (1 << matching)) !== 0) return 1;
  return open >= UPPER_SETS ? 2 : 3;
}

function makeOutcomes(rules: RuleSet): Outcomes {
  const {yahtzees, yahtzeeBonus, upperBonus, ...groups} = scoringOf(rules);
  const earned = [...pointsOfRolls(groups), ...yahtzees];
  const found = new Map<number, number>();
  const numbers = Uint8Array.from(earned, (points, at) => {
    if (points === FORBIDDEN) return NO_OUTCOME;
    const key = BOXES * points + (at % BOXES);
    const number = found.get(key) ?? found.size;
    found.set(key, number);
    return number;
  });
  return {
    boxes: Uint8Array.from(found.keys(), (key) => key % BOXES),
    points: Uint8Array.from(found.keys(), (key) => Math.floor(key / BOXES)),
    numbers,
    yahtzeeBonus: yahtzeeBonus[0] ?? 0,
    upperBonus,
  };
}

/** The points of each roll in each box, Yahtzees apart, from the groups of `Scoring`. */
function pointsOfRolls({groups, groupStarts}: Pick<Scoring, 'groups' | 'groupStarts'>): Uint8Array {
  const earned = new Uint8Array(BOXES * ROLLS);
  for (let box = 0; box < BOXES; box += 1) {
    const end = groupStarts[box + 1] ?? 0;
    for (let at = groupStarts[box] ?? 0; at < end; ) {
      const [points = 0, count = 0] = groups.subarray(at, at + 2);
      for (const roll of groups.subarray(at + 2, at + 2 + count)) {
        earned[BOXES * (roll - FIRST_ROLL) + box] = points;
      }
      at += 2 + count;
    }
  }
  return earned;
}
