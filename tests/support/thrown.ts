import * as assert from 'uvu/assert';

/** Holds that something throws a RangeError with just this message. */
export function throwsRangeError(work: () => unknown, message: string): void {
  assert.throws(work, (error: unknown) => error instanceof RangeError && error.message === message);
}
