/*
 * What each choice costs: every keep and every box of a turn, ranked by the final score that can be expected after it
 * when all that follows is played best.
 */
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, type Dice, type DieNumber, diceOf, type Face} from '../rules/dice.js';
import {type Column, columnTotals} from '../rules/scorecard.js';
import {EXTENSIONS, FIRST_ROLL, KEEPS, type Keep, keepNumber} from './keeps.js';
import {type Position, placeOf, positionOf} from './lattice.js';
import {isYahtzee} from './outcomes.js';
import {boxesFor, type OpenBox, ranked} from './ranking.js';
import {averageKeeps} from './rolling.js';
import type {Values} from './solver.js';
import {keepsWithin, makeTurn, playTurn, SAME, type Turn} from './turn.js';

/** Where a player stands at the start of a turn. */
export interface Standing {
  readonly position: Position;
  /** The points on the card, with all bonuses that it has earned. */
  readonly points: number;
}

/** The middle of a turn. */
export interface Throw extends Standing {
  readonly dice: Dice;
  /** Rolls still to come. */
  readonly rolls: 0 | 1 | 2;
}

/** What every choice says of itself. All of it in points. */
export interface Worth {
  /** The final score that can be expected after this choice. */
  readonly expected: number;
  /** Of that, what this turn is expected to bring, bonuses included. */
  readonly turn: number;
  /** How much less is expected than after the best choice; 0 for all that are as good as it. */
  readonly loss: number;
}

/** To keep these dice and roll the others; all five are kept to be scored now. */
export interface KeepAdvice extends Worth {
  /** Ascending. */
  readonly dice: readonly Face[];
  /** The other dice, by number as in the throw: those to roll again. Of alike dice the first are kept. */
  readonly numbers: readonly DieNumber[];
}

/** To fill a box now. */
export interface BoxAdvice extends Worth, Omit<OpenBox, 'place'> {}

export interface Advice {
  /** The final score that can be expected under the best choice. */
  readonly expected: number;
  /** All keeps that differ, best first; of equals the one with the fewest dice. None if no roll is to come. */
  readonly keeps: readonly KeepAdvice[];
  /** All open boxes that the rules allow, best first; of equals the first on the card. */
  readonly boxes: readonly BoxAdvice[];
}

/** Where the player of a column stands; all points as if the column's factor were 1. */
export function standingOf({factor, boxes, yahtzeeBonus}: Column): Standing {
  const plain: Column = {
    factor: 1,
    boxes: Object.fromEntries(
      CATEGORIES.map((box) => [box, boxes[box] === null ? null : boxes[box] / factor]),
    ) as Column['boxes'],
    yahtzeeBonus: yahtzeeBonus / factor,
  };
  return {position: positionOf(plain), points: columnTotals(plain).total};
}

/**
 * Ranks every keep and every box.
 *
 * @throws RangeError if the position cannot occur or has no open box, or if dice or rolls are none
 */
export function advise(values: Values, {position, points, dice, rolls}: Throw): Advice {
  const roll = checkedRoll({position, points, dice, rolls});
  const turn = turnFrom(values, position);
  const boxes = boxesFor(roll - FIRST_ROLL, position, turn.outcomes, turn.steps).map(({place, ...box}) => {
    const now = box.points + box.bonus;
    return {...box, expected: points + now + (values.numbers[place] ?? 0), turn: now};
  });
  const gains = gainsOf(turn, position.pays, rolls);
  const keeps = (rolls === 0 ? [] : [...keepsWithin(roll - FIRST_ROLL)]).map((keep) => ({
    ...keptOf(dice, KEEPS[keep] ?? []),
    expected: points + (turn.worth[keep < FIRST_ROLL ? rolls : 0]?.[keep] ?? 0),
    turn: gains[keep] ?? 0,
  }));
  const expected = Math.max(...[...boxes, ...keeps].map((choice) => choice.expected));
  return {
    expected,
    keeps: ranked(keeps, (keep) => keep.expected, expected, SAME),
    boxes: ranked(boxes, (box) => box.expected, expected, SAME),
  };
}

/** A keep as advice tells it. */
export function keptOf(dice: Dice, keep: Keep): Pick<KeepAdvice, 'dice' | 'numbers'> {
  const left = [...keep];
  const numbers = DIE_NUMBERS.filter((number) => {
    const at = left.findIndex((face) => face === dice[number - 1]);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {dice: keep, numbers};
}

/** The turn that was played last with some values: the three rolls of a turn ask for the same one. */
const lastTurns = new WeakMap<Values, {readonly place: number; readonly turn: Turn}>();

/** The turn that starts at a position, played best; good until the next one. */
export function turnFrom(values: Values, position: Position): Turn {
  values.of(position);
  const place = placeOf(values.lattice, position);
  const last = lastTurns.get(values);
  if (last?.place === place) return last.turn;
  const turn = makeTurn(values);
  playTurn(values, position, turn);
  lastTurns.set(values, {place, turn});
  return turn;
}

/** @throws RangeError unless the points are a whole number */
export function checkPoints({points}: Standing): void {
  if (!Number.isInteger(points)) throw new RangeError(`points: a whole number, not ${points}`);
}

/**
 * The number of the keep of all five dice.
 *
 * @throws RangeError if the card is full, or if points, dice or rolls are none
 */
export function checkedRoll({position, points, dice, rolls}: Throw): number {
  checkPoints({position, points});
  if (position.open === 0) throw new RangeError('position: the card is full');
  if (![0, 1, 2].includes(rolls)) throw new RangeError(`rolls: 0, 1 or 2 are to come, not ${rolls}`);
  return keepNumber(diceOf(dice));
}

/** What this turn brings after each keep with so many rolls to come; rolls stand. */
function gainsOf({outcomes, steps, chosen, kept}: Turn, pays: boolean, rolls: number): Float64Array {
  const standing = Float64Array.from(chosen, (outcome, roll) => {
    return (steps.gains[outcome] ?? 0) + (pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0);
  });
  const gains = new Float64Array(KEEPS.length);
  gains.set(standing, FIRST_ROLL);
  for (let before = 0; before < rolls; before += 1) {
    gains.set(gains.map((_, keep) => gains[kept[before]?.[keep] ?? 0] ?? 0));
    averageKeeps(gains, EXTENSIONS);
    gains.set(standing, FIRST_ROLL);
  }
  return gains;
}
