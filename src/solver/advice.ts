/* Advice for points: every keep and every box of a turn, ranked by the final score that can be expected after it. */
import {type Position, placeOf} from './lattice.js';
import type {Values} from './solver.js';
import type {Throw} from './standing.js';
import {tablesOf} from './tables.js';
import {playTurn, type Ranked, rankTurn, type Turn} from './turn.js';

/**
 * Ranks every choice of a turn by the final score that can be expected after it: all open boxes that the rules allow, and
 * all keeps that differ, but for that of all five dice, which the boxes stand for.
 *
 * @throws RangeError if the position cannot occur or has no open box, or if points, dice or rolls are none
 * @example
 * const start = {position: EMPTY_CARD, points: 0};
 * advise(solve('official'), {...start, dice: [1, 1, 6, 6, 6], rolls: 2})[0];
 * // {choice: {keep: [6, 6, 6]}, worth: 265.11…, loss: 0}
 */
export function advise(values: Values, thrown: Throw): readonly Ranked[] {
  const {points} = thrown;
  const ranked = rankTurn(turnFrom(values, thrown.position), thrown);
  return ranked.map((one) => ({...one, worth: points + one.worth}));
}

/** Expected scores that differ by less are equal. */
export const SAME = 1e-9;

/** The turn that was played last with some values: the three rolls of a turn ask for the same one. */
const lastTurns = new WeakMap<Values, {readonly place: number; readonly turn: Turn}>();

/** Returns the turn that starts at a position, played for points. */
export function turnFrom(values: Values, position: Position): Turn {
  values.of(position);
  const tables = tablesOf(values.rules);
  const place = placeOf(tables, position);
  const last = lastTurns.get(values);
  if (last?.place === place) return last.turn;
  const turn = playTurn(tables, position, {
    worth: (after, points) => points + (values.numbers[after] ?? 0),
    same: SAME,
    standsOnTies: false,
  });
  lastTurns.set(values, {place, turn});
  return turn;
}
