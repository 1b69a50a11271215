/*
 * The distribution of the final score, by the best play for points or by any other player whose choices do not depend
 * on the points so far. So chances can flow forward: each position passes its distribution of points on to those that
 * may follow it, after all that lead to it. The kernel does this for four positions at a time.
 */
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {RuleSet, Rules} from '../rules/rule-sets.js';
import {turnFrom} from './advice.js';
import {endsOf, rollsFrom} from './endings.js';
import {keepNumber} from './keeps.js';
import {type Kernel, makeKernel, OUTCOMES} from './kernels/kernel.js';
import {
  EMPTY_CARD,
  FULL,
  isOpen,
  LANES,
  lattice,
  openCount,
  type Position,
  placeOf,
  positionsOf,
  setsFrom,
} from './lattice.js';
import type {Progress, Values} from './solver.js';
import {checkedRoll, checkPoints, type Standing, type Throw} from './standing.js';
import {type Tables, tablesOf} from './tables.js';
import {type Chooser, chooserOf} from './turn.js';

/** The chances of final scores. */
export interface Distribution {
  /** The lowest total that has a place in `chances`. */
  readonly lowest: number;
  /** The chance of each total, from `lowest` on; they add up to 1. */
  readonly chances: Float64Array;
}

/** The points to come from one source. */
export interface Share {
  readonly mean: number;
  /** The chance that it brings nothing. */
  readonly zero: number;
}

/** The distribution of the final score. */
export interface ScoreDistribution extends Distribution {
  /** The mean, in points. */
  readonly mean: number;
  /** The standard deviation, in points. */
  readonly deviation: number;
  /** The chance that the card ends with the upper bonus. */
  readonly upperBonus: number;
  /** The points to come from each box that is open, and from all Yahtzee bonuses. */
  readonly boxes: readonly (Share & {readonly category: Category})[];
  readonly yahtzeeBonus: Share;
}

/**
 * Returns the chances of the final score under the best play for points, from the start of a turn or from the middle of
 * one. From an empty card this takes some seconds. Ties matter: the fewest dice are kept, of as many the lower faces,
 * and the first box on the card is filled.
 *
 * @param onProgress is told how many sets of boxes are done
 * @throws RangeError if the position cannot occur, if the values do not have it, if points are not whole, or as `advise`
 * @example
 * const scores = distribution(solve('official'), {position: EMPTY_CARD, points: 0});
 * quantileOf(scores, 0.5); // the median
 */
export function distribution(
  values: Values,
  from: Standing | Throw,
  onProgress: (progress: Progress) => void = () => {},
): ScoreDistribution {
  return scoresOf(tablesOf(values.rules), from, bestFlow(values, from, 0, onProgress));
}

/** Returns the flow of the best play for points; see `flow`. */
export function bestFlow(
  values: Values,
  from: Standing | Throw,
  boxes: number,
  onProgress: (progress: Progress) => void = () => {},
): Flow {
  values.of(from.position);
  if ('dice' in from) checkedRoll(from);
  const tables = tablesOf(values.rules);
  const kernel = makeKernel(tables);
  kernel.room(values.numbers.length).numbers.set(values.numbers);
  return flow(tables, kernel, from, boxes, onProgress, (open, at, [first]) => {
    if ('dice' in from && open === from.position.open)
      writeEnds(kernel, endsFrom(values, from), first?.lane ?? 0);
    else kernel.end(open, at);
  });
}

/** The play up to the positions with a number of open boxes. */
interface Flow {
  /** The chance to reach each place, by the points of the card there. */
  readonly reached: ReadonlyMap<number, Distribution>;
  /** The mean number of times that each outcome comes about, as in `Kernel.tallies`. */
  readonly tallies: Float64Array;
  /** The chance that no Yahtzee has paid. */
  readonly unpaid: number;
}

/** Writes the ends of turns into `kernel.ends()`: of the positions reached among the four from `at` in a run on. */
type EndFour = (
  open: number,
  at: number,
  reached: readonly {readonly lane: number; readonly position: Position}[],
) => void;

/** Passes chances on from a standing to all places with `boxes` open boxes; nowhere if the standing has no more. */
function flow(
  tables: Tables,
  kernel: Kernel,
  {position, points}: Standing,
  boxes: number,
  onProgress: (progress: Progress) => void,
  endFour: EndFour,
): Flow {
  checkPoints({position, points});
  const sets = [FULL, ...setsFrom(position.open)];
  const records = kernel.startPouring(tables.size, placeOf(tables, position), points);
  const view = (): Int32Array => new Int32Array(kernel.memory.buffer, records, RECORD * tables.size);
  // Not layer by layer: neighbours in this order pour into the same places, which then are in the processor's cache.
  const following = sets.filter((open) => openCount(open) > boxes).sort((one, other) => other - one);
  for (const [done, open] of following.entries()) {
    const positions = positionsOf(tables, open);
    for (let at = 0; at < positions.length; at += LANES) {
      const found = view();
      const reached = positions
        .slice(at, at + LANES)
        .flatMap(([place, one], lane) => (found[RECORD * place] === 0 ? [] : [{lane, position: one}]));
      if (reached.length === 0) continue;
      endFour(open, at, reached);
      kernel.pour(open, at);
    }
    onProgress({done: done + 1, questions: following.length});
  }
  const reached = new Map<number, Distribution>();
  let unpaid = 0;
  const found = view();
  for (const open of sets.filter((one) => openCount(one) === boxes)) {
    for (const [place] of positionsOf(tables, open)) {
      const [address = 0, lowest = 0, , used = 0] = found.subarray(RECORD * place, RECORD * place + RECORD);
      if (address === 0) continue;
      const [from, to] = [used % 2 ** 16, used >>> 16];
      const own = new Float64Array(kernel.memory.buffer, address, to + 1);
      unpaid += own[0] ?? 0;
      reached.set(place, {lowest: lowest + from, chances: own.slice(from + 1)});
    }
  }
  return {reached, tallies: kernel.tallies().slice(), unpaid};
}

/** Numbers of 32 bits in a record of the kernel. */
const RECORD = 4;

/** Returns the distribution of the final score, and where its points come from. */
function scoresOf(tables: Tables, {position}: Standing, {reached, tallies, unpaid}: Flow): ScoreDistribution {
  const all = [...reached.values()];
  const lowest = Math.min(...all.map((one) => one.lowest));
  const end = Math.max(...all.map((one) => one.lowest + one.chances.length));
  const chances = new Float64Array(end - lowest);
  for (const one of all)
    for (const [at, chance] of one.chances.entries()) {
      const total = one.lowest + at - lowest;
      chances[total] = (chances[total] ?? 0) + chance;
    }
  const mean = sum(chances.map((chance, at) => chance * (lowest + at)));
  const variance = sum(chances.map((chance, at) => chance * (lowest + at - mean) ** 2));
  const {outcomeStarts, outcomePoints, yahtzeeBonus, upperBonus} = tables;
  const both = (outcome: number): number => (tallies[outcome] ?? 0) + (tallies[OUTCOMES + outcome] ?? 0);
  const boxes = CATEGORIES.flatMap((category, box) => {
    if (!isOpen(position.open, box)) return [];
    let points = 0;
    const start = outcomeStarts[box] ?? 0;
    for (let outcome = start; outcome < (outcomeStarts[box + 1] ?? 0); outcome += 1)
      points += both(outcome) * (outcomePoints[outcome] ?? 0);
    return [{category, mean: points, zero: both(start)}];
  });
  const paid = sum(tallies.subarray(OUTCOMES, 2 * OUTCOMES)) * (yahtzeeBonus[0] ?? 0);
  const isEarned = (upperBonus[position.upper] ?? 0) > 0;
  return {
    lowest,
    chances,
    mean,
    deviation: Math.sqrt(variance),
    upperBonus: isEarned ? 1 : (tallies[2 * OUTCOMES] ?? 0),
    boxes,
    yahtzeeBonus: {mean: paid, zero: paid === 0 ? 1 : unpaid},
  };
}

/**
 * Returns the lowest total that is not exceeded with a chance: with 0.5 the median.
 *
 * @throws RangeError unless the chance is from 0 to 1
 */
export function quantileOf({lowest, chances}: Distribution, chance: number): number {
  if (!(chance >= 0 && chance <= 1)) throw new RangeError(`chance must be from 0 to 1, not ${chance}`);
  let below = 0;
  const index = chances.findIndex((one) => {
    below += one;
    return below >= chance;
  });
  // Rounding may leave a little less than 1 in all.
  return lowest + (index < 0 ? chances.length - 1 : index);
}

/** Returns the ends of a turn that is played best from these dice on. */
function endsFrom(values: Values, {position, dice, rolls}: Throw): Float64Array {
  const turn = turnFrom(values, position);
  return endsOf(turn.tables, position, chooserOf(turn), rollsFrom(turn.tables, keepNumber(dice)), rolls);
}

/** Writes the ends of a turn into one lane. */
function writeEnds(kernel: Kernel, ends: Float64Array, lane: number): void {
  const all = kernel.ends();
  for (let end = 0; end < ends.length; end += 1) all[LANES * end + lane] = ends[end] ?? 0;
}

function sum(numbers: Float64Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** A player: the chooser for a turn that starts at a position. */
export type Player = (position: Position) => Chooser;

/**
 * Returns the exact distribution of a player's final score. Asks the player about each position that it reaches, and
 * each roll there: 400 million times from an empty card. A chooser that the player returns for all positions that
 * differ only in the upper total is asked once for all of them.
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
