/*
 * What the rules say of every roll, as tables for the kernels. They are read off `src/rules/`, on a few columns that
 * stand for all: what a roll earns depends on its box alone, unless it is a Yahtzee and the Yahtzee box is filled.
 */
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../rules/categories.js';
import {diceOf, FACES} from '../rules/dice.js';
import {type Column, openPlacements, UPPER_BONUS, UPPER_BONUS_FROM} from '../rules/scorecard.js';
import {RULES, type RuleSet} from '../rules/variants.js';
import {FIRST_ROLL, KEEPS} from './keeps.js';
import {UPPER_TOTALS} from './lattice.js';

/**
 * What decides on where a Yahtzee may go: whether the Yahtzee box is open; if not, whether the upper box of its face
 * is; if not, whether any lower box is.
 */
export const YAHTZEE_CASES = ['yahtzee-open', 'matching-open', 'lower-open', 'upper-open'] as const;
export type YahtzeeCase = (typeof YAHTZEE_CASES)[number];

/** Points in `Scoring.yahtzees` for a box that the rules close to the roll. */
export const FORBIDDEN = -1;

export interface Scoring {
  /**
   * For each box the rolls that score there, Yahtzees apart: from `groupStarts[box]` to `groupStarts[box + 1]` stand
   * the points, how many rolls score them, and the numbers of these keeps, again and again.
   */
  readonly groups: Uint16Array;
  readonly groupStarts: Uint16Array;
  /** The points of five alike, or `FORBIDDEN`: at `13 × (6 × case + face - 1) + box`. */
  readonly yahtzees: Int8Array;
  /** What a Yahtzee earns besides, where Yahtzees pay. One number. */
  readonly yahtzeeBonus: Float64Array;
  /** The upper bonus that an upper total has earned. */
  readonly upperBonus: Float64Array;
}

export function scoringOf(rules: RuleSet): Scoring {
  const streams = CATEGORIES.map(groupsOf);
  const ends = streams.map((_, box) => streams.slice(0, box + 1).flat().length);
  return {
    groups: Uint16Array.from(streams.flat()),
    groupStarts: Uint16Array.from([0, ...ends]),
    yahtzees: Int8Array.from(
      YAHTZEE_CASES.flatMap((one) => FACES.flatMap((face) => yahtzeePoints(one, face, rules))),
    ),
    yahtzeeBonus: Float64Array.of(RULES[rules].yahtzeeBonus),
    upperBonus: Float64Array.from({length: UPPER_TOTALS}, (_, total) =>
      total < UPPER_BONUS_FROM ? 0 : UPPER_BONUS,
    ),
  };
}

function groupsOf(category: Category): number[] {
  const groups = new Map<number, number[]>();
  for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1) {
    const dice = diceOf(KEEPS[roll] ?? []);
    const points = scoreOf(dice, category);
    if (points > 0 && new Set(dice).size > 1) groups.set(points, [...(groups.get(points) ?? []), roll]);
  }
  return [...groups].flatMap(([points, rolls]) => [points, rolls.length, ...rolls]);
}

/** The points of five of a face in each box; a box that is filled in the column that stands for the case says 0. */
function yahtzeePoints(one: YahtzeeCase, face: (typeof FACES)[number], rules: RuleSet): number[] {
  const matching = CATEGORIES[face - 1];
  const isOpen: Readonly<Record<YahtzeeCase, (box: Category) => boolean>> = {
    'yahtzee-open': () => true,
    'matching-open': (box) => box !== 'yahtzee',
    'lower-open': (box) => box !== 'yahtzee' && box !== matching,
    'upper-open': (box) => CATEGORY_RULES[box].section === 'upper' && box !== matching,
  };
  const boxes = Object.fromEntries(CATEGORIES.map((box) => [box, isOpen[one](box) ? null : 0]));
  const column: Column = {factor: 1, boxes: boxes as Column['boxes'], yahtzeeBonus: 0};
  const placements = openPlacements([column], [face, face, face, face, face], RULES[rules]);
  return CATEGORIES.map((box) => {
    const placement = placements.find(({category}) => category === box);
    if (placement === undefined) return 0;
    return placement.legal ? placement.points : FORBIDDEN;
  });
}
