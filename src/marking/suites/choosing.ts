/* Which cases people mean by what they type after `--case`. */
import type {FixtureCase} from './fixture-case.js';

/** What a text can be. Only the first way in which it names any case counts. */
const WAYS: readonly ((one: FixtureCase, text: string) => boolean)[] = [
  ({name}, text) => name === text,
  ({name}, text) => stemOf(name) === text,
  ({name}, text) => name.startsWith(`${text.replace(/\/+$/, '')}/`),
  ({number}, text) => String(number) === text,
  ({name}, text) => name.includes(text),
];

/** The cases that a text names: by name, folder, number or a part of a name. */
export function casesNamed(text: string, cases: readonly FixtureCase[]): readonly FixtureCase[] {
  const found = WAYS.map((way) => cases.filter((one) => way(one, text)));
  return found.find(({length}) => length > 0) ?? [];
}

/** The names that are most like a text, at most three. */
export function namesLike(text: string, cases: readonly FixtureCase[]): string[] {
  const far = ({name}: FixtureCase): number => Math.min(editsTo(text, name), editsTo(text, stemOf(name)));
  return cases
    .map((one) => ({name: one.name, edits: far(one)}))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({name}) => name);
}

/** Names with how many characters make them another than a text, the nearest first. */
export function nearest(
  text: string,
  names: readonly string[],
): {readonly name: string; readonly edits: number}[] {
  return names.map((name) => ({name, edits: editsTo(text, name)})).sort((a, b) => a.edits - b.edits);
}

function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** How many characters to add, drop or replace to make one text into the other. */
function editsTo(from: string, to: string): number {
  let row = Array.from({length: to.length + 1}, (_, index) => index);
  for (const [at, character] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const [left = 0, above = 0, corner = 0] = [next[index - 1], row[index], row[index - 1]];
      next.push(Math.min(left + 1, above + 1, corner + (to[index - 1] === character ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
