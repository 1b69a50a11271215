/* Cases that people mean by what they type after `--case`. */
import type {FixtureCase} from './fixture-case.js';

/** Ways in which a text names a case. Only the first that names any counts. */
const WAYS: readonly ((one: FixtureCase, text: string) => boolean)[] = [
  ({name}, text) => name === text,
  ({name}, text) => stemOf(name) === text,
  ({name}, text) => name.startsWith(`${text.replace(/\/+$/, '')}/`),
  ({number}, text) => String(number) === text,
  ({name}, text) => name.includes(text),
];

/** Returns the cases that a text names: by name, folder, number or a part of a name. */
export function casesNamed(text: string, cases: readonly FixtureCase[]): readonly FixtureCase[] {
  const found = WAYS.map((way) => cases.filter((one) => way(one, text)));
  return found.find(({length}) => length > 0) ?? [];
}

function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
