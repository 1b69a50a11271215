/* Where a user's files are that no flag names (XDG Base Directory Specification). */

import {homedir} from 'node:os';
import {extname, isAbsolute, join} from 'node:path';
import type {Kind} from '../game/hall-of-fame.js';
import type {RuleSet} from '../rules/rule-sets.js';
import {UnusableFile} from '../system/file-errors.js';

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

/** The flag that names the file, for every command that has it. */
export const SCORES_FLAG = {
  name: 'scores',
  takes: 'FILE',
  help: [
    'the hall of fame ($XDG_DATA_HOME/fivedice/scores.txt)',
    'other rules and columns have files beside it, such as FILE-cs106a-2-columns',
  ],
} as const;

/** The file that the flag names, or that by default. Its folder may be missing. */
export function scoresPath(flag: string | null): string {
  return flag ?? userFile('data', 'scores.txt');
}

/** The rule set of a file that does not name one: the rules by default. */
const UNNAMED: RuleSet = 'official';

/** The file of a kind of game, where that of games with one column and the official rules is `path`. */
export function scoresOf(path: string, {rules, columns}: Kind): string {
  const ending = extname(path);
  const named = rules === UNNAMED ? '' : `-${rules}`;
  const counted = columns === 1 ? '' : `-${columns}-columns`;
  return `${path.slice(0, path.length - ending.length)}${named}${counted}${ending}`;
}
