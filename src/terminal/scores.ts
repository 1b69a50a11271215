/* Entry point of `fivedice scores`: shows the halls of fame. */
import {runCommand} from '../command-line/command.js';
import type {Command, ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT} from '../command-line/user-error.js';
import {COLUMN_NUMBERS, RULE_SETS} from '../rules/rule-sets.js';
import {readLog} from '../storage/files.js';
import {hallOfFame, KINDS} from '../storage/log.js';
import {hallOfFameInWords} from './messages.js';

export const COMMAND: Command = {
  name: 'scores',
  usage: '',
  about: `Shows the ten best scores of each rule set and number of columns. They come from the finished games in
    $XDG_DATA_HOME/fivedice/games.jsonl.`,
  flags: [
    {
      name: 'rules',
      takes: 'RULES',
      help: `only games with these rules: ${RULE_SETS.join(', ')}`,
    },
    {name: 'columns', takes: 'N', help: 'only games of 1, 2 or 3 columns'},
  ],
  exitStatus: '0 shown; 2 the command line or a file was wrong; 3 the output failed.',
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, show);
}

function show(given: ParsedFlags): number {
  const [rules, columns] = [given.choice('rules', RULE_SETS), given.choice('columns', COLUMN_NUMBERS)];
  const kinds = KINDS.filter(
    (kind) => (rules ?? kind.rules) === kind.rules && (columns ?? kind.columns) === kind.columns,
  );
  const log = readLog(complain);
  const halls = kinds.map((kind) => ({...kind, entries: hallOfFame(log, kind)}));
  // A single hall of fame is shown even if it is empty.
  const shown = kinds.length === 1 ? halls : halls.filter(({entries}) => entries.length > 0);
  const drawn = shown.map((hall) => hallOfFameInWords(hall.entries, hall.columns, hall.rules));
  process.stdout.write(drawn.length === 0 ? hallOfFameInWords([], 1) : drawn.join('\n'));
  return EXIT.passed;
}
