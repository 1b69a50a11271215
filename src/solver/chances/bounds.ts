/*
 * Bounds of the chance to win between two players who watch each other and both play to win.
 *
 * The opponent might play for points alone, whatever I do; the best I could do then is at least what I can get if both
 * play to win. Knowing such an opponent's final total beforehand, I can only do better. So the mean, over those totals,
 * of the best chance to beat each is an upper bound. The same for the opponent bounds me from below.
 */
import {distribution, quantileOf} from '../distribution.js';
import {openBoxes} from '../lattice.js';
import type {Progress, Values} from '../solver.js';
import type {Standing} from '../standing.js';
import {solvePayoff} from './target.js';

/** Max open boxes on each card. */
const MOST_BOXES = 10;

/** A total below all but this share counts as beaten, one above as the last below: the bounds widen, but hold. */
const TAIL = 1e-9;

/**
 * Solves bounds of the chance of the player who has the next turn to win against one opponent, if both know both cards
 * all the time and play to win; a tie is half a win. `finish` runs it to its end.
 *
 * @throws RangeError if a position cannot occur or has no value, if points are not whole, or if a card has more than ten
 *   open boxes, as that would take minutes
 */
export function* bounds(
  values: Values,
  standing: Standing,
  opponent: Standing,
): Generator<Progress, {readonly least: number; readonly most: number}> {
  for (const {position} of [standing, opponent])
    if (openBoxes(position.open) > MOST_BOXES)
      throw new RangeError(
        `position must have at most ${MOST_BOXES} open boxes: bounds for more take minutes`,
      );
  const most = yield* knowingTotal(values, standing, opponent);
  const least = 1 - (yield* knowingTotal(values, opponent, standing));
  return {least: Math.max(0, least), most: Math.min(1, most)};
}

/** Returns the mean of the best chances to beat each total that the other reaches when playing for points. */
function* knowingTotal(values: Values, own: Standing, other: Standing): Generator<Progress, number> {
  const scores = distribution(values, other);
  const [first, last] = [quantileOf(scores, TAIL), quantileOf(scores, 1 - TAIL)];
  // More than the total wins, as much is half a win.
  const payoff = {lowest: last - 1, worth: Float64Array.of(0, 0.5, 1)};
  const {of} = yield* solvePayoff(values.rules, own, payoff, last - first);
  return scores.chances.reduce((sum, chance, at) => {
    const total = scores.lowest + at;
    if (total < first) return sum + chance;
    return sum + chance * of({...own, points: own.points + Math.max(0, last - total)});
  }, 0);
}
