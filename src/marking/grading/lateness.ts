/* Lateness of submissions, from a table, and its cost. */
import {
  atMost,
  formatPoints,
  minusPoints,
  type Points,
  parsePoints,
  timesPoints,
  wholeUnits,
  withDecimals,
} from '../results/points.js';
import {amountIn, tableFrom} from './table.js';

/** Columns that say how late a submission is, and how many of their units are a day. */
const UNITS: Readonly<Record<string, bigint>> = {days: 1n, 'days late': 1n, hours: 24n, 'hours late': 24n};

/**
 * Reads a table with a column `submission` and a column `days` or `hours`; others do not matter. Returns days by
 * submission, each begun day a whole one.
 *
 * @throws RangeError that says what is wrong, and in which row
 */
export function parseLateness(text: string): ReadonlyMap<string, bigint> {
  const table = tableFrom(text, 'the columns submission and days, or submission and hours');
  const units = table.columns.filter((name) => Object.hasOwn(UNITS, name.toLowerCase()));
  const [unit = ''] = units;
  if (units.length !== 1) throw table.refusal();
  return new Map(
    table.rows.map(({name, cellOf}) => {
      const amount = amountIn(cellOf(unit));
      if (amount === null)
        throw new RangeError(
          `${name}: ${JSON.stringify(cellOf(unit))} is not a number of ${unit.toLowerCase()}, such as 2 or 1.5`,
        );
      return [name, wholeUnits(parsePoints(amount), UNITS[unit.toLowerCase()])];
    }),
  );
}

/** Cost of a day: points, or a part of the maximum in percent. */
export interface Penalty {
  readonly amount: Points;
  readonly isPercent: boolean;
}

/** @throws RangeError if the text is no penalty */
export function parsePenalty(text: string): Penalty {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%?)\/day$/.exec(text) ?? [];
  if (amount === undefined)
    throw new RangeError(
      `10%/day, a part of the maximum, or 0.5/day, so many points; not ${JSON.stringify(text)}`,
    );
  return {amount: parsePoints(amount), isPercent: percent === '%'};
}

export interface Policy {
  readonly penalty: Penalty | null;
  /** Submissions that are more days late get nothing; null: none is too late. */
  readonly latest: bigint | null;
}

/** Returns decimal strings. The penalty is what being late has cost: never more than there was. */
export function gradeOf(
  points: string,
  maxPoints: string,
  days: bigint,
  {penalty, latest}: Policy,
): {readonly penalty: string; readonly mark: string} {
  const [earned, max] = [parsePoints(points), parsePoints(maxPoints)];
  const decimals = Math.max(earned.decimals, max.decimals);
  const cost = timesPoints(dailyCost(penalty, max), {units: days, decimals: 0});
  const lost = latest !== null && days > latest ? earned : atMost(cost, earned);
  return {
    penalty: formatPoints(withDecimals(lost, decimals)),
    mark: formatPoints(withDecimals(minusPoints(earned, lost), decimals)),
  };
}

function dailyCost(penalty: Penalty | null, max: Points): Points {
  if (penalty === null) return {units: 0n, decimals: 0};
  const {units, decimals} = penalty.amount;
  return penalty.isPercent ? timesPoints({units, decimals: decimals + 2}, max) : penalty.amount;
}
