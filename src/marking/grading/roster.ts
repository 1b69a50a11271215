/* Names of people in tables: the surest one that fits anything decides. */
import {oneLine} from '../results/visible.js';

/** Kinds of names, the surest first. `other` is a number that another system gave. */
const KINDS = ['target', 'id', 'other', 'email', 'name'] as const;
export type Names = Readonly<Partial<Record<(typeof KINDS)[number], readonly (string | null)[]>>>;

/** Finds people, or their rows, by name, number or e-mail address. */
export class Roster<T> {
  private readonly known = new Map<string, Set<T>>();

  add(one: T, names: Names): void {
    for (const key of keysOf(names)) this.known.set(key, new Set(this.known.get(key)).add(one));
  }

  /** Returns all that have the surest of these names that anything has. */
  find(names: Names): readonly T[] {
    const key = keysOf(names).find((one) => this.known.has(one));
    return [...(this.known.get(key ?? '') ?? [])];
  }
}

function keysOf(names: Names): string[] {
  return KINDS.flatMap((kind) =>
    (names[kind] ?? []).flatMap((name) => {
      const key = name === null ? '' : keyOf(kind, name.normalize('NFC'));
      return key === '' ? [] : `${kind} ${key}`;
    }),
  );
}

export function keyOf(kind: keyof Names, name: string): string {
  if (kind === 'target') return oneLine(name);
  // Learning systems drop other characters from names: "O'Brien" becomes "OBrien", and "Müller, Jörg" "müllerjörg".
  if (kind === 'name') return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return name.toLowerCase().replace(/^participant (?=\d+$)/, '');
}
