/*
 * Opponents who play as the computer's expert does: for points, except that the last turn of the game is played to win.
 *
 * The opponent who has that turn knows the total to beat. So the chance to be beaten depends on the player's final
 * total. It is computed for each total, from the distribution of cards and points before that turn. Any other opponent
 * has one distribution of totals.
 */
import {CATEGORIES} from '../../rules/categories.js';
import {bestFlow, type Distribution} from '../distribution.js';
import {positionsOf} from '../lattice.js';
import type {Values} from '../solver.js';
import type {Standing} from '../standing.js';
import {tablesOf} from '../tables.js';
import {lengthOf, makeAnswers, mostFrom, type Run} from './answers.js';
import type {Payoff} from './target.js';

/** The chances of an opponent to end below a total of the player, and level with it, by total. */
export interface Rival {
  /** The lowest total that has a place; both chances are 0 below it. */
  readonly lowest: number;
  readonly less: Float64Array;
  readonly same: Float64Array;
}

/** Returns an opponent who ends with these totals, whatever anybody does. */
export function earlierRival({lowest, chances}: Distribution): Rival {
  let below = 0;
  const less = chances.map((chance) => {
    below += chance;
    return below - chance;
  });
  return {lowest, less, same: chances};
}

/** Returns an opponent who plays for points, and the last turn to win. */
export function lastRival(values: Values, standing: Standing): Rival {
  const {reached} = bestFlow(values, standing, 1);
  const tables = tablesOf(values.rules);
  const sets = [...CATEGORIES.keys()].map((box) => 1 << box);
  const most = mostFrom(tables, sets);
  // By the points needed to draw level: the best chances to exceed them, and with a tie as half a win.
  const cards = sets
    .flatMap((open) => positionsOf(tables, open))
    .flatMap(([place, position]) => {
      const scores = reached.get(place);
      const needs: Run = {low: 0, high: most[place] ?? 0, start: 0};
      return scores === undefined ? [] : [{...scores, position, exceed: {...needs}, win: {...needs}}];
    });
  // After the turn: exceeding is a need below 0, and a need of 0 is half a win.
  const exceeded: Run = {low: 0, high: -1, start: 0};
  const level: Run = {low: 0, high: 0, start: 0};
  const runs = cards.flatMap(({exceed, win}) => [exceed, win]);
  const {numbersOf, follow, answer, surround} = makeAnswers(tables, [exceeded, level, ...runs]);
  for (const run of [exceeded, level]) surround(run, 1, 0);
  numbersOf(level).fill(0.5);
  for (const {position, exceed, win} of cards) {
    follow(position, () => exceeded);
    answer(exceed);
    follow(position, () => level);
    answer(win);
  }

  const first = Math.min(...cards.map(({lowest}) => lowest));
  const end = Math.max(...cards.map(({lowest, chances, win}) => lowest + chances.length + lengthOf(win)));
  const less = new Float64Array(end - first);
  const same = new Float64Array(end - first);
  /** By total: the chance of the cards whose reach ends just below it. */
  const beyond = new Float64Array(end - first);
  for (const {lowest, chances, exceed, win} of cards) {
    const [toExceed, toWin] = [numbersOf(exceed), numbersOf(win)];
    for (const [at, chance] of chances.entries()) {
      if (chance === 0) continue;
      const points = lowest + at - first;
      for (const [need, won] of toWin.entries()) {
        const more = toExceed[need] ?? 0;
        less[points + need] = (less[points + need] ?? 0) + chance * (1 + more - 2 * won);
        same[points + need] = (same[points + need] ?? 0) + 2 * chance * (won - more);
      }
      beyond[points + toWin.length] = (beyond[points + toWin.length] ?? 0) + chance;
    }
  }
  let out = 0;
  for (const [total, chance] of beyond.entries()) {
    out += chance;
    less[total] = (less[total] ?? 0) + out;
  }
  return {lowest: first, less, same};
}

/** Chances below this count as 0, and those that miss 1 by less count as 1: their sum is not seen. */
const TAIL = 1e-12;

/**
 * Returns the chance to win against opponents who are independent of each other. A first place that is shared by k
 * counts as 1/k of a win. Let b be the chance that an opponent ends below a total, and e that it ends level. In the
 * product of all b + e·z, the coefficient of z^j is the chance that j opponents end level and none above. The payoff is
 * the sum of the coefficients, each divided by j + 1.
 *
 * @param rivals at least one
 */
export function winPayoff(rivals: readonly Rival[]): Payoff {
  const first = Math.min(...rivals.map(({lowest}) => lowest));
  const end = Math.max(...rivals.map(({lowest, less}) => lowest + less.length));
  let before = 0;
  const worth = Float64Array.from({length: end - first + 1}, (_, at) => {
    const ties = rivals.reduce(
      (sums, {lowest, less, same}) => {
        const place = first + at - lowest;
        const [below, level] = place < less.length ? [less[place] ?? 0, same[place] ?? 0] : [1, 0];
        return sums.concat(0).map((chance, tied) => chance * below + (sums[tied - 1] ?? 0) * level);
      },
      [1],
    );
    // Rounding must not let the payoff fall.
    before = Math.max(
      before,
      ties.reduce((sum, chance, tied) => sum + chance / (tied + 1), 0),
    );
    return before;
  });
  const lowest = worth.findIndex((one) => one > TAIL);
  const highest = worth.findIndex((one) => one >= 1 - TAIL);
  return {
    lowest: first + lowest - 1,
    worth: Float64Array.of(0, ...worth.subarray(lowest, highest < 0 ? end : highest), 1),
  };
}
