/*
 * Playing for something other than points: for a total, or to win. Chances are solved as values are, from the full card
 * back. But a position has one question for each number of points that may still be needed there, and only positions
 * that can follow from the one asked about are solved.
 */
import type {RuleSet, Rules} from '../../rules/rule-sets.js';
import {FULL, placeOf, positionsOf, setsFrom} from '../lattice.js';
import type {Progress} from '../solver.js';
import {checkPoints, type Standing} from '../standing.js';
import {endsIn, type Tables, tablesOf} from '../tables.js';
import {emptyRun, lengthOf, makeAnswers, mostFrom, type Run, widen} from './answers.js';
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
 * @param spare max points that a standing in `of` and `advise` may have above this one
 * @throws RangeError as `target` does, or unless the payoff's worths are from 0 to 1 and do not fall
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
  const sets = setsFrom(standing.position.open);
  const most = mostFrom(tables, sets, worth.length - 2);
  const need = highest - standing.points;
  const runs = runsFrom(tables, sets, most, placeOf(tables, standing.position), [need - spare, need]);
  const none = emptyRun();
  const {numbersOf, answerAt, follow, answer, surround} = makeAnswers(tables, [none, ...runs.values()]);
  const runAt = (place: number): Run => runs.get(place) ?? none;
  surround(none, best, least);
  const questions = [...runs.values()].reduce((sum, run) => sum + lengthOf(run), 0);
  let done = 0;
  for (const open of [FULL, ...sets]) {
    yield {done, questions};
    for (const [place, position] of positionsOf(tables, open)) {
      const run = runs.get(place);
      if (run === undefined) continue;
      if (open === FULL) numbersOf(run).set(worth.slice(-1 - run.high, -run.low).reverse());
      else {
        follow(position, runAt);
        answer(run);
      }
      surround(run, best, least);
      done += lengthOf(run);
    }
  }

  const chanceAt = (place: number, need: number): number => answerAt(runAt(place), need);
  const needOf = ({position, points}: Standing): number => {
    const need = highest - points;
    const place = placeOf(tables, position);
    const {low, high} = runAt(place);
    const isAsked = (position.open & ~standing.position.open) === 0;
    const isOpen = need > 0 && need <= (most[place] ?? 0);
    if (!isAsked || (isOpen && (need < low || need > high)))
      throw new RangeError('position and points must follow from those that were asked about');
    return need;
  };
  const of = (one: Standing): number => chanceAt(placeOf(tables, one.position), needOf(one));
  return {chance: of(standing), of, ...adviceFor(rules, needOf, chanceAt)};
}

/** Runs a solution to its end, and reports its progress. */
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
 * Finds the questions that a payoff asks: at every place that may follow, the points that may still be needed there for
 * the lowest total that is worth the most. A need of 0 or less is certain success, and a need beyond the most points
 * that can come is certain failure: neither is a question.
 *
 * @param sets of open boxes that may follow, the smallest first
 * @param needs least and highest need at the first place
 */
function runsFrom(
  tables: Tables,
  sets: readonly number[],
  most: Int16Array,
  first: number,
  needs: readonly [low: number, high: number],
): ReadonlyMap<number, Run> {
  const runs = new Map<number, Run>();
  const ask = (place: number, low: number, high: number): void => {
    const run = runs.get(place) ?? emptyRun();
    runs.set(place, run);
    widen(run, Math.max(low, 1), Math.min(high, most[place] ?? 0));
  };
  ask(first, ...needs);
  const ends = endsIn(tables);
  for (const open of sets.toReversed()) {
    for (const [place, position] of positionsOf(tables, open)) {
      const run = runs.get(place);
      if (run === undefined || lengthOf(run) === 0) continue;
      ends(position, (next, gain) => ask(next, run.low - gain, run.high - gain));
    }
  }
  return runs;
}
