/* Entry point of `fivedice scores`: shows the halls of fame, and changes nothing. */
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT} from '../command-line/user-error.js';
import {KINDS} from '../game/hall-of-fame.js';
import {readHalls} from '../keeping/scores-file.js';
import {SCORES_FLAG, scoresPath} from '../keeping/user-files.js';
import {RULE_SETS} from '../rules/rule-sets.js';
import {UnusableFile} from '../system/file-errors.js';
import {drawHallOfFame} from './drawing/dice.js';
import {columnsOf, rulesOf} from './settings.js';

export const COMMAND: Command = {
  name: 'scores',
  usage: '',
  about: `Shows the hall of fame of each rule set and number of columns that has entries. Games whose dice
    could be known are marked as seeded, games from a saved file that was changed by hand as edited.`,
  flags: [
    {
      name: 'rules',
      takes: 'RULES',
      help: `only games with these rules: ${RULE_SETS.join(', ')}`,
    },
    {name: 'columns', takes: 'N', help: 'only games of 1, 2 or 3 columns'},
    SCORES_FLAG,
  ],
  exitStatus: '0 shown; 2 the command line or a file was wrong; 3 the output failed.',
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, show, UnusableFile);
}

function show(given: ParsedFlags): number {
  const [rules, columns] = [rulesOf(given), columnsOf(given)];
  const kinds = KINDS.filter(
    (kind) => (rules ?? kind.rules) === kind.rules && (columns ?? kind.columns) === kind.columns,
  );
  const {halls, problems} = readHalls(scoresPath(given.text('scores')), kinds);
  for (const problem of problems) complain(problem);
  // Whoever asks for a single one is told that it is empty.
  const shown = kinds.length === 1 ? halls : halls.filter(({entries}) => entries.length > 0);
  const drawn = shown.map(({rules: of, columns: count, entries}) => drawHallOfFame(entries, count, of));
  process.stdout.write(drawn.length === 0 ? drawHallOfFame([], 1) : drawn.join('\n'));
  return EXIT.passed;
}
