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

/** How many names a message has room for. */
const MOST_NAMES = 3;

/** What is said of several, said once: `a, b, c and 2 more: the checker regex`. */
export function toldOnce(said: readonly {readonly of: string; readonly what: string}[]): string[] {
  return [...groupBy(said, ({what}) => what)].map(([what, members]) => {
    const names = members.slice(0, MOST_NAMES).map(({of}) => of);
    const more = members.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${what}`;
  });
}
