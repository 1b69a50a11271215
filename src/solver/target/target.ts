/*
 * Playing for something else than points: for a total, or to win. It is solved as the values are, from the full card on,
 * but each position answers one question for each number of points that may still be needed there, and only what can
 * follow from the position that is asked about is solved.
 */
import type {Face} from '../../rules/dice.js';
import type {RuleSet} from '../../rules/rule-sets.js';
import {checkPoints, type Standing, type Throw} from '../advice.js';
import type {Ending} from '../endings.js';
import {tablesOf} from '../kernels/tables.js';
import {placeOf} from '../lattice.js';
import {outcomesOf} from '../outcomes.js';
import type {Progress} from '../solver.js';
import {makeChances} from './chances.js';
import {needsFrom} from './needs.js';
import {type Payoff, targetPayoff} from './payoff.js';
import {adviseFor, type ChanceAdvice, endingsFor} from './turn.js';

/** The best chances from some position on: to reach a target, or to win. */
export interface Chances {
  /** From the position that was asked about, at the start of its turn. */
  readonly chance: number;
  /**
   * Ranks every keep and every box by its chance. The chances to reach a target serve for the rest of the game, those to
   * win for one turn, since opponents move.
   *
   * @throws RangeError if the throw does not follow from the position that was asked about, if the card is full, or if
   *   dice or rolls are none
   */
  readonly advise: (one: Throw) => ChanceAdvice;
  /**
   * In which boxes the turn may end after some dice are kept, as `endings`, when all that follows is played for the chance.
   *
   * @throws RangeError as `advise` does, or if the dice do not hold the keep
   */
  readonly endings: (one: Throw, keep: readonly Face[]) => readonly Ending[];
}

/**
 * Solves how to reach at least a total. Yields its progress, some thousand times at most, and returns the chances.
 *
 * @throws RangeError if the position cannot occur, or if the total is no whole number
 */
export function target(rules: RuleSet, standing: Standing, total: number): Generator<Progress, Chances> {
  if (!Number.isInteger(total)) throw new RangeError(`total: a whole number of points, not ${total}`);
  return solvePayoff(rules, standing, targetPayoff(total));
}

/** Solves how to get the most of what final totals are worth. */
export function* solvePayoff(
  rules: RuleSet,
  standing: Standing,
  payoff: Payoff,
): Generator<Progress, Chances> {
  checkPoints(standing);
  const tables = tablesOf(rules);
  const outcomes = outcomesOf(rules);
  /** The total from which on all is worth the most. */
  const highest = payoff.lowest + payoff.worth.length - 1;
  const span = payoff.worth.length - 2;
  const needs = needsFrom(tables, outcomes, standing.position, highest - standing.points, span);
  const {solve, at} = makeChances(tables, outcomes, needs, payoff);
  let done = 0;
  for (const [open, questions] of needs.widths) {
    yield {done, questions: needs.questions};
    solve(open);
    done += questions;
  }

  const chanceFrom = ({position, points}: Standing): number => {
    const chance = at(placeOf(tables, position), highest - points);
    if (Number.isNaN(chance) || (position.open & ~standing.position.open) !== 0)
      throw new RangeError(`${points} points do not follow from the position that was asked about`);
    return chance;
  };
  return {
    chance: chanceFrom(standing),
    advise: (one) => {
      chanceFrom(one);
      return adviseFor(rules, one, highest - one.points, at);
    },
    endings: (one, keep) => {
      chanceFrom(one);
      return endingsFor(rules, one, highest - one.points, at, keep);
    },
  };
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
