/*
 * What each choice costs: every keep and every box of a turn, ranked by the final score that can be expected after it
 * when all that follows is played best.
 */
import {CATEGORIES, type Category} from '../rules/categories.js';
import {type Dice, diceOf, type Face} from '../rules/dice.js';
import {type Column, columnTotals} from '../rules/scorecard.js';
import {FIRST_ROLL, KEEPS, keepNumber} from './keeps.js';
import {type Position, positionOf} from './lattice.js';
import {BOXES, isYahtzee, NO_OUTCOME, rowOf} from './outcomes.js';
import type {Values} from './solver.js';
import {averageKeeps, makeTurn, playTurn, SAME, type Turn} from './turn.js';

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
}

/** To fill a box now. */
export interface BoxAdvice extends Worth {
  readonly category: Category;
  /** What is written into the box. */
  readonly points: number;
  /** What it earns besides: the Yahtzee bonus, and the upper bonus if it is reached now. */
  readonly bonus: number;
}

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
  values.of(position);
  if (position.open === 0) throw new RangeError('advice needs an open box, and the card is full');
  if (![0, 1, 2].includes(rolls)) throw new RangeError(`rolls to come are 0, 1 or 2, not ${rolls}`);
  const turn = makeTurn(values);
  playTurn(values, position, turn);
  const roll = keepNumber(diceOf(dice));
  const boxes = boxesOf(values, position, turn, roll - FIRST_ROLL);
  const keeps = rolls === 0 ? [] : keepsOf(turn, position, roll, rolls);
  const best = Math.max(...[...boxes, ...keeps].map(({expected}) => expected));
  return {expected: points + best, keeps: ranked(keeps, points, best), boxes: ranked(boxes, points, best)};
}

/** As `Advice` has it, but what is expected does not count the points on the card yet. */
type Unranked<Choice extends Worth> = Omit<Choice, 'loss'>;

function keepsOf(turn: Turn, {pays}: Position, roll: number, rolls: number): Unranked<KeepAdvice>[] {
  const gains = gainsOf(turn, pays, rolls);
  return keepsWithin(roll).map((keep) => ({
    dice: KEEPS[keep] ?? [],
    expected: turn.worth[keep < FIRST_ROLL ? rolls : 0]?.[keep] ?? 0,
    turn: gains[keep] ?? 0,
  }));
}

/** What this turn brings after each keep with so many rolls to come; rolls stand. */
function gainsOf({outcomes, steps, chosen, kept}: Turn, pays: boolean, rolls: number): Float64Array {
  const standing = Float64Array.from(chosen, (outcome, roll) => {
    return (steps.gains[outcome] ?? 0) + (pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0);
  });
  const gains = new Float64Array(KEEPS.length);
  gains.set(standing, FIRST_ROLL);
  for (let before = 0; before < rolls; before += 1) {
    averageKeeps(
      gains.map((_, keep) => gains[kept[before]?.[keep] ?? 0] ?? 0),
      gains,
    );
    gains.set(standing, FIRST_ROLL);
  }
  return gains;
}

function boxesOf(
  {numbers}: Values,
  {open, pays}: Position,
  {outcomes, steps}: Turn,
  roll: number,
): Unranked<BoxAdvice>[] {
  const extra = pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0;
  return CATEGORIES.flatMap((category, box) => {
    const outcome = outcomes.numbers[BOXES * rowOf(roll, open) + box] ?? NO_OUTCOME;
    const place = outcome === NO_OUTCOME ? -1 : (steps.places[outcome] ?? -1);
    if (place < 0) return [];
    const points = outcomes.points[outcome] ?? 0;
    const turn = (steps.gains[outcome] ?? 0) + extra;
    return [{category, points, bonus: turn - points, expected: turn + (numbers[place] ?? 0), turn}];
  });
}

/** The different keeps of a roll by their numbers, those of few dice first. */
function keepsWithin(roll: number): number[] {
  const dice = KEEPS[roll] ?? [];
  const keeps = Array.from({length: 2 ** dice.length}, (_, held) =>
    keepNumber(dice.filter((_die, die) => (held & (1 << die)) !== 0)),
  );
  return [...new Set(keeps)].sort((one, other) => one - other);
}

/** Best first; equals stay in order. */
function ranked<Choice extends {readonly expected: number}>(
  choices: readonly Choice[],
  points: number,
  best: number,
): (Choice & Pick<Worth, 'loss'>)[] {
  const isSame = (one: number, other: number): boolean => Math.abs(one - other) < SAME;
  return choices
    .map((choice) => ({
      ...choice,
      expected: points + choice.expected,
      loss: isSame(choice.expected, best) ? 0 : best - choice.expected,
    }))
    .sort((one, other) => (isSame(one.loss, other.loss) ? 0 : one.loss - other.loss));
}
