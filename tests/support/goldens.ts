/* Loads golden cases, and refuses a folder in which a case could be silently missed. */
import {existsSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/valuation');
export const GAMES = join(import.meta.dirname, '../../fixtures/game');

export interface Golden {
  /** The folder below the root and the case's stem: `handout/2.3-full-house`. */
  readonly name: string;
  readonly folder: string;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expected: Buffer;
  /** 0 after a score or a stage 1 exit, 1 after an error; derived from the last line of the output. */
  readonly exitCode: 0 | 1;
  /** From the folder's `suite.json`. */
  readonly arguments: readonly string[];
}

/**
 * All cases below `root`, sorted by name.
 *
 * @throws Error that lists everything the marker would refuse, every empty expected output, and every
 *   difference between the cases and the tables in `README.md`
 */
export function loadGoldens(root: string): Golden[] {
  const problems: string[] = [];
  const goldens = loadFixtures(root).map(
    ({name, folder, inputFile, input, expected, arguments: args}): Golden => ({
      name,
      folder,
      inputFile,
      input,
      expected,
      exitCode: /\nYour score is: \d+ points\n\n$|> \n$/.test(expected.toString('latin1')) ? 0 : 1,
      arguments: args,
    }),
  );
  for (const {name, expected} of goldens) if (expected.length === 0) problems.push(`${name}.out: empty`);

  const listed = listedCases(root);
  const found = goldens.map(({name}) => name);
  for (const name of found) if (!listed.includes(name)) problems.push(`${name}: not listed in README.md`);
  for (const name of listed)
    if (!found.includes(name)) problems.push(`${name}: listed in README.md, but no case`);
  for (const name of new Set(listed.filter((one, index) => listed.indexOf(one) !== index))) {
    problems.push(`${name}: listed twice in README.md`);
  }
  if (problems.length > 0) throw new Error(`${basename(root)}:\n${problems.join('\n')}`);
  return goldens;
}

/** The cases that `README.md` lists. */
export function listedCases(root: string): string[] {
  return listedRows(root).map(({name}) => name);
}

/** The tables of `README.md`: a heading for each folder, followed by a table with a row for each case. */
export function listedRows(root: string): {readonly name: string; readonly cells: readonly string[]}[] {
  const readme = join(root, 'README.md');
  if (!existsSync(readme)) return [];
  let folder = '';
  const rows: {name: string; cells: string[]}[] = [];
  for (const line of readFileSync(readme, 'utf8').split('\n')) {
    folder = /^## `(.+?)`/.exec(line)?.[1] ?? folder;
    const [, stem, rest = ''] = /^\| `(.+?)` \| (.+) \|$/.exec(line) ?? [];
    if (stem !== undefined) rows.push({name: join(folder, stem), cells: rest.split(' | ')});
  }
  return rows;
}
