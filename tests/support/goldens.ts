/* The golden cases of the project. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {FixtureCase} from '../../src/marking/suites/fixture-case.js';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/valuation');
export const GAMES = join(import.meta.dirname, '../../fixtures/game');

export interface Golden extends FixtureCase {
  /** 0 after a score or a stage 1 exit, 1 after an error; derived from the last line of the output. */
  readonly exitCode: 0 | 1;
}

/** All cases below `root`, sorted by name. */
export function loadGoldens(root: string): Golden[] {
  return loadFixtures(root).map((one) => {
    const isRight = /\nYour score is: \d+ points\n\n$|> \n$/.test(one.expected.toString('latin1'));
    return {...one, exitCode: isRight ? 0 : 1};
  });
}

/** The cases that `README.md` lists: a heading for each folder, followed by a table with a row for each case. */
export function listedCases(root: string): string[] {
  let folder = '';
  return readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      folder = /^## `(.+?)`/.exec(line)?.[1] ?? folder;
      const stem = /^\| `(.+?)` \| .+ \|$/.exec(line)?.[1];
      return stem === undefined ? [] : [join(folder, stem)];
    });
}
