/* The door of `fivedice scores`: shows the halls of fame, and changes nothing. */
import {complain} from '../command-line/complain.js';
import {EXIT} from '../command-line/exit-status.js';
import type {Command, Given} from '../command-line/flags.js';
import {readScores} from '../keeping/scores-file.js';
import {defaultScores, scoresOf} from '../keeping/scores-path.js';
import {COLUMN_NUMBERS, RULE_SETS} from '../rules/variants.js';
import {drawHallOfFame} from './drawing/dice.js';
import {runWithFiles} from './run-with-files.js';
import {columnsOf, refuseArguments, rulesOf, SCORES_FLAG} from './settings.js';

const COMMAND: Command = {
  name: 'scores',
  usage: '',
  about: `Shows the hall of fame of each rule set and number of columns that has entries. Games with a chosen seed are
    marked as seeded, games from a saved file that was changed by hand as edited.`,
  flags: [
    {name: 'rules', takes: 'RULES', help: `only games with these rules: ${RULE_SETS.join(', ')}`},
    {name: 'columns', takes: 'N', help: 'only games of 1, 2 or 3 columns'},
    SCORES_FLAG,
  ],
  exitStatus: '0 shown; 2 the command line or a file was wrong; 3 the output failed.',
};

export function main(args: readonly string[]): Promise<number> {
  return runWithFiles(COMMAND, args, show);
}

function show(given: Given): number {
  refuseArguments(COMMAND, given);
  const path = given.text('scores') ?? defaultScores(process.env);
  const [rules, columns] = [rulesOf(given), columnsOf(given)];
  const kinds = (rules === null ? RULE_SETS : [rules]).flatMap((oneRules) =>
    (columns === null ? COLUMN_NUMBERS : [columns]).map((oneColumns) => ({
      rules: oneRules,
      columns: oneColumns,
    })),
  );
  const halls = kinds.map((kind) => ({kind, ...readScores(scoresOf(path, kind))}));
  for (const problem of halls.flatMap(({problems}) => problems)) complain(problem);
  // Whoever asks for a single one is told that it is empty.
  const shown = kinds.length === 1 ? halls : halls.filter(({entries}) => entries.length > 0);
  const drawn = shown.map(({kind, entries}) => drawHallOfFame(entries, kind.columns, kind.rules));
  process.stdout.write(drawn.length === 0 ? drawHallOfFame([], 1) : drawn.join('\n'));
  return EXIT.passed;
}
