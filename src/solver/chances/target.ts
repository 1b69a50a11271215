/*
 * Playing for something else than points: for a total, or to win. It is solved as the values are, from the full card
 * on, but each position answers one question for each number of points that may still be needed there, and only what
 * can follow from the position that is asked about is solved.
 */
import type {RuleSet, Rules} from '../../rules/rule-sets.js';
import {FULL, placeOf, positionsOf} from '../lattice.js';
import type {Progress} from '../solver.js';
import {checkPoints, type Standing} from '../standing.js';
import {tablesOf} from '../tables.js';
import {makeAnswers} from './answers.js';
import {adviceFor, type Chances} from './chances.js';
import {subproblems} from './subproblems.js';

/** The worth of final totals, from 0 to 1, which does not fall with the total. */
export interface Payoff {
  /** Highest total worth the minimum; lower totals are worth the same. */
  readonly lowest: number;
  /** By total, from `lowest` on; all above are worth as much as the last one. */
  readonly worth: Float64Array;
}

/**
 * Solves how to reach at least a total. Yields its progress, some thousand times at most, and returns the chances; with
 * many open boxes this takes up to half a minute. `finish` runs it to its end.
 *
 * @throws RangeError if the position cannot occur, if no rule set has this name, or if the total is no whole number
 * @example
 * finish(target('official', {position: EMPTY_CARD, points: 0}, 300)).chance; // 0.1760…
 */
export function target(
  rules: RuleSet | Rules,
  standing: Standing,
  total: number,
): Generator<Progress, Chances> {
  if (!Number.isInteger(total)) throw new RangeError(`total must be a whole number, not ${total}`);
  return solvePayoff(rules, standing, {lowest: total - 1, worth: Float64Array.of(0, 1)});
}

/**
 * Solves how to get the most of what final totals are worth: a utility, or the chance to beat a distribution. `chance` is
 * then the mean worth. Yields and takes as long as `target`, times the number of totals that differ.
 *
 * @param spare points that the standing may have more of when `of` or `advise` is asked
 * @throws RangeError as `target` does, or unless the payoff's worths rise from 0 at least to 1 at most
 * @example
 * // The worth of a total is its square root.
 * const worth = Float64Array.from({length: 1576}, (_, total) => Math.sqrt(total / 1575));
 * finish(solvePayoff('official', standing, {lowest: 0, worth})).chance;
 */
export function* solvePayoff(
  rules: RuleSet | Rules,
  standing: Standing,
  {lowest: worst, worth}: Payoff,
  spare = 0,
): Generator<Progress, Chances & {readonly of: (standing: Standing) => number}> {
  checkPoints(standing);
  if (!Number.isInteger(worst)) throw new RangeError(`payoff.lowest must be a whole number, not ${worst}`);
  if (worth.length < 2 || !worth.every((one, at) => one >= (worth[at - 1] ?? 0) && one <= 1))
    throw new RangeError('payoff.worth must be two numbers or more from 0 to 1 that do not fall');
  const tables = tablesOf(rules);
  /** The total from which on all is worth the most. */
  const highest = worst + worth.length - 1;
  const [least = 0, best = 1] = [worth[0], worth.at(-1)];
  const need = highest - standing.points;
  const asked = subproblems(tables, standing.position, [need - spare, need], worth.length - 2);
  const {lowest, counts, offsets, most, widths, questions} = asked;
  const {numbers, turnTo, follow, answer, surround} = makeAnswers(tables, asked.size);
  const runAt = (place: number): number => place;
  let done = 0;
  for (const [open, width] of widths) {
    yield {done, questions};
    for (const [place, position] of positionsOf(tables, open)) {
      const [count, offset, need] = [counts[place] ?? 0, offsets[place] ?? 0, lowest[place] ?? 0];
      if (open === FULL)
        for (let one = 0; one < count; one += 1) numbers[offset + one] = worth.at(-1 - need - one) ?? least;
      else if (count > 0) {
        turnTo(position);
        follow(asked, runAt);
        answer(need, count, offset);
      }
      surround(offset, count, best, least);
    }
    done += width;
  }

  /** Returns the best chance if so many points are needed from a place on; NaN if nobody asked. */
  const chanceAt = (place: number, need: number): number => {
    if (need <= 0) return best;
    if (need > (most[place] ?? 0)) return least;
    const index = need - (lowest[place] ?? 0);
    return index >= 0 && index < (counts[place] ?? 0)
      ? (numbers[(offsets[place] ?? 0) + index] ?? 0)
      : Number.NaN;
  };
  const needOf = ({position, points}: Standing): number => {
    const need = highest - points;
    const isAsked = (position.open & ~standing.position.open) === 0;
    if (!isAsked || Number.isNaN(chanceAt(placeOf(tables, position), need)))
      throw new RangeError(`position and points must follow from those that were asked about`);
    return need;
  };
  const of = (one: Standing): number => chanceAt(placeOf(tables, one.position), needOf(one));
  return {chance: of(standing), of, ...adviceFor(rules, needOf, chanceAt)};
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
