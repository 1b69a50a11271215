/* Schemas of values at several places of `suite.json`. Each message names the valid values. */
import {realpathSync, type Stats, statSync} from 'node:fs';
import {join} from 'node:path';
import * as v from 'valibot';
import {isLimit, type LIMIT_NAMES, rangeOf} from '../../running/limits.js';
import {NOT_THERE} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular} from '../../system/regular-file.js';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const text = v.string('a string');

export const line = v.pipe(
  v.string('a line of text'),
  v.check((value) => value !== '' && !CONTROL.test(value), 'a line of text'),
);

export const argument = v.pipe(
  text,
  v.check((value) => !value.includes('\0'), 'a string without NUL'),
);

export const programArguments = v.array(argument, 'a list of strings');

export const pathBelow = v.pipe(
  text,
  v.check(isPathBelow, 'a path below the folder of suite.json, such as "data/words.txt"'),
);

const limit = (name: (typeof LIMIT_NAMES)[number]) =>
  v.exactOptional(v.custom<number>((value) => isLimit(name, value), rangeOf(name)));

export const limits = objectOf({
  wall: limit('wall'),
  cpu: limit('cpu'),
  memory: limit('memory'),
  output: limit('output'),
  disk: limit('disk'),
  processes: limit('processes'),
});

/** Makes the schema of an object without other keys. valibot's own accepts arrays. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries, what?: string) {
  const message = what ?? `an object with some of the keys ${Object.keys(entries).join(', ')}`;
  return v.pipe(v.custom<object>(isObject, message), v.strictObject(entries, message));
}

export function recordOf<
  const Key extends v.GenericSchema<string, string>,
  const Value extends v.GenericSchema,
>(what: string, key: Key, value: Value) {
  return v.pipe(v.custom<object>(isObject, `${what} as keys`), v.record(key, value));
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

/** Returns the stats of a regular file below the folder of a suite. @throws Error that says what is wrong with it */
export function statsBelow(folder: string, path: string): Stats {
  const place = join(folder, path);
  const stats = statSync(place, {throwIfNoEntry: false});
  if (stats === undefined) throw new Error(NOT_THERE);
  checkRegular(stats);
  if (!isBelow(realpathSync(place), realpathSync(folder))) throw new Error('a link leads out of the folder');
  return stats;
}
