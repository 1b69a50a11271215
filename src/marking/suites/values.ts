/* Values that stand at several places of `suite.json`. Each message says what would be valid. */
import * as v from 'valibot';
import {isLimit, LIMIT_NAMES, rangeOf} from '../../running/limits.js';

/** What would break a line, or command a terminal. */
export const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** In bytes: Linux takes less than 128 KiB for one, and starts no program with more. */
export const LONGEST_ARGUMENT = 100_000;

/** Linux takes 2 MiB in all, with the environment; what we put before the program needs room, too. */
export const MOST_ARGUMENTS = 1_000_000;

/** What these take: each its bytes, the NUL that ends it, and a pointer. */
export function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + Buffer.byteLength(word) + 9, 0);
}

export const text = v.string('a string');

export const argument = v.pipe(
  text,
  v.check(
    (value) => !value.includes('\0') && Buffer.byteLength(value) <= LONGEST_ARGUMENT,
    `a string of at most ${LONGEST_ARGUMENT} bytes, without NUL`,
  ),
);

export const programArguments = v.pipe(
  v.array(argument, 'a list of strings'),
  v.check((values) => sizeOf(values) <= MOST_ARGUMENTS, `a list of at most ${MOST_ARGUMENTS} bytes in all`),
);

export const pathBelow = v.pipe(
  text,
  v.check(isPathBelow, 'a path below the folder of suite.json, such as "data/words.txt"'),
);

const limit = (name: (typeof LIMIT_NAMES)[number]) =>
  v.exactOptional(v.custom<number>((value) => isLimit(name, value), rangeOf(name)));

export const limits = objectOf(
  {
    wall: limit('wall'),
    cpu: limit('cpu'),
    memory: limit('memory'),
    output: limit('output'),
    disk: limit('disk'),
    processes: limit('processes'),
  },
  `an object with some of the keys ${LIMIT_NAMES.join(', ')}`,
);

/** valibot's `record` silently ignores these keys. */
const NO_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor'];

/** An object with no other keys. valibot's own schema would accept an array, too. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries, message: string) {
  return v.pipe(v.custom<object>(isObject, message), v.strictObject(entries, message));
}

/** An object with any keys, except those that valibot passes over. */
export function recordOf<
  const Key extends v.GenericSchema<string, string>,
  const Value extends v.GenericSchema,
>(what: string, key: Key, value: Value) {
  const isRecord = (object: unknown): boolean =>
    isObject(object) && !NO_KEYS.some((name) => Object.hasOwn(object, name));
  const message = `${what} as keys, which cannot be ${NO_KEYS.join(', ')}`;
  return v.pipe(v.custom<object>(isRecord, message), v.record(key, value));
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPathBelow(path: string): boolean {
  return (
    !path.startsWith('/') &&
    !CONTROL.test(path) &&
    path.split('/').every((name) => !['', '.', '..'].includes(name))
  );
}
