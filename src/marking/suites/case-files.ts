/* The files of a case: those that its program finds where it works, and those that it must write there. */
import {lstatSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {CONTROL} from '../files/names.js';
import {isBelow} from '../files/paths.js';
import {NotRegular, readRegularFile} from '../files/regular-file.js';
import type {CaseFile, ExpectedFile} from './fixture-case.js';

/** In bytes. All of them are in memory while a class is marked. */
const LARGEST = 64 * 1024 ** 2;

/**
 * A file that programs are given.
 *
 * @param path below the folder of the suite
 * @throws Error that says what is wrong with it
 */
export function givenFile(folder: string, path: string): CaseFile {
  const place = join(folder, path);
  const stats = statSync(place, {throwIfNoEntry: false});
  if (stats === undefined) throw new Error('there is no such file');
  if (!isBelow(realpathSync(place), realpathSync(folder))) throw new Error('a link leads out of the folder');
  const isExecutable = (stats.mode & 0o100) !== 0;
  return {name: basename(path), path: place, content: contentOf(place), isExecutable};
}

/**
 * The files in a folder `NAME.files`, and in those below it, by their names.
 *
 * @param complain called with the path, below the folder, of each that cannot be taken, and with what is wrong
 */
export function expectedFilesIn(
  folder: string,
  complain: (path: string, problem: string) => void,
): ExpectedFile[] {
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
