/* Lists: groups, counts, the first few of many, unique names, natural order. */

/** Groups items, in the order in which each key first appears. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) listIn(groups, keyOf(item)).push(item);
  return groups;
}

/** Returns the list of a key, made if there is none. */
export function listIn<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** `1 case`, `2 cases`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const MOST_NAMED = 8;

/** `a, b and 3 more` */
export function listSome(
  names: readonly string[],
  most = MOST_NAMED,
  shownAs: (name: string) => string = (name) => name,
): string {
  const more = names.length - most;
  const listed = names.slice(0, most).map(shownAs).join(', ');
  return more <= 0 ? listed : `${listed} and ${more} more`;
}

/** Returns a function that makes names with equal keys unique: the second `Ada` becomes `Ada (2)`. */
export function uniquely(keyOf: (name: string) => string): (name: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name) => {
    let own = name;
    // Counting from 2 again would be slow for many namesakes.
    for (let number = numbers.get(keyOf(name)) ?? 2; taken.has(keyOf(own)); number += 1) {
      own = `${name} (${number})`;
      numbers.set(keyOf(name), number + 1);
    }
    taken.add(keyOf(own));
    return own;
  };
}

/** Orders names as people count: `case 2` before `case 10`. */
export function naturally(a: string, b: string): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  // Two numbers may begin alike.
  while (/\d/.test(a[start - 1] ?? '')) start -= 1;
  const [left = '', right = ''] = [a, b].map((text) => /^0*(\d+)/.exec(text.slice(start))?.[1] ?? '');
  if (left !== '' && right !== '' && left !== right)
    return left.length - right.length || (left < right ? -1 : 1);
  return a < b ? -1 : Number(a > b);
}
