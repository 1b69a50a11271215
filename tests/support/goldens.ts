/* The goldens, read without `src/marking`, which other tests check by these files. */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/valuation');
export const GAMES = join(import.meta.dirname, '../../fixtures/game');

/** A case of the strict tool, as its folder's `suite.json` lists it. */
export interface Golden {
  /** The path below the fixtures, without its ending: `handout/2.1-count`. */
  readonly name: string;
  readonly args: readonly string[];
  readonly section: string;
  readonly inputFile: string;
  /** Latin-1 text, as is `expected`. */
  readonly input: string;
  readonly expected: string;
  /** 0 after a score or a stage 1 exit, 1 after an error. */
  readonly exitCode: 0 | 1;
}

export function loadGoldens(): Golden[] {
  const suites = readdirSync(FIXTURES, {recursive: true, encoding: 'utf8'}).filter((path) =>
    path.endsWith('suite.json'),
  );
  return suites.sort().flatMap((path) => {
    const {arguments: args = [], cases = {}} = JSON.parse(readFileSync(join(FIXTURES, path), 'utf8'));
    return Object.entries<{section: string}>(cases).map(([stem, {section}]) => {
      const name = join(dirname(path), stem);
      const inputFile = join(FIXTURES, `${name}.in`);
      const input = readFileSync(inputFile, 'latin1');
      const expected = readFileSync(join(FIXTURES, `${name}.out`), 'latin1');
      const exitCode = /\nYour score is: \d+ points\n\n$|> \n$/.test(expected) ? 0 : 1;
      return {name, args, section, inputFile, input, expected, exitCode};
    });
  });
}
