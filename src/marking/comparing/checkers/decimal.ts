/*
 * Numbers as programs print them, kept exactly: in decimal 0.301 is 0.001 away from 0.3, in binary it is more. What is a
 * number is as in Kattis' package format (2025-09, general requirements): decimal, with or without an exponent.
 */

/** `units` times ten to the power of `exponent`. */
export interface Decimal {
  readonly units: bigint;
  readonly exponent: number;
}

const NUMBER = /^([+-]?)(?:(\d*)\.(\d+)|(\d+)\.?)(?:[eE]([+-]?\d+))?$/;

/** In characters. Nobody prints a longer number, and to reckon with one could take long. */
const LONGEST = 1000;

/** Below ten to the power of minus this, all is 0: to reckon with such numbers could take long. */
const MOST_POWER = 2000;

/** The number that a text is; null if it is none, or one so large that no computer's usual numbers reach it: `1e999`. */
export function decimalOf(text: string): Decimal | null {
  if (text.length > LONGEST) return null;
  const [found, sign, whole = '', fraction = '', only = '', power = '0'] = NUMBER.exec(text) ?? [];
  const near = Number(text);
  if (found === undefined || !Number.isFinite(near)) return null;
  // What is too small for those numbers is still what it is, but an exponent can have a thousand digits.
  if (near === 0 && Math.abs(Number(power)) > MOST_POWER) return {units: 0n, exponent: 0};
  const units = BigInt(whole + fraction + only);
  return {units: sign === '-' ? -units : units, exponent: Number(power) - fraction.length};
}

/** Whether a number is so close to the expected one: by a distance, or by a part of the expected one. */
export function isClose(
  expected: Decimal,
  actual: Decimal,
  {absolute, relative}: {readonly absolute: Decimal; readonly relative: Decimal},
): boolean {
  const [one, other] = aligned(expected, actual);
  const distance = sizeOf({units: one.units - other.units, exponent: one.exponent});
  const part = {
    units: relative.units * sizeOf(expected).units,
    exponent: relative.exponent + expected.exponent,
  };
  return [absolute, part].some((most) => isAtMost(distance, most));
}

/** Whether a number is at most another. */
export function isAtMost(number: Decimal, most: Decimal): boolean {
  const [one, other] = aligned(number, most);
  return one.units <= other.units;
}

function aligned(a: Decimal, b: Decimal): [Decimal, Decimal] {
  const exponent = Math.min(a.exponent, b.exponent);
  const to = (one: Decimal): Decimal => ({
    units: one.units * 10n ** BigInt(one.exponent - exponent),
    exponent,
  });
  return [to(a), to(b)];
}

function sizeOf({units, exponent}: Decimal): Decimal {
  return {units: units < 0n ? -units : units, exponent};
}
