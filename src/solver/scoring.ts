/*
 * What the rules say of every roll, as tables for the kernels. They are read off `src/rules/`, on a few columns that
 * stand for all: where a roll may go and what it earns there depends on the box alone, unless it is a Yahtzee and the
 * Yahtzee box is filled; then it depends on one of three cases as well.
 */
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../rules/categories.js';
import {FACES, type Face} from '../rules/dice.js';
import {RULES, type RuleSet} from '../rules/rule-sets.js';
import {type Column, openPlacements, UPPER_BONUS, UPPER_BONUS_FROM} from '../rules/scorecard.js';
import {ROLLS} from './keeps.js';
import {isOpen, UPPER_SETS, UPPER_TOTALS, YAHTZEE} from './lattice.js';

/**
 * What decides on where a Yahtzee may go: whether the Yahtzee box is open; if not, whether the upper box of its face
 * is; if not, whether any lower box is.
 */
export const YAHTZEE_CASES = ['yahtzee-open', 'matching-open', 'lower-open', 'upper-open'] as const;
export type YahtzeeCase = (typeof YAHTZEE_CASES)[number];

/** Stands in `Scoring.points` for a box that the rules close to the roll. */
export const FORBIDDEN = -1;

export interface Scoring {
  /**
   * The points of each roll in each box, at `13 × row + box`; or `FORBIDDEN`. The row of a roll is the number of its
   * keep, less `FIRST_ROLL`. That of a Yahtzee is `252 + 6 × case + face - 1` instead; boxes that are filled in the case
   * have 0 there.
   */
  readonly points: Int8Array;
  /** What a Yahtzee earns besides, where Yahtzees pay. One number. */
  readonly yahtzeeBonus: Float64Array;
  /** The upper bonus that an upper total has earned. */
  readonly upperBonus: Float64Array;
}

export function scoringOf(rules: RuleSet): Scoring {
  return {
    points: Int8Array.from([
      ...ROLLS.flatMap((roll) => CATEGORIES.map((box) => scoreOf(roll, box))),
      ...YAHTZEE_CASES.flatMap((one) => FACES.flatMap((face) => yahtzeePoints(one, face, rules))),
    ]),
    yahtzeeBonus: Float64Array.of(RULES[rules].yahtzeeBonus),
    upperBonus: Float64Array.from({length: UPPER_TOTALS}, (_, total) =>
      total < UPPER_BONUS_FROM ? 0 : UPPER_BONUS,
    ),
  };
}

/** The row of `Scoring.points` that five of a face have where these boxes are open. */
export function yahtzeeRow(face: Face, open: number): number {
  return ROLLS.length + FACES.length * yahtzeeCase(face, open) + face - 1;
}

/** The number of the case in `YAHTZEE_CASES`. */
export function yahtzeeCase(face: Face, open: number): number {
  if (isOpen(open, YAHTZEE)) return 0;
  if (isOpen(open, face - 1)) return 1;
  return open >= UPPER_SETS ? 2 : 3;
}

/** The points of five of a face in each box, on a column that stands for the case. */
function yahtzeePoints(one: YahtzeeCase, face: Face, rules: RuleSet): number[] {
  const matching = CATEGORIES[face - 1];
  const opens: Readonly<Record<YahtzeeCase, (box: Category) => boolean>> = {
    'yahtzee-open': () => true,
    'matching-open': (box) => box !== 'yahtzee',
    'lower-open': (box) => box !== 'yahtzee' && box !== matching,
    'upper-open': (box) => CATEGORY_RULES[box].section === 'upper' && box !== matching,
  };
  const boxes = Object.fromEntries(CATEGORIES.map((box) => [box, opens[one](box) ? null : 0]));
  const column: Column = {factor: 1, boxes: boxes as Column['boxes'], yahtzeeBonus: 0};
  const placements = openPlacements([column], [face, face, face, face, face], RULES[rules]);
  return CATEGORIES.map((box) => {
    const {legal, points} = placements.find(({category}) => category === box) ?? {legal: true, points: 0};
    return legal ? points : FORBIDDEN;
  });
}
