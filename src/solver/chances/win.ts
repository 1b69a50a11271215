/*
 * The chance to win, from the turn of a player on. Two players with few open boxes both play to win: a duel, which is
 * solved exactly. In other games opponents play as the expert does, which determines the worth of each final total.
 */
import {distribution, quantileOf} from '../distribution.js';
import {openCount} from '../lattice.js';
import type {Progress, Values} from '../solver.js';
import type {Standing} from '../standing.js';
import type {Chances} from './chances.js';
import {solveDuel} from './duel.js';
import {earlierRival, lastRival, winPayoff} from './rivals.js';
import {solvePayoff} from './target.js';

/** Max open boxes on each card of a duel; with five, a solution takes many seconds. */
const DUEL_BOXES = 4;

/** Play of the opponents: to win; or as the expert does, for points until the last turn of the game. */
export type Opposition = 'to-win' | 'expert';

/** The best chances to win, good for one turn. */
export interface ChancesToWin extends Chances {
  readonly against: Opposition;
}

/**
 * Solves the best chance to win of the player who has the next turn. A first place that is shared by k counts as 1/k of
 * a win. Yields its progress, and returns the chances. `finish` runs it to its end.
 *
 * @param opponents in the order of their turns in a round. The last of those with as many open boxes as the player
 *   has the last turn of the game
 * @throws RangeError if a position cannot occur or has no value, if points are not whole, if there are no opponents,
 *   or if their open boxes contradict the player's
 * @example
 * // `mine` and `theirs` come from `standingOf`.
 * finish(win(solve('official'), mine, [theirs])).chance; // 0.4371…
 */
export function* win(
  values: Values,
  standing: Standing,
  opponents: readonly Standing[],
): Generator<Progress, ChancesToWin> {
  const [first, ...others] = opponents;
  if (first === undefined) throw new RangeError('opponents must be at least one');
  const open = openCount(standing.position.open);
  const other = opponents
    .map(({position}) => openCount(position.open))
    .find((one) => one !== open && one !== open - 1);
  if (other !== undefined)
    throw new RangeError(
      `opponents must have as many open boxes as the player, or one fewer: not ${other} beside ${open}`,
    );
  if (others.length === 0 && open <= DUEL_BOXES)
    return {...(yield* solveDuel(values.rules, standing, first)), against: 'to-win'};
  const last = opponents.findLastIndex(
    ({position}) => position.open !== 0 && openCount(position.open) >= open,
  );
  const rivals = opponents.map((opponent, index) =>
    index === last ? lastRival(values, opponent) : earlierRival(distribution(values, opponent)),
  );
  return {...(yield* solvePayoff(values.rules, standing, winPayoff(rivals))), against: 'expert'};
}

/** Max open boxes on each card. */
const MOST_BOXES = 10;

/** Share of the lowest totals, all beaten, and of the highest, all lowered to the next: the bounds widen, but hold. */
const TAIL = 1e-9;

/**
 * Solves bounds of the chance of the player who has the next turn to win against one opponent, if both know both cards
 * all the time and play to win; a tie is half a win. `finish` runs it to its end.
 *
 * The opponent might play for points alone, whatever I do. My best chance then is no less than if both play to win, and
 * knowing such an opponent's total beforehand can only raise it. So the mean, over those totals, of the best chances to
 * beat each is an upper bound. The same for the opponent bounds me from below.
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
    if (openCount(position.open) > MOST_BOXES)
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
  // More than the total wins; the same total is half a win.
  const payoff = {lowest: last - 1, worth: Float64Array.of(0, 0.5, 1)};
  const {of} = yield* solvePayoff(values.rules, own, payoff, last - first);
  return scores.chances.reduce((sum, chance, at) => {
    const total = scores.lowest + at;
    if (total < first) return sum + chance;
    return sum + chance * of({...own, points: own.points + Math.max(0, last - total)});
  }, 0);
}
