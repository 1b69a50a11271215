/* The exact score of any player whose choices depend on the open boxes, the upper total, and the dice. */
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {Dice, Face} from '../rules/dice.js';
import type {RuleSet, Rules} from '../rules/rule-sets.js';
import {type EndFour, flow, type ScoreDistribution, scoresOf} from './distribution.js';
import {spread} from './endings.js';
import {checkKeep, FIRST_ROLL, KEEPS, keepNumber, ROLLS} from './keeps.js';
import {makeKernel, OUTCOMES} from './kernels/kernel.js';
import {BOXES, EMPTY_CARD, isOpen, LANES, lattice, type Position} from './lattice.js';
import type {Progress} from './solver.js';
import type {Standing, Throw} from './standing.js';
import {isYahtzee, NO_OUTCOME, rowOf, type Tables, tablesOf} from './tables.js';

/** The choice in a turn of a player with these dice, ascending: to keep some and roll the others, or to fill a box. */
export type Chooser = (
  dice: Dice,
  rolls: Throw['rolls'],
) => {readonly keep: readonly Face[]} | {readonly category: Category};

/** A player: the chooser for a turn that starts at a position. */
export type Player = (position: Position) => Chooser;

/**
 * Returns the exact distribution of a player's final score. A player is asked about each position that it reaches, and
 * each roll there: 400 million times from an empty card. But if it returns the same chooser for several positions that
 * differ only in the upper total, the chooser is asked once for all of them.
 *
 * @param onProgress is told how many sets of boxes are done
 * @throws RangeError if a choice is not legal, or as `distribution` does
 * @example
 * // Rolls all dice twice more, and fills the last open box, in free play without Jokers.
 * const player: Player = ({open}) => (_dice, rolls) =>
 *   rolls > 0 ? {keep: []} : {category: CATEGORIES[Math.floor(Math.log2(open))] ?? 'ones'};
 * evaluate('cs106a', player).mean; // 45.9…
 */
export function evaluate(
  rules: RuleSet | Rules,
  player: Player,
  from: Standing = {position: EMPTY_CARD, points: 0},
  onProgress: (progress: Progress) => void = () => {},
): ScoreDistribution {
  const tables: Tables = {...tablesOf(rules), ...lattice('each-total')};
  const kernel = makeKernel(tables);
  let known: Ends | null = null;
  const endFour: EndFour = (open, _at, reached) => {
    for (const {lane, position} of reached) {
      const chooser = player(position);
      const {pays} = position;
      if (known?.open !== open || known.pays !== pays || known.chooser !== chooser)
        known = {open, pays, chooser, ends: endsOf(tables, position, chooser)};
      const ends = kernel.ends();
      for (let end = 0; end < known.ends.length; end += 1) ends[LANES * end + lane] = known.ends[end] ?? 0;
    }
  };
  return scoresOf(tables, from, flow(tables, kernel, from, 0, onProgress, endFour));
}

interface Ends {
  readonly open: number;
  readonly pays: boolean;
  readonly chooser: Chooser;
  readonly ends: Float64Array;
}

/** Returns the chance of each outcome of a turn, and behind them those with a Yahtzee that pays. */
function endsOf(tables: Tables, position: Position, chooser: Chooser): Float64Array {
  const ends = new Float64Array(2 * OUTCOMES);
  const chances = new Float64Array(KEEPS.length);
  chances[0] = 1;
  for (const rolls of [2, 1, 0] as const) {
    spread(tables, chances);
    for (const [roll, dice] of ROLLS.entries()) {
      const chance = chances[FIRST_ROLL + roll] ?? 0;
      if (chance === 0) continue;
      const choice = chooser(dice, rolls);
      chances[FIRST_ROLL + roll] = 0;
      if ('keep' in choice) {
        checkKeep(dice, choice.keep);
        if (rolls === 0) throw new RangeError('player must choose a box when no roll is to come');
        const keep = keepNumber(choice.keep);
        chances[keep] = (chances[keep] ?? 0) + chance;
        continue;
      }
      const box = CATEGORIES.indexOf(choice.category);
      const outcome = tables.outcomes[BOXES * rowOf(roll, position.open) + box] ?? NO_OUTCOME;
      if (outcome === NO_OUTCOME || !isOpen(position.open, box))
        throw new RangeError(
          `player must choose a box that is open to ${dice.join(' ')}, not ${choice.category}`,
        );
      const end = outcome + (position.pays && isYahtzee(roll) ? OUTCOMES : 0);
      ends[end] = (ends[end] ?? 0) + chance;
    }
  }
  return ends;
}
