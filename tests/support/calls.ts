/*
 * What happens between two calls to the file system: a kill, another game. Nothing here waits, or is left to chance:
 * every call of a piece of work has its turn.
 */
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import timers from 'node:timers/promises';

/** The calls that change something. */
const CALLS = [
  'mkdirSync',
  'openSync',
  'writeFileSync',
  'fchownSync',
  'fchmodSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
] as const;
type Call = (typeof CALLS)[number];

class Killed extends Error {}

/** Works with `before` called right before each call. Nobody waits for the disk, or longer than others need. */
async function watched(
  work: () => Promise<void> | void,
  before: (call: Call, args: readonly unknown[]) => void,
): Promise<void> {
  const originals = CALLS.map((call) => [call, fs[call]] as const);
  const {setTimeout: sleep} = timers;
  for (const [call, original] of originals) {
    Reflect.set(fs, call, (...args: unknown[]): unknown => {
      before(call, args);
      return call === 'fsyncSync' ? undefined : Reflect.apply(original, fs, args);
    });
  }
  Reflect.set(timers, 'setTimeout', () => timers.setImmediate());
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const [call, original] of originals) Reflect.set(fs, call, original);
    Reflect.set(timers, 'setTimeout', sleep);
    syncBuiltinESMExports();
  }
}

type Act = (attempt: number) => Promise<void> | void;

/**
 * Does some work again and again, killed before its first call, its second, and so on, until it comes to its end; a text
 * is written half. From the kill on no call does anything, so that what the work still tries to tidy up stays as it is.
 *
 * @returns what was killed before
 */
export async function killedAtEachCall(prepare: Act, work: Act, check: Act): Promise<readonly Call[]> {
  const killed: Call[] = [];
  for (let attempt = 1; ; attempt += 1) {
    await prepare(attempt);
    const {writeSync} = fs;
    let count = 0;
    try {
      await watched(
        () => work(attempt),
        (call, [file, text]) => {
          count += 1;
          if (count < attempt) return;
          if (count === attempt) {
            killed.push(call);
            if (call === 'writeFileSync' && typeof file === 'number' && typeof text === 'string')
              writeSync(file, text.slice(0, text.length / 2));
          }
          throw new Killed();
        },
      );
    } catch (error) {
      if (count < attempt) throw error;
    }
    await check(attempt);
    if (count < attempt) return killed;
  }
}
