/* A folder replaced while others use it: at no moment is a file missing or half written, even if two do it at once. */
import {mkdirSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';

/** Moves each file of `made`, in the same file system, to its place in `folder`; then what else is there goes. */
export function replaceFolder(made: string, folder: string): void {
  const files = filesIn(made);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), {recursive: true});
    renameSync(join(made, file), join(folder, file));
  }
  for (const file of filesIn(folder)) if (!files.includes(file)) rmSync(join(folder, file), {force: true});
}

/** Writes a file that another build may be reading. */
export function replaceFile(path: string, text: string): void {
  const made = `${path}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, path);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
