/*
 * Playing for something else than points: for a total, or to win. It is solved as the values are, from the full card
 * on, but each position answers one question for each number of points that may still be needed there, and only what
 * can follow from the position that is asked about is solved.
 */
import type {RuleSet, Rules} from '../../rules/rule-sets.js';
import {FULL, type Position, placeOf, positionsOf, setsFrom} from '../lattice.js';
import type {Progress} from '../solver.js';
import {checkPoints, type Standing} from '../standing.js';
import {endsIn, type Tables, tablesOf} from '../tables.js';
import {MARGIN, makeAnswers} from './answers.js';
import {adviceFor, type Chances} from './chances.js';

/** The worth of final totals, from 0 to 1, which does not fall with the total. */
export interface Payoff {
  /** Highest total worth the minimum; lower totals are worth the same. */
  readonly lowest: number;
  /** The worth of each total from `lowest` on; all above are worth as much as the last one. */
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
 * Solves for the best mean worth of the final total: a utility, or the chance to beat a distribution. `chance` is that
 * mean. Yields and takes as long as `target`, times the number of totals that differ.
 *
 * @param spare max points above those of the standing that `of` and `advise` are asked about
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
  /** The lowest total that is worth the most. */
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

/**
 * Finds the questions that a payoff asks: at every position that may follow, the points that may still be needed there to
 * the total from which all is worth the most. A need of 0 or less is certain success, and a need beyond the most that
 * can come, `most`, is certain failure: neither is a question. `widths` counts those of each set of open boxes, the
 * smallest sets first.
 *
 * @param needs least and highest need at the position
 * @param span number of needs of a full card that are questions: totals worth neither the most nor the least
 */
function subproblems(
  tables: Tables,
  from: Position,
  needs: readonly [least: number, highest: number],
  span: number,
) {
  const sets = setsFrom(from.open);
  const most = mostFrom(tables, sets, span);
  const lowest = new Int16Array(tables.size).fill(1);
  const highest = new Int16Array(tables.size);
  const ask = (place: number, low: number, high: number): void => {
    const capped = Math.min(high, most[place] ?? 0);
    const floor = Math.max(low, 1);
    if (capped < floor) return;
    lowest[place] = highest[place] === 0 ? floor : Math.min(lowest[place] ?? 0, floor);
    highest[place] = Math.max(highest[place] ?? 0, capped);
  };
  ask(placeOf(tables, from), ...needs);
  const ends = endsIn(tables);
  for (const open of sets.toReversed()) {
    for (const [place, position] of positionsOf(tables, open)) {
      const [low, high] = [lowest[place] ?? 0, highest[place] ?? 0];
      if (high > 0) ends(position, (next, gain) => ask(next, low - gain, high - gain));
    }
  }
  const counts = new Int16Array(tables.size);
  const offsets = new Int32Array(tables.size);
  const widths = new Map<number, number>();
  let [questions, size] = [0, 0];
  for (const open of [FULL, ...sets]) {
    const start = questions;
    for (const [place] of positionsOf(tables, open)) {
      const high = highest[place] ?? 0;
      const count = high === 0 ? 0 : high - (lowest[place] ?? 0) + 1;
      counts[place] = count;
      offsets[place] = size + MARGIN;
      size += count + 2 * MARGIN;
      questions += count;
    }
    widths.set(open, questions - start);
  }
  return {lowest, counts, offsets, most, widths, questions, size};
}

/** Returns the most points that each position can bring, and the span. */
function mostFrom(tables: Tables, sets: readonly number[], span: number): Int16Array {
  const most = new Int16Array(tables.size);
  for (const [place] of positionsOf(tables, FULL)) most[place] = span;
  const ends = endsIn(tables);
  for (const open of sets) {
    for (const [place, position] of positionsOf(tables, open)) {
      let best = 0;
      ends(position, (next, gain) => {
        best = Math.max(best, gain + (most[next] ?? 0));
      });
      most[place] = best;
    }
  }
  return most;
}
