/* Files of a case: those that its program finds, and those that it must write. */
import {readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {NOT_THERE} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {NotRegular, readRegularFile} from '../../system/regular-file.js';
import type {CaseFile, ExpectedFile} from './fixture-case.js';
import type {Suite} from './suite-json.js';

/** Max bytes of a file. All files stay in memory. */
const LARGEST = 64 * 1024 ** 2;

/** Returns the files that a suite gives to programs: the paths of all, and the files of a case. */
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

/** Returns the files below a folder `NAME.files`, sorted. */
export function expectedFiles(folder: string, name: string, problems: string[]): readonly ExpectedFile[] {
  const root = join(folder, name);
  const found: ExpectedFile[] = [];
  const wrong: string[] = [];
  for (const entry of readdirSync(root, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name);
    const own = path.slice(root.length + 1);
    if (entry.isDirectory() || /(?:^|\/)\./.test(own)) continue;
    try {
      found.push({name: own, path, content: contentOf(path)});
    } catch (error) {
      wrong.push(`${join(name, own)}: ${messageOf(error)}`);
    }
  }
  if (found.length + wrong.length === 0) wrong.push(`${name}: no file in it`);
  problems.push(...wrong);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param path below the folder of the suite. @throws Error that says what is wrong with the file */
function givenFile(folder: string, path: string): CaseFile {
  const place = join(folder, path);
  const stats = statSync(place, {throwIfNoEntry: false});
  if (stats === undefined) throw new Error(NOT_THERE);
  if (!isBelow(realpathSync(place), realpathSync(folder))) throw new Error('a link leads out of the folder');
  const isExecutable = (stats.mode & 0o100) !== 0;
  return {name: basename(path), path: place, content: contentOf(place), isExecutable};
}

function contentOf(path: string): Buffer {
  try {
    return readRegularFile(path, LARGEST);
  } catch (error) {
    throw error instanceof NotRegular ? new Error(`it is ${error.message}`) : error;
  }
}
