/* What a shell takes and finds: words, and commands by the PATH. */
import {accessSync, constants, statSync} from 'node:fs';
import {delimiter} from 'node:path';

/** A word that any POSIX shell reads back unchanged, quoted only if necessary. */
export function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Where programs find their tools if nothing else is said. */
export const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** The file that the `PATH` gives for the name of a command; null if it has none. */
export function foundInPath(name: string): string | null {
  const {PATH: path = DEFAULT_PATH} = process.env;
  // Not joined: the system itself resolves `..`, by what is there.
  // An empty word stands for the current folder, where anything may lie.
  const places = path.split(delimiter).flatMap((folder) => (folder === '' ? [] : `${folder}/${name}`));
  return places.find(isProgram) ?? null;
}

/** Whether there is a file that may be run. A folder into which nobody may look has none. */
function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
