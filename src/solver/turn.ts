/*
 * One turn, played for the expected score or for a chance: the worth of every keep and every box, and what the best
 * play chooses. The kernel plays many turns at once; this file plays one and keeps its choices.
 */
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {Dice, Face} from '../rules/dice.js';
import type {Choice} from '../rules/scorecard.js';
import {FIRST_ROLL, KEEPS, keepNumber, type Rerolls, ROLLS} from './keeps.js';
import {BOXES, isOpen, type Position} from './lattice.js';
import {checkedRoll, type Throw} from './standing.js';
import {bonusOf, NO_OUTCOME, rowOf, type Steps, stepsIn, type Tables} from './tables.js';

export interface Aim {
  readonly worth: (place: number, points: number) => number;
  /** Worths that differ by less are equal: rounding stays far below, true differences are far above. */
  readonly same: number;
  /**
   * Ties: if true the dice stand, and the box with the most points is filled; else the fewest dice stay, of as many the
   * lower faces. Further ties: the first box on the card is filled.
   */
  readonly standsOnTies: boolean;
}

export interface Turn {
  readonly tables: Tables;
  readonly position: Position;
  readonly steps: Steps;
  readonly aim: Aim;
  /** The best outcome of each roll, rolls counted from 0. */
  readonly chosen: Uint8Array;
  /** By the rolls still to come, the worth of each keep. A roll has the worth of its best outcome. */
  readonly worth: readonly Float64Array[];
  /** By the rolls still to come, the best keep of each roll: itself if the dice stand. Empty if none is to come. */
  readonly kept: readonly Uint16Array[];
}

export function playTurn(tables: Tables, position: Position, aim: Aim): Turn {
  const steps = stepsIn(tables)(position);
  const {standing, chosen} = chooseOutcomes(tables, position, steps, aim);
  const worth = [standing];
  const kept: Uint16Array[] = [NO_KEEPS];
  let best = standing;
  for (let rolls = 1; rolls <= 2; rolls += 1) {
    const own = best.slice();
    averageKeeps(tables, own);
    own.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
    const keeps = new Uint16Array(KEEPS.length);
    best = chooseKeeps(own, aim, keeps);
    worth.push(own);
    kept.push(keeps);
  }
  return {tables, position, steps, aim, chosen, worth, kept};
}

/** The choice in a turn of a player with these dice, ascending: to keep some and roll the others, or to fill a box. */
export type Chooser = (
  dice: Dice,
  rolls: Throw['rolls'],
) => {readonly keep: readonly Face[]} | {readonly category: Category};

/** Returns the best play of a turn. */
export function chooserOf({tables, chosen, kept}: Turn): (...thrown: Parameters<Chooser>) => Choice {
  return (dice, rolls) => {
    const roll = keepNumber(dice);
    const keep = kept[rolls]?.[roll] ?? roll;
    const category = CATEGORIES[tables.outcomeBoxes[chosen[roll - FIRST_ROLL] ?? 0] ?? 0] ?? 'ones';
    return keep < FIRST_ROLL ? {keep: KEEPS[keep] ?? []} : {column: 1, category};
  };
}

/** The worth of a choice: the final score that can be expected after it, or the chance that it leaves. */
export interface Worth {
  readonly worth: number;
  /** The cost of the choice against the best one; 0 for all that are as good. */
  readonly loss: number;
}

/** A choice of a turn, in a list with the best first. */
export interface Ranked extends Worth {
  readonly choice: Choice;
  /** The standard deviation of the final score after the choice, if that was asked for. */
  readonly deviation?: number;
}

type Weighed = Pick<Ranked, 'choice' | 'worth'>;

/**
 * Ranks all boxes, and all keeps of up to four dice. Throws RangeError if the card is full, points are not whole, the
 * dice are invalid, or `rolls` is not 0, 1 or 2.
 */
export function rankTurn(turn: Turn, thrown: Throw): readonly Ranked[] {
  const roll = checkedRoll(thrown);
  const worth = turn.worth[thrown.rolls];
  const keeps = thrown.rolls === 0 ? [] : keepsWithin(roll).subarray(0, -1);
  const kept = Array.from(keeps, (keep) => ({choice: {keep: KEEPS[keep] ?? []}, worth: worth?.[keep] ?? 0}));
  return ranked([...boxesFor(turn, roll), ...kept], turn.aim.same);
}

/** Ranks choices. Equal ones, within `same`: boxes first, then the fewest dice, then the order given. */
export function ranked(choices: readonly Weighed[], same: number): Ranked[] {
  const best = Math.max(...choices.map(({worth}) => worth));
  const sizeOf = ({choice}: Weighed): number => ('keep' in choice ? choice.keep.length : -1);
  return choices
    .map(({choice, worth}) => ({choice, worth, loss: best - worth < same ? 0 : best - worth}))
    .sort((one, other) =>
      Math.abs(one.loss - other.loss) < same ? sizeOf(one) - sizeOf(other) : one.loss - other.loss,
    );
}

/** Returns the open boxes that the rules allow to a roll, in the order of the card. */
function boxesFor({tables, position, steps, aim}: Turn, roll: number): Weighed[] {
  const row = BOXES * rowOf(roll, position.open);
  const bonus = bonusOf(tables, roll, position);
  return CATEGORIES.flatMap((category, box) => {
    const outcome = tables.outcomes[row + box] ?? NO_OUTCOME;
    const place = steps.places[outcome] ?? -1;
    if (place < 0) return [];
    return [{choice: {column: 1, category}, worth: aim.worth(place, (steps.gains[outcome] ?? 0) + bonus)}];
  });
}

/** Returns the worth of each roll that stands, at its number as a keep, and its best outcome. */
function chooseOutcomes(
  tables: Tables,
  position: Position,
  {gains, places}: Steps,
  {worth, same, standsOnTies}: Aim,
): {readonly standing: Float64Array; readonly chosen: Uint8Array} {
  const standing = new Float64Array(KEEPS.length);
  const chosen = new Uint8Array(ROLLS.length);
  const plain = new Float64Array(places.length);
  for (const [outcome, place] of places.entries())
    if (place >= 0) plain[outcome] = worth(place, gains[outcome] ?? 0);
  const boxes = [...CATEGORIES.keys()].filter((box) => isOpen(position.open, box));
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const row = BOXES * rowOf(roll, position.open);
    const bonus = bonusOf(tables, roll, position);
    let [best, most] = [Number.NEGATIVE_INFINITY, -1];
    for (const box of boxes) {
      const outcome = tables.outcomes[row + box] ?? NO_OUTCOME;
      if (outcome === NO_OUTCOME) continue;
      const gain = gains[outcome] ?? 0;
      const one = bonus === 0 ? (plain[outcome] ?? 0) : worth(places[outcome] ?? 0, gain + bonus);
      if (one < best + same && !(standsOnTies && gain > most && one >= best - same)) continue;
      chosen[roll] = outcome;
      best = Math.max(best, one);
      most = gain;
    }
    standing[FIRST_ROLL + roll] = best;
  }
  return {standing, chosen};
}

/** Returns the worth of the best keep of each roll, and writes it into `kept`. */
function chooseKeeps(own: Float64Array, {same, standsOnTies}: Aim, kept: Uint16Array): Float64Array {
  const best = new Float64Array(KEEPS.length);
  for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1) {
    const keeps = keepsWithin(roll - FIRST_ROLL);
    for (const keep of keeps) best[roll] = Math.max(best[roll] ?? 0, own[keep] ?? 0);
    const isBest = (keep: number): boolean => (own[keep] ?? 0) >= (best[roll] ?? 0) - same;
    // Keeps are numbered by size: the first has the fewest dice.
    kept[roll] = standsOnTies && isBest(roll) ? roll : (keeps.find(isBest) ?? roll);
  }
  return best;
}

let keepsOfRolls: readonly Uint16Array[] | null = null;
const NO_KEEPS = new Uint16Array();

/**
 * Returns the different keeps of a roll, counted from 0: those of few dice first, the roll itself last. All are found
 * at the first call: a command that only prints its help does not wait for it.
 */
function keepsWithin(roll: number): Uint16Array {
  keepsOfRolls ??= ROLLS.map((dice) => {
    const all = Array.from({length: 2 ** dice.length}, (_, held) =>
      keepNumber(dice.filter((_die, die) => (held & (1 << die)) !== 0)),
    );
    return Uint16Array.from(new Set(all)).sort();
  });
  return keepsOfRolls[roll] ?? NO_KEEPS;
}

/** Gives each keep of fewer dice the mean of its extensions. */
export function averageKeeps({extensions}: Rerolls, worth: Float64Array): void {
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    let sum = 0;
    for (let one = 6 * keep; one < 6 * keep + 6; one += 1) sum += worth[extensions[one] ?? 0] ?? 0;
    worth[keep] = sum * (1 / 6);
  }
}
