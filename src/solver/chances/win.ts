/*
 * The chance to win, from the turn of a player on. Two players who have few boxes open both play to win: that is solved
 * exactly, as a duel. Else opponents play as the expert does, which tells what each final total is worth.
 */
import {distribution} from '../distribution.js';
import {openBoxes} from '../lattice.js';
import type {Progress, Values} from '../solver.js';
import type {Standing} from '../standing.js';
import type {Chances} from './chances.js';
import {isDuel, solveDuel} from './duel.js';
import {earlierRival, lastRival, winPayoff} from './rivals.js';
import {solvePayoff} from './target.js';

/** Max open boxes on each card of a duel; with more, five for instance, a solution takes many seconds. */
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
 * @param opponents in the order of their turns in a round. The last of those with as many open boxes as the player has the
 *   last turn of the game
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
  if (first === undefined) throw new RangeError('opponents must be one at least');
  const open = openBoxes(standing.position.open);
  const other = opponents
    .map(({position}) => openBoxes(position.open))
    .find((one) => one !== open && one !== open - 1);
  if (other !== undefined)
    throw new RangeError(
      `opponents must have as many open boxes as the player, or one fewer: not ${other} beside ${open}`,
    );
  if (others.length === 0 && open <= DUEL_BOXES && isDuel(standing, first))
    return {...(yield* solveDuel(values.rules, standing, first)), against: 'to-win'};
  const last = opponents.findLastIndex(
    ({position}) => position.open !== 0 && openBoxes(position.open) >= open,
  );
  const rivals = opponents.map((opponent, index) =>
    index === last ? lastRival(values, opponent) : earlierRival(distribution(values, opponent)),
  );
  return {...(yield* solvePayoff(values.rules, standing, winPayoff(rivals))), against: 'expert'};
}
