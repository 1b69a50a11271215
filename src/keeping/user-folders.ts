/* Where a user's files are that no flag names (XDG Base Directory Specification). */
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {UnusableFile} from '../system/unusable-file.js';

/** The variable that names each folder, and where in the home folder it is if that is not set. */
const FOLDERS = {
  data: {variable: 'XDG_DATA_HOME', otherwise: '.local/share'},
  state: {variable: 'XDG_STATE_HOME', otherwise: '.local/state'},
} as const;

/**
 * A file of ours in a folder of the user. The folder may be missing.
 *
 * @throws UnusableFile if there is no home folder
 */
export function userFile(folder: keyof typeof FOLDERS, name: string): string {
  const {variable, otherwise} = FOLDERS[folder];
  const given = process.env[variable] ?? '';
  // "If an implementation encounters a relative path … it should consider the path invalid and ignore it."
  const path = isAbsolute(given) ? given : join(homedir(), otherwise);
  if (!isAbsolute(path)) throw new UnusableFile('the home folder: there is none');
  return join(path, 'fivedice', name);
}
