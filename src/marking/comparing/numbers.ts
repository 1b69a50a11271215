/*
 * The checker `numbers`: numbers may be off by a distance, and white space does not count. Numbers of the output that
 * are close enough replace those of the golden, which is then compared as usual. They have the syntax of Kattis'
 * package format (2025-09, general requirements) and are exact decimals: 0.301 is 0.001 away from 0.3.
 */
import {type Decimal, isAtMost, minus, times} from '../results/points.js';

/** Non-negative decimal: `0.001`, `"1e-6"`. */
export type Distance = number | string;

export interface Numbers {
  readonly kind: 'numbers';
  readonly absolute: Distance;
  readonly relative: Distance;
}

export const EXACT: Numbers = {kind: 'numbers', absolute: 0, relative: 0};

const TOKEN = /[^ \t\n\v\f\r]+/g;

/** Returns the golden with the numbers of the output that are close enough. */
export function withNumbersOf(actual: string, golden: string, {absolute, relative}: Numbers): string {
  const within = {absolute: distanceOf(absolute), relative: distanceOf(relative)};
  const printed = actual.matchAll(TOKEN);
  return golden.replace(TOKEN, (token) => {
    const other: string = printed.next().value?.[0] ?? '';
    if (other === token) return token;
    const [wanted, found] = [decimalOf(token), decimalOf(other)];
    return wanted !== null && found !== null && isClose(wanted, found, within) ? other : token;
  });
}

function distanceOf(setting: Distance): Decimal {
  return decimalOf(String(setting)) ?? ZERO;
}

const ZERO: Decimal = {units: 0n, decimals: 0};

const NUMBER = /^([+-]?)(?:(\d*)\.(\d+)|(\d+)\.?)(?:[eE]([+-]?\d+))?$/;

/** Max characters of a number, so that arithmetic takes little time. */
const LONGEST = 1000;

/** Numbers below 10^-this count as 0, for the same reason. */
const MOST_POWER = 2000;

/** Returns null if the text is not a number, or is beyond a double: `1e999`. */
export function decimalOf(text: string): Decimal | null {
  if (text.length > LONGEST) return null;
  const [found, sign, whole = '', fraction = '', only = '', power = '0'] = NUMBER.exec(text) ?? [];
  const near = Number(text);
  if (found === undefined || !Number.isFinite(near)) return null;
  // Numbers too small for a double are exact unless the exponent is huge.
  if (near === 0 && Math.abs(Number(power)) > MOST_POWER) return ZERO;
  const units = BigInt(whole + fraction + only);
  return {units: sign === '-' ? -units : units, decimals: fraction.length - Number(power)};
}

function isClose(
  expected: Decimal,
  actual: Decimal,
  {absolute, relative}: {readonly absolute: Decimal; readonly relative: Decimal},
): boolean {
  const distance = sizeOf(minus(expected, actual));
  return isAtMost(distance, absolute) || isAtMost(distance, times(relative, sizeOf(expected)));
}

function sizeOf({units, decimals}: Decimal): Decimal {
  return {units: units < 0n ? -units : units, decimals};
}
