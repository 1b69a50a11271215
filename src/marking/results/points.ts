/* Exact decimals, never binary fractions: 80 times 0.1 is 8.0. Points are written with a fixed number of digits. */

export interface Decimal {
  readonly units: bigint;
  /** Digits after the decimal point: `{units: 25n, decimals: 2}` is 0.25. Of other numbers than points it may be negative. */
  readonly decimals: number;
}

export type Points = Decimal;

export const ONE_POINT: Points = {units: 1n, decimals: 0};

/** Points of a case or a submission, which are never negative. */
export const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Parses points, and deductions below zero. */
export function parsePoints(text: string): Points {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`not a decimal number: ${JSON.stringify(text)}`);
  return {units: BigInt(whole + fraction), decimals: fraction.length};
}

/** Formats points with all their decimals: `8.0`. */
export function formatPoints({units, decimals}: Points): string {
  if (decimals === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function addPoints(points: readonly Points[]): Points {
  const decimals = Math.max(0, ...points.map((one) => one.decimals));
  const units = points.reduce((sum, one) => sum + one.units * 10n ** BigInt(decimals - one.decimals), 0n);
  return {units, decimals};
}

export function areAtMost(points: string, most: string): boolean {
  return isAtMost(parsePoints(points), parsePoints(most));
}

export function isAtMost(number: Decimal, most: Decimal): boolean {
  return minus(most, number).units >= 0n;
}

/** Returns points with the fewest possible decimals, but at least so many: 0.800 becomes 0.8. */
export function withDecimals(points: Points, least: number): Points {
  let {units, decimals} = points;
  if (decimals < least) return {units: units * 10n ** BigInt(least - decimals), decimals: least};
  for (; decimals > least && units % 10n === 0n; decimals -= 1) units /= 10n;
  return {units, decimals};
}

export function sumOf(texts: readonly string[]): string {
  return formatPoints(addPoints(texts.map(parsePoints)));
}

/** Returns zero with the same number of decimals: `0.00` for `0.25`. */
export function zeroOf(points: string): string {
  return points.replace(/^\d+/, '0').replace(/[1-9]/g, '0');
}

/** Removes needless zeros: `8.0` becomes `8`, `0.250` becomes `0.25`. */
export function shortPoints(points: string): string {
  return points.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?)0+$/, '$1');
}

export function lostPoints(points: string, maxPoints: string): string {
  return formatPoints(minus(parsePoints(maxPoints), parsePoints(points)));
}

export function minus(number: Decimal, less: Decimal): Decimal {
  return addPoints([number, {...less, units: -less.units}]);
}

export function times(a: Decimal, b: Decimal): Decimal {
  return {units: a.units * b.units, decimals: a.decimals + b.decimals};
}

export function atMost(points: Points, most: Points): Points {
  return isAtMost(points, most) ? points : most;
}

/** Returns points out of `max` as points out of `other`, with so many decimals, rounded half up. */
export function scaled(points: Points, max: Points, other: Points, decimals: number): Points {
  const over = points.units * other.units * 10n ** BigInt(max.decimals + decimals);
  const under = max.units * 10n ** BigInt(points.decimals + other.decimals);
  return {units: (2n * over + under) / (2n * under), decimals};
}

interface Grouped {
  readonly group: string | null;
  readonly verdict: string;
  readonly points: string;
}

/**
 * Sets the points of all cases of a group to zero if any of them failed, so that the points of a submission are always the
 * sum over its cases. A case that could not be checked costs its group nothing.
 */
export function inGroups<Case extends Grouped>(cases: readonly Case[]): readonly Case[] {
  const counts = ({verdict}: Case): boolean => verdict !== 'pass' && verdict !== 'could-not-check';
  const failed = new Set(cases.filter(counts).map(({group}) => group));
  return cases.map((one) =>
    one.group === null || !failed.has(one.group) ? one : {...one, points: zeroOf(one.points)},
  );
}
