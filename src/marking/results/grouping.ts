/** Groups items by a key, in the order in which each key first appears. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** `1 case`, `2 cases`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const MOST_NAMED = 8;

/** Returns the first few names, and the number of the others. */
export function listSome(names: readonly string[], most = MOST_NAMED): string {
  const more = names.length - most;
  return more <= 0 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${more} more`;
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
