/* Points as other systems write them. */
import {addPoints, formatPoints, parsePoints} from '../points.js';

/** Without zeros that say nothing: `8.0` is `8`, `0.250` is `0.25`. */
export function shortPoints(points: string): string {
  return exactNumber(points).replace(/\.0*$|(\.\d*?)0+$/, '$1');
}

/** A decimal string as a number of JSON, digit for digit; JSON has no zeros in front. */
export function exactNumber(points: string): string {
  return points.replace(/^0+(?=\d)/, '');
}

/** What was not given of the points. */
export function lostPoints(points: string, maxPoints: string): string {
  const given = parsePoints(points);
  return formatPoints(addPoints([parsePoints(maxPoints), {...given, units: -given.units}]));
}
