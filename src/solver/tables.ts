/*
 * The rules as tables, read off `src/rules/`: for the kernel, which has them under the same names, and for single
 * turns.
 *
 * An outcome is a box with the points that are written into it. There are about a hundred, so the worth of each at
 * a position is found once, and shared by all rolls that can end there. Where a roll may go and what it earns there
 * depends on the box alone, unless the roll is a Yahtzee: then it depends on one of four cases as well.
 */
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../rules/categories.js';
import {FACES, type Face} from '../rules/dice.js';
import {type RuleSet, type Rules, rulesOf} from '../rules/rule-sets.js';
import {type Column, openPlacements} from '../rules/scorecard.js';
import {FIRST_ROLL, keepNumber, type Rerolls, ROLLS, rerolls} from './keeps.js';
import {
  BOXES,
  isOpen,
  type Lattice,
  lattice,
  type Position,
  UPPER_BOXES,
  UPPER_SETS,
  UPPER_TOTALS,
  YAHTZEE,
} from './lattice.js';

export interface Tables extends Lattice, Rerolls {
  /** The box and the points of each outcome. Outcomes are numbered box by box, and in a box from 0 points on. */
  readonly outcomeBoxes: Uint8Array;
  readonly outcomePoints: Uint8Array;
  /** The number of the first outcome of each box; those of the last box end at the last number. */
  readonly outcomeStarts: Uint8Array;
  /** The outcome of each roll in each box, at `BOXES × rowOf(roll, open) + box`; or `NO_OUTCOME`. */
  readonly outcomes: Uint8Array;
  /**
   * Lists of outcomes; list `r` ends where the next one starts, at `rowStarts[r + 1]`. First those of `plainRolls` that
   * score, then those of Yahtzees, by case and face, that the rules allow, then all outcomes of 0 points.
   */
  readonly rows: Uint8Array;
  readonly rowStarts: Uint16Array;
  /** The rolls that are no Yahtzees, as keeps; sorted by their number of outcomes, which processors then foresee. */
  readonly plainRolls: Uint16Array;
  readonly yahtzeeRolls: Uint16Array;
  /** The bonus for a Yahtzee where Yahtzees pay. One number. */
  readonly yahtzeeBonus: Float64Array;
  readonly upperBonus: Float64Array;
}

/** Stands in `Tables.outcomes` for a box that the rules close to the roll. */
export const NO_OUTCOME = 255;

export interface Steps {
  /** The points that each outcome earns at once, with the upper bonus if that is earned then. */
  readonly gains: Float64Array;
  /** The place of the position after each outcome; -1 if its box is filled. */
  readonly places: Int32Array;
}

const known = new Map<string, Tables>();

/** Returns the tables of rules, the same ones for equal rules. Throws RangeError as `rulesOf` does. */
export function tablesOf(rules: RuleSet | Rules): Tables {
  const record = rulesOf(rules);
  const {upperBonus, upperBonusFrom, yahtzeeBonus, joker} = record;
  const key = [upperBonus, upperBonusFrom, yahtzeeBonus, joker].join();
  const tables = known.get(key) ?? makeTables(record);
  known.set(key, tables);
  return tables;
}

/** Returns a function that finds the steps at a position. They are valid until its next call. */
export function stepsIn(tables: Tables): (position: Position) => Steps {
  const {outcomeBoxes, outcomePoints, upperBonus, starts, lengths, classes} = tables;
  const steps = {
    gains: new Float64Array(outcomeBoxes.length),
    places: new Int32Array(outcomeBoxes.length),
  };
  return ({open, upper, pays}) => {
    const bonusBefore = upperBonus[upper] ?? 0;
    for (let outcome = 0; outcome < outcomeBoxes.length; outcome += 1) {
      const box = outcomeBoxes[outcome] ?? 0;
      if (!isOpen(open, box)) {
        steps.places[outcome] = -1;
        continue;
      }
      const earned = outcomePoints[outcome] ?? 0;
      const rest = open ^ (1 << box);
      const total = box < UPPER_BOXES ? Math.min(upper + earned, UPPER_TOTALS - 1) : upper;
      const paysAfter = box === YAHTZEE ? earned > 0 : pays;
      const upperRest = rest % UPPER_SETS;
      steps.gains[outcome] = earned + (upperBonus[total] ?? 0) - bonusBefore;
      steps.places[outcome] =
        (starts[rest] ?? 0) +
        (paysAfter ? (lengths[upperRest] ?? 0) : 0) +
        (classes[upperRest * UPPER_TOTALS + total] ?? 0);
    }
    return steps;
  };
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

/** Returns the bonus that a roll, counted from 0, earns besides its points. */
export function bonusOf({yahtzeeBonus}: Tables, roll: number, {pays}: Position): number {
  return pays && isYahtzee(roll) ? (yahtzeeBonus[0] ?? 0) : 0;
}

/** The faces of the rolls that are Yahtzees, and 0 for the others. */
const YAHTZEE_FACES = Uint8Array.from(ROLLS, (roll) => (roll[0] === roll[4] ? roll[0] : 0));

export function isYahtzee(roll: number): boolean {
  return YAHTZEE_FACES[roll] !== 0;
}

/** Returns the row of a roll, counted from 0, in `Tables.outcomes`: that of a Yahtzee depends on its case. */
export function rowOf(roll: number, open: number): number {
  if (!isYahtzee(roll)) return roll;
  const face = YAHTZEE_FACES[roll] ?? 0;
  return ROLLS.length + FACES.length * yahtzeeCase(face, open) + face - 1;
}

/**
 * The cases of a Yahtzee: whether the Yahtzee box is open; if not, whether the upper box of its face is; if not,
 * whether any lower box is.
 */
const YAHTZEE_CASES = ['yahtzee-open', 'matching-open', 'lower-open', 'upper-open'] as const;
type YahtzeeCase = (typeof YAHTZEE_CASES)[number];

function yahtzeeCase(face: number, open: number): number {
  if (isOpen(open, YAHTZEE)) return 0;
  if (isOpen(open, face - 1)) return 1;
  return open >= UPPER_SETS ? 2 : 3;
}

/** Points of a roll in each box; null if the rules close the box. */
type Row = readonly (number | null)[];

function makeTables(rules: Rules): Tables {
  const plain: Row[] = ROLLS.map((roll) => CATEGORIES.map((box) => scoreOf(roll, box)));
  const yahtzees = YAHTZEE_CASES.flatMap((one) => FACES.map((face) => yahtzeePoints(one, face, rules)));
  const pointsOfBoxes = CATEGORIES.map((_, box) => {
    const found = new Set([0, ...[...plain, ...yahtzees].flatMap((row) => row[box] ?? [])]);
    return [...found].sort((one, other) => one - other);
  });
  const outcomeStarts = startsOf(pointsOfBoxes);
  const outcome = (points: number | null, box: number): number =>
    points === null
      ? NO_OUTCOME
      : (outcomeStarts[box] ?? 0) + (pointsOfBoxes[box]?.indexOf(points) ?? NO_OUTCOME);
  const outcomesFrom = (row: Row, least: number): number[] =>
    row.flatMap((points, box) => (points === null || points < least ? [] : [outcome(points, box)]));
  const plainRows = plain
    .map((row, roll) => ({keep: FIRST_ROLL + roll, row: outcomesFrom(row, 1)}))
    .filter((_, roll) => !isYahtzee(roll))
    .sort((one, other) => one.row.length - other.row.length);
  const rows = [
    ...plainRows.map(({row}) => row),
    ...yahtzees.map((row) => outcomesFrom(row, 0)),
    CATEGORIES.map((_, box) => outcome(0, box)),
  ];
  return {
    ...lattice(rules.upperBonusFrom),
    ...rerolls(),
    outcomeBoxes: Uint8Array.from(pointsOfBoxes.flatMap((points, box) => points.map(() => box))),
    outcomePoints: Uint8Array.from(pointsOfBoxes.flat()),
    outcomeStarts: Uint8Array.from(outcomeStarts),
    outcomes: Uint8Array.from([...plain, ...yahtzees].flatMap((row) => row.map(outcome))),
    rows: Uint8Array.from(rows.flat()),
    rowStarts: Uint16Array.from(startsOf(rows)),
    plainRolls: Uint16Array.from(plainRows, ({keep}) => keep),
    yahtzeeRolls: Uint16Array.from(FACES, (face) => keepNumber(Array(5).fill(face))),
    yahtzeeBonus: Float64Array.of(rules.yahtzeeBonus),
    upperBonus: Float64Array.from({length: UPPER_TOTALS}, (_, total) =>
      total < rules.upperBonusFrom ? 0 : rules.upperBonus,
    ),
  };
}

/** Returns the points of five dice of a face, in a column that stands for the case; filled boxes have 0. */
function yahtzeePoints(one: YahtzeeCase, face: Face, rules: Rules): Row {
  const matching = CATEGORIES[face - 1];
  const opens: Readonly<Record<YahtzeeCase, (box: Category) => boolean>> = {
    'yahtzee-open': () => true,
    'matching-open': (box) => box !== 'yahtzee',
    'lower-open': (box) => box !== 'yahtzee' && box !== matching,
    'upper-open': (box) => CATEGORY_RULES[box].section === 'upper' && box !== matching,
  };
  const boxes = Object.fromEntries(CATEGORIES.map((box) => [box, opens[one](box) ? null : 0]));
  const column: Column = {factor: 1, boxes: boxes as Column['boxes'], yahtzeeBonus: 0};
  const placements = openPlacements([column], [face, face, face, face, face], rules);
  return CATEGORIES.map((box) => {
    const {legal, points} = placements.find(({category}) => category === box) ?? {legal: true, points: 0};
    return legal ? points : null;
  });
}

/** Returns where each list starts when all are joined, and where the last one ends. */
function startsOf(lists: readonly (readonly number[])[]): number[] {
  const starts = [0];
  for (const {length} of lists) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}
