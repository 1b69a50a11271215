/* Files of a case: those that its program finds, and those that it must write. */
import {readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {readRegularFile} from '../../system/regular-file.js';
import type {CaseFile, ExpectedFile} from './fixture-case.js';
import type {Suite} from './suite-json.js';
import {statsBelow} from './values.js';

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
      found.push({name: own, path, content: readRegularFile(path, LARGEST)});
    } catch (error) {
      wrong.push(`${join(name, own)}: ${messageOf(error)}`);
    }
  }
  if (found.length + wrong.length === 0) wrong.push(`${name}: no file in it`);
  problems.push(...wrong);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function givenFile(folder: string, path: string): CaseFile {
  const {mode} = statsBelow(folder, path);
  const place = join(folder, path);
  const isExecutable = (mode & 0o100) !== 0;
  return {name: basename(path), path: place, content: readRegularFile(place, LARGEST), isExecutable};
}
