/* The lines on which the keys of a JSON text stand, and those that it gives twice, of which `JSON.parse` takes the last. */

export interface DuplicateKey {
  /** Names and indexes from the outermost object inward, joined by dots: `cases.a.points`. */
  readonly path: string;
  /** The lines of the first and of this one, from 1. */
  readonly lines: readonly [first: number, again: number];
}

/** An object or an array that is still open. */
interface Open {
  /** The lines of its keys; null of an array. */
  readonly keys: Map<string, number> | null;
  /** The key or the index of what comes next. */
  at: string | number;
}

/** Strings, signs, and line breaks. Numbers, `true`, `false` and `null` hold no key. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:\n]/g;

export interface Keys {
  /** By path, from 1. */
  readonly lines: ReadonlyMap<string, number>;
  readonly twice: readonly DuplicateKey[];
}

/** @param text JSON that `JSON.parse` accepts */
export function keysOf(text: string): Keys {
  const [lines, twice] = [new Map<string, number>(), [] as DuplicateKey[]];
  const open: Open[] = [];
  let line = 1;
  let string = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const inner = open.at(-1);
    if (token === '\n') line += 1;
    else if (token.startsWith('"')) string = token;
    else if (token === '{') open.push({keys: new Map(), at: ''});
    else if (token === '[') open.push({keys: null, at: 0});
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (token === ':' && inner !== undefined && inner.keys !== null) {
      // `"a"` and `"\u0061"` are the same key.
      const key: string = JSON.parse(string);
      inner.at = key;
      const first = inner.keys.get(key);
      const path = open.map(({at}) => at).join('.');
      lines.set(path, line);
      if (first === undefined) inner.keys.set(key, line);
      else twice.push({path, lines: [first, line]});
    }
  }
  return {lines, twice};
}
