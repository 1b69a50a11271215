/* Advice for points: every keep and every box of a turn, ranked; and the best choice at every position. */
import {CATEGORIES} from '../rules/categories.js';
import type {Choice} from '../rules/scorecard.js';
import {FIRST_ROLL, KEEPS, keepNumber, ROLLS} from './keeps.js';
import {makeKernel} from './kernels/kernel.js';
import {BOXES, lattice, type Position, placeOf, positionsOf, setsFrom} from './lattice.js';
import type {Values} from './solver.js';
import {checkedRoll, type Throw} from './standing.js';
import {bonusOf, rowOf, tablesOf} from './tables.js';
import {averageKeeps, chooserOf, playTurn, type Ranked, rankTurn, type Turn} from './turn.js';

/**
 * Ranks every choice of a turn by the expected final score after it: each open box that the rules allow, and each
 * different keep of up to four dice.
 *
 * @throws RangeError if the position cannot occur or has no open box, if points are not whole, the dice are invalid, or
 *   `rolls` is not 0, 1 or 2
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

/**
 * Returns the choices of `advise`, each with the standard deviation of the final score after it. The first call for some
 * values takes almost four times as long as solving them.
 *
 * @throws RangeError as `advise` does
 */
export function deviations(values: Values, thrown: Throw): readonly Ranked[] {
  const turn = turnFrom(values, thrown.position);
  const {tables, position, chosen, kept} = turn;
  const roll = checkedRoll(thrown);
  const squares = squaresOf(values);
  const squareOf = (outcome: number, roll: number): number => {
    const [place, gain] = [turn.steps.places[outcome] ?? 0, turn.steps.gains[outcome] ?? 0];
    const earned = gain + bonusOf(tables, roll, position);
    return earned * (earned + 2 * (values.numbers[place] ?? 0)) + (squares[place] ?? 0);
  };
  const standing = Float64Array.from(chosen, squareOf);
  const means = new Float64Array(KEEPS.length);
  means.set(standing, FIRST_ROLL);
  for (const best of kept.slice(0, thrown.rolls)) {
    for (const one of best.keys()) if (one >= FIRST_ROLL) means[one] = means[best[one] ?? 0] ?? 0;
    averageKeeps(tables, means);
    means.set(standing, FIRST_ROLL);
  }
  const row = BOXES * rowOf(roll, position.open);
  return advise(values, thrown).map((one) => {
    const {choice} = one;
    const square =
      'keep' in choice
        ? (means[keepNumber(choice.keep)] ?? 0)
        : squareOf(tables.outcomes[row + CATEGORIES.indexOf(choice.category)] ?? 0, roll);
    return {...one, deviation: Math.sqrt(Math.max(0, square - (one.worth - thrown.points) ** 2))};
  });
}

const knownSquares = new WeakMap<Values, Float64Array>();

/** Returns the mean square of the points to come at each place. */
function squaresOf(values: Values): Float64Array {
  const {length} = values.numbers;
  const known = knownSquares.get(values);
  if (known !== undefined) return known;
  const kernel = makeKernel(tablesOf(values.rules));
  const {numbers} = kernel.room(2 * length);
  numbers.set(values.numbers);
  for (const open of setsFrom(values.from)) kernel.square(open, 8 * length);
  const squares = numbers.slice(length);
  knownSquares.set(values, squares);
  return squares;
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

/** The best choice with some dice, as `distribution` plays it, and the points to come after it. */
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
