/* Numbers that are computed in two ways. */
import * as assert from 'uvu/assert';

/** Fails unless the numbers differ by less than `within`. */
export function near(actual: number | undefined, expected: number, within = 1e-9): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < within, `${actual} is not ${expected}`);
}
