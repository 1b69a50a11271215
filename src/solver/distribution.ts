/*
 * How the final score is distributed when every choice is the best one for its expectation. What the best play does
 * does not depend on the points so far, so the chances flow forward: layer by layer, each position passes its
 * distribution of points on to those that may follow it.
 */
import type {Standing, Throw} from './advice.js';
import {endingRolls} from './endings.js';
import {FIRST_ROLL, keepNumber, ROLLS} from './keeps.js';
import {type Position, placeOf, positionsOf, setsFrom} from './lattice.js';
import {isYahtzee} from './outcomes.js';
import type {Progress, Values} from './solver.js';
import {MOST_ROLLS, makeTurn, playTurn, type Turn} from './turn.js';

/** The chances of totals. */
export interface Distribution {
  /** The lowest total that has a place in `chances`. */
  readonly lowest: number;
  /** The chance of each total, from `lowest` on; they add up to 1. */
  readonly chances: Float64Array;
}

/** The distribution of the final score. */
export interface ScoreDistribution extends Distribution {
  /** In points. */
  readonly mean: number;
  /** The standard deviation, in points. */
  readonly deviation: number;
  /** The chance that the card ends with the upper bonus. */
  readonly upperBonus: number;
}

/**
 * The final score under the best play, from the start of a turn or from the middle of one. Where choices are worth the
 * same, the distribution depends on which is taken: that with the fewest dice kept, and of as many the lower faces; of
 * boxes the first on the card.
 *
 * @param onProgress is told how many sets of boxes are done
 * @throws RangeError if the position cannot occur, or if the dice are none
 */
export function distributionOf(
  values: Values,
  from: Standing | Throw,
  onProgress: (progress: Progress) => void = () => {},
): ScoreDistribution {
  const turn = makeTurn(values);
  const {steps, outcomes} = turn;
  const count = outcomes.boxes.length;
  const first = placeOf(values.lattice, from.position);
  const reached = new Map<number, Distribution>([
    [first, {lowest: from.points, chances: Float64Array.of(1)}],
  ]);
  let upperBonus = outcomes.upperBonus[from.position.upper] === 0 ? 0 : 1;
  const passOn = (place: number, position: Position): void => {
    const all = reached.get(place);
    if (all === undefined) return;
    reached.delete(place);
    const source = withoutEnds(all);
    playTurn(values, position, turn);
    const whole = sum(source.chances);
    const ends = endsOf(turn, position, place === first ? from : {});
    for (let end = 0; end < ends.length; end += 1) {
      const chance = ends[end] ?? 0;
      if (chance === 0) continue;
      const outcome = end % count;
      const gain = steps.gains[outcome] ?? 0;
      const next = steps.places[outcome] ?? 0;
      const extra = end < count ? 0 : outcomes.yahtzeeBonus;
      reached.set(next, pour(source, chance, gain + extra, reached.get(next)));
      if (gain > (outcomes.points[outcome] ?? 0)) upperBonus += whole * chance;
    }
  };
  const following = setsFrom(values.lattice, from.position.open).toReversed();
  for (const [done, open] of following.entries()) {
    for (const [place, position] of positionsOf(values.lattice, open)) passOn(place, position);
    onProgress({done: done + 1, questions: following.length});
  }
  const final = withoutEnds([...reached.values()].reduce((all, one) => pour(one, 1, 0, all)));
  return {...final, ...momentsOf(final), upperBonus};
}

/** The lowest total that is not exceeded with this chance: with 0.5 the median. */
export function quantileOf({lowest, chances}: Distribution, chance: number): number {
  let below = 0;
  const index = chances.findIndex((one) => {
    below += one;
    return below >= chance;
  });
  // Rounding may leave a little less than 1 in all.
  return lowest + (index < 0 ? chances.length - 1 : index);
}

/**
 * The chances of the ends of a turn that is played best, from its start or from these dice on: for each outcome, and
 * then for each with a Yahtzee that pays.
 */
function endsOf(turn: Turn, {pays}: Position, {dice, rolls = MOST_ROLLS}: Partial<Throw>): Float64Array {
  const count = turn.outcomes.boxes.length;
  const ends = new Float64Array(2 * count);
  const chances = endingRolls(turn, dice === undefined ? null : keepNumber(dice), rolls);
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const end = (turn.chosen[roll] ?? 0) + (pays && isYahtzee(roll) ? count : 0);
    ends[end] = (ends[end] ?? 0) + (chances[FIRST_ROLL + roll] ?? 0);
  }
  return ends;
}

/** Adds a distribution to another one, with a weight, and moved up by some points. */
function pour(
  source: Distribution,
  weight: number,
  points: number,
  into: Distribution | undefined,
): Distribution {
  const {chances: added} = source;
  const room = covering(source.lowest + points, added.length, into);
  addTo(room.chances, source.lowest + points - room.lowest, added, weight);
  return room;
}

function addTo(sums: Float64Array, offset: number, added: Float64Array, weight: number): void {
  for (let one = 0; one < added.length; one += 1) {
    sums[offset + one] = (sums[offset + one] ?? 0) + weight * (added[one] ?? 0);
  }
}

/** How much more room a distribution gets than it needs at once: others are poured into it soon, some points higher. */
const ROOM = 64;

/** The same distribution, with room for these totals. */
function covering(lowest: number, length: number, old: Distribution | undefined): Distribution {
  if (old === undefined) return {lowest, chances: new Float64Array(length + ROOM)};
  const end = old.lowest + old.chances.length;
  if (lowest >= old.lowest && lowest + length <= end) return old;
  const from = Math.min(lowest, old.lowest);
  const to = lowest + length <= end ? end : lowest + length + ROOM;
  const chances = new Float64Array(to - from);
  chances.set(old.chances, old.lowest - from);
  return {lowest: from, chances};
}

/** The same distribution, from the first to the last total that has a chance. */
function withoutEnds({lowest, chances}: Distribution): Distribution {
  const isPossible = (chance: number): boolean => chance > 0;
  const first = chances.findIndex(isPossible);
  return {lowest: lowest + first, chances: chances.subarray(first, chances.findLastIndex(isPossible) + 1)};
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
