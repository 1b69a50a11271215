import * as assert from 'uvu/assert';
import {UserError} from '../../src/command-line/user-error.js';
import type {FixtureCase} from '../../src/marking/suites/fixture-case.js';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {type Files, writeFiles} from './place.js';
import {inTemporaryFolder} from './temporary-folder.js';

export const ONE: Files = {'a.in': '1\n', 'a.out': 'one\n'};

export function inFolder<T>(files: Files, use: (folder: string) => T): Promise<T> {
  return inTemporaryFolder((folder) => {
    writeFiles(folder, files, 'latin1');
    return use(folder);
  });
}

export const casesAt = (paths: string): Files =>
  Object.assign({}, ...paths.split(' ').map((path) => ({[`${path}.in`]: path, [`${path}.out`]: ''})));
export const namesOf = (named: readonly {readonly name: string}[]): string =>
  named.map(({name}) => name).join(' ');
export const load = (files: Files): Promise<FixtureCase[]> =>
  inFolder(files, (folder) => loadFixtures(folder));

/** The complaint about some files; `/` stands for their folder. */
export function refusal(files: Files, outputs?: 'not yet'): Promise<string> {
  return inFolder(files, (folder) => complaint(folder, outputs).replaceAll(`${folder}/`, '/'));
}

export function complaint(folder: string, outputs?: 'not yet'): string {
  try {
    loadFixtures(folder, outputs);
  } catch (error) {
    assert.instance(error, UserError);
    return error instanceof Error ? error.message : '';
  }
  return 'nothing was thrown';
}
