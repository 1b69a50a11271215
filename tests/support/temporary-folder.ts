import {chmodSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suiteWith} from './suite.js';

/** Suites whose tests have a new empty folder of their own. */
export const suiteInFolder = suiteWith<string>((use) => inTemporaryFolder(use));

/** Passes a new empty folder to `use`, and removes it afterwards, even after an error. */
export async function inTemporaryFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = newFolder();
  try {
    return await use(folder);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** Makes a folder for all tests of a file, which is removed when the process exits. */
export function folderUntilExit(): string {
  const folder = newFolder();
  process.once('exit', () => rmSync(folder, {recursive: true}));
  return folder;
}

function newFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'fivedice-'));
  // Root runs programs as another user.
  chmodSync(folder, 0o755);
  return folder;
}
