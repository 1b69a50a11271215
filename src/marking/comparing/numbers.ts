/*
 * The checker `numbers`: numbers may be off by a distance, and white space does not count. It puts the numbers that are
 * close enough into the golden, which is then compared as usual.
 *
 * Numbers are exact decimals: 0.301 is 0.001 away from 0.3, but not in binary. Their syntax is that of Kattis' package format
 * (2025-09, general requirements), with or without an exponent.
 */
import {type Decimal, isAtMost, minus, times} from '../results/points.js';

/** Decimal number that is not negative: `0.001`, `"1e-6"`. */
export type Distance = number | string;

export interface Numbers {
  readonly kind: 'numbers';
  readonly absolute: Distance;
  readonly relative: Distance;
}

/** Anything but C's white space. */
const TOKEN = /[^ \t\n\v\f\r]+/g;

/** Returns the golden with all numbers of the output that are close enough. */
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

/** Max characters of a number: arithmetic on a longer one could take long. */
const LONGEST = 1000;

/** Numbers below 10^-this count as 0: arithmetic on them could take long. */
const MOST_POWER = 2000;

/** Returns null if the text is no number, or one beyond the range of a double: `1e999`. */
export function decimalOf(text: string): Decimal | null {
  if (text.length > LONGEST) return null;
  const [found, sign, whole = '', fraction = '', only = '', power = '0'] = NUMBER.exec(text) ?? [];
  const near = Number(text);
  if (found === undefined || !Number.isFinite(near)) return null;
  // Numbers too small for a double are exact, too, unless the exponent is huge.
  if (near === 0 && Math.abs(Number(power)) > MOST_POWER) return ZERO;
  const units = BigInt(whole + fraction + only);
  return {units: sign === '-' ? -units : units, decimals: fraction.length - Number(power)};
}

/** Returns whether a number is within an absolute distance of the expected one, or within a fraction of it. */
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
