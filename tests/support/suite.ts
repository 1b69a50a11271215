/*
 * A suite that cannot be forgotten: it runs itself, must hold a test, and turns anything thrown into an Error,
 * because uvu stops reporting at a thrown `null` and exits with 0.
 */
import {suite as uvuSuite} from 'uvu';

type Body = () => void | Promise<void>;

export function suite(name: string, define: (test: (sentence: string, body: Body) => void) => void): void {
  const tests = uvuSuite(name);
  let count = 0;
  define((sentence, body) => {
    count += 1;
    tests(sentence, async () => {
      try {
        await body();
      } catch (thrown) {
        throw thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`);
      }
    });
  });
  if (count === 0) throw new Error(`suite ${name} has no test`);
  tests.run();
}
