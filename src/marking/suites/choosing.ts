/* Which cases people mean by what they type after `--case`. */
import {nearest} from '../../command-line/nearest.js';
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
  const far = ({name}: FixtureCase): number => nearest(text, [name, stemOf(name)])[0]?.edits ?? 0;
  return cases
    .map((one) => ({name: one.name, edits: far(one)}))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({name}) => name);
}

function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
