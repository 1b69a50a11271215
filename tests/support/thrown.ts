import * as assert from 'uvu/assert';

export function throwsRangeError(work: () => unknown, message: string | RegExp): void {
  const fits = (text: string): boolean =>
    typeof message === 'string' ? text === message : message.test(text);
  assert.throws(work, (error: unknown) => error instanceof RangeError && fits(error.message));
}
