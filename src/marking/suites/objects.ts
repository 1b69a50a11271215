/* Objects in `suite.json`. */
import * as v from 'valibot';

/** An object with no other keys. valibot's own schema would accept an array, too. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries, message: string) {
  return v.pipe(v.custom<object>(isObject, message), v.strictObject(entries, message));
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
