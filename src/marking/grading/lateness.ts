/* How late submissions are, from a table, and what that costs. */
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
import {amountIn, tableFrom} from './named-table.js';

/** Days late by submission, each begun day a whole one. */
export type Lateness = ReadonlyMap<string, bigint>;

/** The columns that say how late a submission is, and how many of their units are a day. */
const UNITS: Readonly<Record<string, bigint>> = {days: 1n, 'days late': 1n, hours: 24n, 'hours late': 24n};

/** What a table of late submissions must be like, for messages. */
const SHAPE = 'a first line with the columns submission and days, or submission and hours';

/**
 * Reads a table with a column `submission` and a column `days` or `hours`; others do not matter. Between its cells are
 * commas, semicolons or tabs, and its numbers have a decimal point or a decimal comma.
 *
 * @throws RangeError that says what is wrong, and in which row
 */
export function parseLateness(text: string): Lateness {
  const table = tableFrom(text, SHAPE);
  const units = table.columns.filter((name) => Object.hasOwn(UNITS, name.toLowerCase()));
  const [unit = ''] = units;
  if (units.length !== 1) throw table.refusal();
  const late = new Map<string, bigint>();
  for (const {name, cellOf} of table.rows) {
    const days = amountIn(cellOf(unit).trim(), table.separator, `${name}: `, unit.toLowerCase());
    late.set(name, wholeUnits(days, UNITS[unit.toLowerCase()]));
  }
  return late;
}

/** What each day costs: points, or a part of the maximum in percent. */
export interface Penalty {
  readonly amount: Points;
  readonly isPercent: boolean;
}

/** @throws RangeError if it is none */
export function parsePenalty(text: string): Penalty {
  const [, amount, percent] = /^(\d+(?:\.\d+)?)(%?)\/day$/.exec(text) ?? [];
  if (amount === undefined) {
    throw new RangeError(
      `10%/day, a part of the maximum, or 0.5/day, so many points; not ${JSON.stringify(text)}`,
    );
  }
  return {amount: parsePoints(amount), isPercent: percent === '%'};
}

/** How a course counts. */
export interface Policy {
  readonly penalty: Penalty | null;
  /** Submissions that are more days late than this get nothing; null: none is too late. */
  readonly latest: bigint | null;
}

/** Decimal strings. */
export interface Grade {
  readonly days: bigint;
  /** What being late has cost: never more than there was. */
  readonly penalty: string;
  readonly mark: string;
}

/** The grade of a submission with so many points, of so many, that is so many days late. */
export function gradeOf(points: string, maxPoints: string, days: bigint, policy: Policy): Grade {
  const {penalty, latest} = policy;
  const [earned, max] = [parsePoints(points), parsePoints(maxPoints)];
  const decimals = Math.max(earned.decimals, max.decimals);
  const lost =
    latest !== null && days > latest
      ? earned
      : atMost(timesPoints(dailyCost(penalty, max), {units: days, decimals: 0}), earned);
  return {
    days,
    penalty: formatPoints(withDecimals(lost, decimals)),
    mark: formatPoints(withDecimals(minusPoints(earned, lost), decimals)),
  };
}

function dailyCost(penalty: Penalty | null, max: Points): Points {
  if (penalty === null) return {units: 0n, decimals: 0};
  const {units, decimals} = penalty.amount;
  return penalty.isPercent ? timesPoints({units, decimals: decimals + 2}, max) : penalty.amount;
}
