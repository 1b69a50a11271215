/*
 * Playing for something else than points: for a total, or to win. It is solved as the values are, from the full card on,
 * but each position answers one question for each number of points that may still be needed there, and only what can
 * follow from the position that is asked about is solved.
 */
import type {Face} from '../../rules/dice.js';
import type {RuleSet} from '../../rules/rule-sets.js';
import {type BoxAdvice, checkedRoll, type KeepAdvice, type Standing, type Throw} from '../advice.js';
import type {Distribution} from '../distribution.js';
import {type Ending, endingsIn} from '../endings.js';
import {FIRST_ROLL, KEEPS} from '../keeps.js';
import {tablesOf} from '../kernels/tables.js';
import {placeOf} from '../lattice.js';
import {outcomesOf} from '../outcomes.js';
import {boxesFor, ranked} from '../ranking.js';
import type {Progress} from '../solver.js';
import {keepsWithin} from '../turn.js';
import {makeChances, SAME} from './chances.js';
import {needsFrom} from './needs.js';
import {type Payoff, targetPayoff, winPayoff} from './payoff.js';

/** What a choice says of its chance. */
export interface Chance {
  /** The chance after this choice, when all that follows is played for it. */
  readonly chance: number;
  /** How much lower it is than after the best choice; 0 for all that are as good as it. */
  readonly loss: number;
}

export interface ChanceAdvice {
  /** The chance after the best choice. */
  readonly chance: number;
  /** All keeps that differ, best first; of equals the one with the fewest dice. None if no roll is to come. */
  readonly keeps: readonly (Pick<KeepAdvice, 'dice'> & Chance)[];
  /** All open boxes that the rules allow, best first; of equals the first on the card. */
  readonly boxes: readonly (Pick<BoxAdvice, 'category' | 'points' | 'bonus'> & Chance)[];
}

/** The best chances from some position on: to reach a target, or to win. */
export interface Chances {
  /** From the position that was asked about, at the start of its turn. */
  readonly chance: number;
  /**
   * From the start of a turn, there or later in the same game.
   *
   * @throws RangeError if it does not follow from the position that was asked about
   */
  readonly chanceFrom: (standing: Standing) => number;
  /**
   * Ranks every keep and every box by its chance, there or later in the same game.
   *
   * @throws RangeError if it does not follow from the position that was asked about, if the card is full, or if dice or
   *   rolls are none
   */
  readonly advise: (one: Throw) => ChanceAdvice;
  /**
   * In which boxes the turn may end after some dice are kept, as `endingsOf`, when all that follows is played for the chance.
   *
   * @throws RangeError as `advise` does, or if the dice do not hold the keep
   */
  readonly endings: (one: Throw, keep: readonly Face[]) => readonly Ending[];
}

/**
 * Solves how to reach at least a total. It yields its progress, some thousand times at most; what it returns are the
 * chances.
 *
 * @throws RangeError if the position cannot occur, or if the total is no whole number
 */
export function solveTarget(rules: RuleSet, standing: Standing, total: number): Generator<Progress, Chances> {
  if (!Number.isInteger(total)) throw new RangeError(`a target is a whole number of points, not ${total}`);
  return solvePayoff(rules, standing, targetPayoff(total));
}

/**
 * Solves how to win against opponents who end with these totals whatever the player does. A first place that is shared
 * by k counts as 1/k of a win. Yields as `solveTarget` does.
 *
 * @param opponents what `distributionOf` says of each, or one total with the chance 1
 * @throws RangeError if the position cannot occur, or if there are no opponents
 */
export function solveWin(
  rules: RuleSet,
  standing: Standing,
  opponents: readonly Distribution[],
): Generator<Progress, Chances> {
  if (opponents.length === 0) throw new RangeError('nobody is there to win against');
  return solvePayoff(rules, standing, winPayoff(opponents));
}

function* solvePayoff(rules: RuleSet, standing: Standing, payoff: Payoff): Generator<Progress, Chances> {
  const outcomes = outcomesOf(rules);
  const tables = tablesOf(rules);
  /** The total from which on all is worth the most. */
  const highest = payoff.lowest + payoff.worth.length - 1;
  const span = payoff.worth.length - 2;
  const needs = needsFrom(tables, outcomes, standing.position, highest - standing.points, span);
  const chances = makeChances(tables, outcomes, needs, payoff);
  let done = 0;
  for (const [open, questions] of needs.widths) {
    yield {done, questions: needs.questions};
    chances.solve(open);
    done += questions;
  }

  const chanceFrom = ({position, points}: Standing): number => {
    const chance = chances.at(placeOf(tables, position), highest - points);
    if (Number.isNaN(chance) || (position.open & ~standing.position.open) !== 0) {
      throw new RangeError(`${points} points do not follow from the position that was asked about`);
    }
    return chance;
  };

  const advise = (one: Throw): ChanceAdvice => {
    const roll = checkedRoll(one);
    chanceFrom(one);
    const need = highest - one.points;
    const turn = chances.turnAt(one.position, need);
    const boxes = boxesFor(roll - FIRST_ROLL, one.position, outcomes, turn.steps).map(({place, ...box}) => ({
      ...box,
      chance: chances.at(place, need - box.points - box.bonus),
    }));
    const keeps = (one.rolls === 0 ? [] : [...keepsWithin(roll - FIRST_ROLL)]).map((keep) => ({
      dice: KEEPS[keep] ?? [],
      chance: turn.keeps[one.rolls]?.[keep] ?? 0,
    }));
    const chance = Math.max(...[...boxes, ...keeps].map((choice) => choice.chance));
    return {
      chance,
      keeps: ranked(keeps, (keep) => keep.chance, chance, SAME),
      boxes: ranked(boxes, (box) => box.chance, chance, SAME),
    };
  };

  const endings = (one: Throw, keep: readonly Face[]): readonly Ending[] => {
    checkedRoll(one);
    chanceFrom(one);
    return endingsIn(chances.turnAt(one.position, highest - one.points), one, keep);
  };

  return {chance: chanceFrom(standing), chanceFrom, advise, endings};
}

/** Runs a solution to its end, and tells its progress. */
export function finish<Result>(
  solution: Generator<Progress, Result>,
  onProgress: (progress: Progress) => void = () => {},
): Result {
  for (;;) {
    const next = solution.next();
    if (next.done === true) return next.value;
    onProgress(next.value);
  }
}
