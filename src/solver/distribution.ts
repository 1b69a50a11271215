/*
 * The distribution of the final score when every choice is the best one for its expectation. The best play does not
 * depend on the points so far, so the chances flow forward: layer by layer, each position passes its distribution of
 * points on to those that may follow it.
 */
import {turnFrom} from './advice.js';
import {type Distribution, pouringOf, trimmed} from './convolution.js';
import {endingRolls} from './endings.js';
import {FIRST_ROLL, ROLLS} from './keeps.js';
import {type Kernel, makeKernel, OUTCOMES} from './kernels/kernel.js';
import {LANES, openBoxes, type Position, placeOf, positionsOf, setsFrom} from './lattice.js';
import type {Progress, Values} from './solver.js';
import {checkedRoll, checkPoints, type Standing, type Throw} from './standing.js';
import {isYahtzee, stepsIn, tablesOf} from './tables.js';

/** The distribution of the final score. */
export interface ScoreDistribution extends Distribution {
  /** The mean, in points. */
  readonly mean: number;
  /** The standard deviation, in points. */
  readonly deviation: number;
  /** The chance that the card ends with the upper bonus. */
  readonly upperBonus: number;
}

/**
 * Returns the chances of the final score under the best play for points, from the start of a turn or from the middle of
 * one. From an empty card this takes some seconds. Ties matter: the fewest dice are kept, of as many the lower faces,
 * and the first box on the card is filled.
 *
 * @param onProgress is told how many sets of boxes are done
 * @throws RangeError if the position cannot occur, if the values do not have it, or if points, dice or rolls are none
 * @example
 * const scores = distribution(solve('official'), {position: EMPTY_CARD, points: 0});
 * quantileOf(scores, 0.5); // the median
 */
export function distribution(
  values: Values,
  from: Standing | Throw,
  onProgress: (progress: Progress) => void = () => {},
): ScoreDistribution {
  const {reached, upperBonus} = flowFrom(values, from, 0, onProgress);
  const all = new Map<number, Distribution>();
  for (const one of reached.values()) {
    const pouring = pouringOf(one, all);
    pouring.into(0, 0, 1);
    pouring.end();
  }
  const final = trimmed(all.get(0) ?? {lowest: 0, chances: Float64Array.of(1)});
  return {...final, ...momentsOf(final), upperBonus};
}

/**
 * Returns the chance to reach each place at which so many boxes are open, or fewer if the play begins with fewer, by
 * the points of the card there; and the chance to have earned the upper bonus.
 */
export function flowFrom(
  values: Values,
  from: Standing | Throw,
  boxes: number,
  onProgress: (progress: Progress) => void = () => {},
): {readonly reached: ReadonlyMap<number, Distribution>; readonly upperBonus: number} {
  values.of(from.position);
  checkPoints(from);
  const tables = tablesOf(values.rules);
  const stepsAt = stepsIn(tables);
  const first = placeOf(tables, from.position);
  const reached = new Map<number, Distribution>([
    [first, {lowest: from.points, chances: Float64Array.of(1)}],
  ]);
  let upperBonus = tables.upperBonus[from.position.upper] === 0 ? 0 : 1;
  const passOn = (place: number, position: Position, ends: Float64Array, lane: number): void => {
    const source = reached.get(place);
    if (source === undefined) return;
    reached.delete(place);
    let whole = 0;
    const pouring = pouringOf(source, reached);
    const {gains, places} = stepsAt(position);
    for (let paid = 0; paid <= Number(position.pays); paid += 1) {
      for (let outcome = 0; outcome < gains.length; outcome += 1) {
        const chance = ends[LANES * (paid * OUTCOMES + outcome) + lane] ?? 0;
        if (chance === 0) continue;
        const gain = gains[outcome] ?? 0;
        if (gain > (tables.outcomePoints[outcome] ?? 0)) {
          whole ||= sum(source.chances);
          upperBonus += whole * chance;
        }
        pouring.into(places[outcome] ?? 0, gain + paid * (tables.yahtzeeBonus[0] ?? 0), chance);
      }
    }
    pouring.end();
  };
  if ('dice' in from) passOn(first, from.position, endsOf(values, from), 0);
  const kernel = kernelWith(values);
  const ends = kernel.ends();
  const following = setsFrom(from.position.open)
    .filter((open) => openBoxes(open) > boxes)
    .toReversed();
  for (const [done, open] of following.entries()) {
    const positions = positionsOf(tables, open);
    for (let at = 0; at < positions.length; at += LANES) {
      const four = positions.slice(at, at + LANES);
      if (!four.some(([place]) => reached.has(place))) continue;
      kernel.end(open, at);
      for (const [lane, [place, position]] of four.entries()) passOn(place, position, ends, lane);
    }
    onProgress({done: done + 1, questions: following.length});
  }
  return {reached, upperBonus};
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

const kernels = new WeakMap<Values, Kernel>();

function kernelWith(values: Values): Kernel {
  const known = kernels.get(values);
  if (known !== undefined) return known;
  const kernel = makeKernel(tablesOf(values.rules));
  kernel.room(values.numbers.length).numbers.set(values.numbers);
  kernels.set(values, kernel);
  return kernel;
}

/** Returns the ends of a turn that is played best from these dice on, as the kernel has them in its first lane. */
function endsOf(values: Values, thrown: Throw): Float64Array {
  const roll = checkedRoll(thrown);
  const {rolls, position} = thrown;
  const turn = turnFrom(values, position);
  const ends = new Float64Array(2 * OUTCOMES * LANES);
  const chances = endingRolls(turn, FIRST_ROLL + roll, rolls);
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const end = LANES * ((turn.chosen[roll] ?? 0) + (position.pays && isYahtzee(roll) ? OUTCOMES : 0));
    ends[end] = (ends[end] ?? 0) + (chances[FIRST_ROLL + roll] ?? 0);
  }
  return ends;
}

function momentsOf({lowest, chances}: Distribution): {mean: number; deviation: number} {
  const mean = sum(chances.map((chance, one) => chance * (lowest + one)));
  const variance = sum(chances.map((chance, one) => chance * (lowest + one - mean) ** 2));
  return {mean, deviation: Math.sqrt(variance)};
}

function sum(numbers: Float64Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
