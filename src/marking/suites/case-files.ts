/* The files of a case: those that its program finds where it works, and those that it must write there. */
import {lstatSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {NOT_THERE} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {NotRegular, readRegularFile} from '../../system/regular-file.js';
import type {CaseFile, ExpectedFile} from './fixture-case.js';
import type {Suite} from './suite-json.js';
import {CONTROL} from './values.js';

/** In bytes. All of them are in memory while a class is marked. */
const LARGEST = 64 * 1024 ** 2;

/** The files that a suite gives to its cases: where they all are, and those of a case. */
export function givenFiles(
  folder: string,
  suite: Suite,
  problems: string[],
): {readonly all: readonly string[]; readonly case: (stem: string) => readonly CaseFile[]} {
  const found = new Map<string, CaseFile | null>();
  const filesAt = (key: string, paths: readonly string[] = []): readonly CaseFile[] =>
    paths.flatMap((path) => {
      const known = found.get(path);
      if (known !== undefined) return known ?? [];
      try {
        found.set(path, givenFile(folder, path));
      } catch (error) {
        found.set(path, null);
        problems.push(`suite.json: ${key}: ${path}: ${messageOf(error)}`);
      }
      return found.get(path) ?? [];
    });
  const ofFolder = filesAt('files', suite.files);
  const ofCases = new Map(
    Object.entries(suite.cases ?? {}).flatMap(([stem, {files}]) =>
      files === undefined ? [] : [[stem, filesAt(`cases.${stem}.files`, files)] as const],
    ),
  );
  return {
    all: [...found.keys()].map((path) => join(folder, path)),
    case: (stem) => ofCases.get(stem) ?? ofFolder,
  };
}

/** The files in a folder `NAME.files`, of which there must be one. */
export function expectedFiles(folder: string, name: string, problems: string[]): readonly ExpectedFile[] {
  const before = problems.length;
  const found = expectedFilesIn(join(folder, name), (path, problem) =>
    problems.push(`${join(name, path)}: ${problem}`),
  );
  if (found.length === 0 && problems.length === before) problems.push(`${name}: no file in it`);
  return found;
}

/**
 * A file that programs are given.
 *
 * @param path below the folder of the suite
 * @throws Error that says what is wrong with it
 */
function givenFile(folder: string, path: string): CaseFile {
  const place = join(folder, path);
  const stats = statSync(place, {throwIfNoEntry: false});
  if (stats === undefined) throw new Error(NOT_THERE);
  if (!isBelow(realpathSync(place), realpathSync(folder))) throw new Error('a link leads out of the folder');
  const isExecutable = (stats.mode & 0o100) !== 0;
  return {name: basename(path), path: place, content: contentOf(place), isExecutable};
}

/**
 * The files in a folder `NAME.files`, and in those below it, by their names.
 *
 * @param complain called with the path, below the folder, of each that cannot be taken, and with what is wrong
 */
function expectedFilesIn(folder: string, complain: (path: string, problem: string) => void): ExpectedFile[] {
  const found: ExpectedFile[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), {withFileTypes: true})) {
      const name = join(below, entry.name);
      const path = join(folder, name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) visit(name);
      else if (CONTROL.test(name)) complain(name, 'its name has a control character');
      else if (lstatSync(path, {throwIfNoEntry: false}) === undefined)
        complain(name, 'its name is not UTF-8');
      else {
        try {
          found.push({name, path, content: contentOf(path)});
        } catch (error) {
          complain(name, messageOf(error));
        }
      }
    }
  };
  visit('');
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function contentOf(path: string): Buffer {
  try {
    return readRegularFile(path, LARGEST);
  } catch (error) {
    throw error instanceof NotRegular ? new Error(`it is ${error.message}`) : error;
  }
}
