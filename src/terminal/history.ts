/* Entry point of `fivedice history`: shows statistics of the games that were played here. */
import {printJson, printLines, runCommand} from '../command-line/command.js';
import {type Command, JSON_FLAG, type ParsedFlags} from '../command-line/flags.js';
import {aligned} from '../command-line/terminal.js';
import {complain, EXIT} from '../command-line/user-error.js';
import {blocksOf} from '../game/format.js';
import {sameName} from '../game/players.js';
import {readLog} from '../storage/files.js';
import {type Statistics, statisticsInWords, statisticsOf} from '../storage/statistics.js';
import {UnusableFile} from '../system/file-errors.js';

export const COMMAND: Command = {
  name: 'history',
  usage: '',
  about: `Shows averages and bests of finished games, by player, rules and columns. The games are in
    $XDG_DATA_HOME/fivedice/games.jsonl. Games with typed dice are not counted.`,
  flags: [{name: 'player', takes: 'NAME', help: 'only this player'}, JSON_FLAG],
  exitStatus: '0 shown; 2 the command line or a file was wrong; 3 the output failed.',
};

/** Max totals drawn, the last ones. */
const DRAWN = 40;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, show, UnusableFile);
}

function show(given: ParsedFlags): number {
  const {games, problem} = readLog();
  if (problem !== null) complain(problem);
  const player = given.text('player');
  const shown = statisticsOf(games).filter(
    ({name}) => player === null || sameName(name, [player]) !== undefined,
  );
  if (given.has('json')) printJson({statistics: shown});
  else if (shown.length > 0) printLines(shown.flatMap(linesOf));
  else
    printLines([
      player === null || games.length === 0 ? 'No finished games yet.' : `No finished game of ${player}.`,
    ]);
  return EXIT.passed;
}

function linesOf(one: Statistics): string[] {
  const {name, rules, columns, totals} = one;
  const rows = statisticsInWords(one).map((row) => [...row]);
  return [
    `${name} (${rules}, ${columns} ${columns === 1 ? 'column' : 'columns'})`,
    ...aligned(rows, {numbers: 1}).map((line) => `  ${line}`),
    `  the last totals  ${blocksOf(totals.slice(-DRAWN))}`,
    '',
  ];
}
