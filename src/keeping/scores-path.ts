/* Where a hall of fame is: each rule set and number of columns has a file of its own. */
import {extname} from 'node:path';
import type {Kind} from '../game/hall-of-fame.js';
import type {RuleSet} from '../rules/variants.js';
import {userFile} from './user-folders.js';

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
