/* The best play for points as a table: what to choose at every position, for every roll. */
import type {Choice} from '../rules/scorecard.js';
import {turnFrom} from './advice.js';
import {FIRST_ROLL, ROLLS} from './keeps.js';
import {lattice, type Position, positionsOf, setsFrom} from './lattice.js';
import type {Values} from './solver.js';
import type {Throw} from './standing.js';
import {chooserOf} from './turn.js';

/** The best choice with some dice, as `distribution` has it, and the points to come after it. */
export interface Best extends Pick<Throw, 'position' | 'dice' | 'rolls'> {
  readonly choice: Choice;
  readonly worth: number;
}

/**
 * Yields the best choices of one position: for each roll, ascending, with two rolls to come, then with one, then none.
 *
 * @throws RangeError if the position cannot occur, or has no value or open box
 */
export function* bestAt(values: Values, position: Position): Generator<Best> {
  if (position.open === 0) throw new RangeError('position must have an open box: the card is full');
  const turn = turnFrom(values, position);
  const chooser = chooserOf(turn);
  for (const rolls of [2, 1, 0] as const) {
    for (const [roll, dice] of ROLLS.entries()) {
      const keep = turn.kept[rolls]?.[FIRST_ROLL + roll] ?? FIRST_ROLL + roll;
      yield {position, dice, rolls, choice: chooser(dice, rolls), worth: turn.worth[rolls]?.[keep] ?? 0};
    }
  }
}

/** Yields the positions that have values, those with the most open boxes first; 536,320 from an empty card. */
export function* positionsFrom({from}: Pick<Values, 'from'>): Generator<Position> {
  for (const open of setsFrom(from).toReversed()) {
    let last: Position | null = null;
    for (const [, position] of positionsOf(lattice('each-total'), open)) {
      // A run ends with copies of its last position.
      if (position.upper !== last?.upper || position.pays !== last.pays) yield position;
      last = position;
    }
  }
}
