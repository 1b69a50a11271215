/* Where a hall of fame is: each rule set and number of columns has a file of its own. */
import {homedir} from 'node:os';
import {extname, isAbsolute, join} from 'node:path';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../rules/variants.js';
import {UnusableFile} from './unusable-file.js';

/** The games that are compared with each other. */
export interface Kind {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
}

/** Every kind, in the order in which their halls of fame are shown. */
export const KINDS: readonly Kind[] = RULE_SETS.flatMap((rules) =>
  COLUMN_NUMBERS.map((columns) => ({rules, columns})),
);

/** The flag that names the file, for every command that has it. */
export const SCORES_FLAG = {
  name: 'scores',
  takes: 'FILE',
  help: [
    'the hall of fame ($XDG_DATA_HOME/fivedice/scores.txt)',
    'other rules and columns have files beside it, such as FILE-cs106a-2-columns',
  ],
} as const;

/** The file that the flag names, or that by default. */
export function scoresPath(flag: string | null): string {
  return flag ?? defaultScores(process.env);
}

/** The rule set of a file that does not name one: files of before each had its own, and the rules by default. */
const UNNAMED: RuleSet = 'official';

/** The file by default (XDG Base Directory Specification). Its folder may be missing. */
function defaultScores({XDG_DATA_HOME: given = ''}: NodeJS.ProcessEnv): string {
  // "If an implementation encounters a relative path … it should consider the path invalid and ignore it."
  const data = isAbsolute(given) ? given : join(homedir(), '.local/share');
  if (!isAbsolute(data)) throw new UnusableFile('the home folder: there is none');
  return join(data, 'fivedice/scores.txt');
}

/** The file of a kind of game, where that of games with one column and the official rules is `path`. */
export function scoresOf(path: string, {rules, columns}: Kind): string {
  const ending = extname(path);
  const named = rules === UNNAMED ? '' : `-${rules}`;
  const counted = columns === 1 ? '' : `-${columns}-columns`;
  return `${path.slice(0, path.length - ending.length)}${named}${counted}${ending}`;
}
