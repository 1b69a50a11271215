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

/**
 * Does some work again and again while others come between: the first of them before one call, the next before a later
 * one, of whomever; all possible ways, one after the other. Each goes as far as it can without waiting.
 *
 * @returns in how many ways
 */
export async function overtakenAtEachCall(
  prepare: Act,
  [work, ...others]: readonly [Act, ...Act[]],
  check: Act,
): Promise<number> {
  let attempt = 0;
  /** Whether the last of these calls was made at all. */
  const goes = async (at: readonly number[]): Promise<boolean> => {
    attempt += 1;
    const number = attempt;
    await prepare(number);
    let count = 0;
    const overtaking: (Promise<void> | void)[] = [];
    await watched(
      async () => {
        await work(number);
        // Of which there may be more in the meantime.
        for (const other of overtaking) await other;
      },
      () => {
        count += 1;
        const index = at.indexOf(count);
        if (index !== -1) overtaking.push(others[index]?.(number));
      },
    );
    if (overtaking.length < at.length) return false;
    await check(number);
    return true;
  };
  const goAll = async (at: readonly number[]): Promise<boolean> => {
    if (at.length === others.length) return goes(at);
    let next = (at.at(-1) ?? 0) + 1;
    while (await goAll([...at, next])) next += 1;
    return next > (at.at(-1) ?? 0) + 1;
  };
  await goAll([]);
  return attempt;
}
