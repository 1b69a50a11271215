import * as assert from 'uvu/assert';

export function throwsRangeError(work: () => unknown, message: string | RegExp): void {
  let thrown: unknown = null;
  try {
    work();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof RangeError)) throw new Error(`no RangeError, but ${thrown}`);
  if (typeof message === 'string') assert.is(thrown.message, message);
  else assert.match(thrown.message, message);
}
