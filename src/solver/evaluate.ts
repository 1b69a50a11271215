/* The exact score of any player whose choices depend on the open boxes, the upper total, and the dice. */
import type {RuleSet, Rules} from '../rules/rule-sets.js';
import {type EndFour, flow, type ScoreDistribution, scoresOf, writeEnds} from './distribution.js';
import {endsOf, rollsFrom} from './endings.js';
import {makeKernel} from './kernels/kernel.js';
import {EMPTY_CARD, lattice, type Position} from './lattice.js';
import type {Progress} from './solver.js';
import type {Standing} from './standing.js';
import {type Tables, tablesOf} from './tables.js';
import type {Chooser} from './turn.js';

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
 * // Rolls all dice twice more, then fills the last open box.
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
  /** The ends in each lane of the kernel. */
  const written: Ends[] = [];
  const endFour: EndFour = (open, _at, reached) => {
    for (const {lane, position} of reached) {
      const chooser = player(position);
      const {pays} = position;
      if (known?.open !== open || known.pays !== pays || known.chooser !== chooser) {
        const first = rollsFrom(tables, 0);
        known = {open, pays, chooser, ends: endsOf(tables, position, chooser, first, 2)};
      }
      if (written[lane] !== known) writeEnds(kernel, known.ends, lane);
      written[lane] = known;
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
