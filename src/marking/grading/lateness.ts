/* Late submissions, and what a day costs. */
import {
  atMost,
  formatPoints,
  minus,
  type Points,
  parsePoints,
  roundedUp,
  times,
  withDecimals,
} from '../results/points.js';
import {amountIn, tableFrom} from './table.js';

/**
 * Reads a table with the columns `submission` and `days`, or `days late`; others do not matter. Returns days by submission,
 * each begun day a whole one.
 *
 * @throws RangeError that says what is wrong, and in which row
 */
export function parseLateness(text: string): ReadonlyMap<string, bigint> {
  const table = tableFrom(text, 'the columns submission and days');
  const [column, ...more] = table.columns.filter((name) => /^days(?: late)?$/i.test(name));
  if (column === undefined || more.length > 0) throw table.refusal();
  return new Map(
    table.rows.map(({name, cellOf}) => {
      const [cell, amount] = [cellOf(column), amountIn(cellOf(column))];
      if (amount === null)
        throw new RangeError(`${name}: ${JSON.stringify(cell)} is not a number of days, such as 2 or 1.5`);
      return [name, roundedUp(parsePoints(amount))];
    }),
  );
}

/** Returns the cost of a day, given the maximum. */
export type Penalty = (max: Points) => Points;

export function parsePenalty(text: string): Penalty {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%?)\/day$/.exec(text) ?? [];
  if (amount === undefined)
    throw new RangeError(`10%/day (of the maximum) or 0.5/day (points), not ${JSON.stringify(text)}`);
  const {units, decimals} = parsePoints(amount);
  return (max) => (percent === '%' ? times({units, decimals: decimals + 2}, max) : {units, decimals});
}

export interface Policy {
  readonly penalty: Penalty | null;
  /** Submissions that are more days late get nothing; null: none is too late. */
  readonly latest: bigint | null;
}

/** Returns decimal strings. The penalty is never more than the points. */
export function gradeOf(
  points: string,
  maxPoints: string,
  days: bigint,
  {penalty, latest}: Policy,
): {readonly penalty: string; readonly mark: string} {
  const [earned, max] = [parsePoints(points), parsePoints(maxPoints)];
  const decimals = Math.max(earned.decimals, max.decimals);
  const daily = penalty === null ? {units: 0n, decimals: 0} : penalty(max);
  const cost = times(daily, {units: days, decimals: 0});
  const lost = latest !== null && days > latest ? earned : atMost(cost, earned);
  return {
    penalty: formatPoints(withDecimals(lost, decimals)),
    mark: formatPoints(withDecimals(minus(earned, lost), decimals)),
  };
}
