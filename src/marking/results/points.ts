/* Exact decimals: 80 times 0.1 is 8.0. Points keep their number of decimals. */

export interface Decimal {
  readonly units: bigint;
  /** Digits after the point: `{units: 25n, decimals: 2}` is 0.25. Negative for some numbers that are not points. */
  readonly decimals: number;
}

export type Points = Decimal;

export const ONE_POINT: Points = {units: 1n, decimals: 0};

/** Points, never negative. */
export const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Parses points and negative deductions. */
export function parsePoints(text: string): Points {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`not a decimal number: ${JSON.stringify(text)}`);
  return {units: BigInt(whole + fraction), decimals: fraction.length};
}

/** Keeps all decimals: `8.0`. */
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

/** Drops needless decimals beyond `least`: 0.800 becomes 0.8. */
export function withDecimals(points: Points, least: number): Points {
  let {units, decimals} = points;
  if (decimals < least) return {units: units * 10n ** BigInt(least - decimals), decimals: least};
  for (; decimals > least && units % 10n === 0n; decimals -= 1) units /= 10n;
  return {units, decimals};
}

export function sumOf(texts: readonly string[]): string {
  return formatPoints(addPoints(texts.map(parsePoints)));
}

/** Returns `0.00` for `0.25`. */
export function zeroOf(points: string): string {
  return points.replace(/^\d+/, '0').replace(/[1-9]/g, '0');
}

/** Returns `8` for `8.0`, and `0.25` for `0.250`. */
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

/** Scales points out of `max` to points out of `other`, rounded half up. */
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

/** Sets the points of a group to zero if a case of it failed. A case that could not be checked costs its group nothing. */
export function inGroups<Case extends Grouped>(cases: readonly Case[]): readonly Case[] {
  const counts = ({verdict}: Case): boolean => verdict !== 'pass' && verdict !== 'could-not-check';
  const failed = new Set(cases.filter(counts).map(({group}) => group));
  return cases.map((one) =>
    one.group === null || !failed.has(one.group) ? one : {...one, points: zeroOf(one.points)},
  );
}
