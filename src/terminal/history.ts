/* Entry point of `fivedice history`: shows statistics of the games that were played here. */
import {printJson, printLines, runCommand} from '../command-line/command.js';
import {type Command, JSON_FLAG, type ParsedFlags} from '../command-line/flags.js';
import {aligned} from '../command-line/terminal.js';
import {complain, EXIT, inputError} from '../command-line/user-error.js';
import {dayOf} from '../game/daily.js';
import {blocksOf, listOf} from '../game/format.js';
import {sameName} from '../game/players.js';
import {importLog, readLog, removeFromLog} from '../storage/files.js';
import {gamesIn, type Log} from '../storage/log.js';
import {type Statistics, statisticsInWords, statisticsOf} from '../storage/statistics.js';

export const COMMAND: Command = {
  name: 'history',
  usage: '',
  about: `Shows averages and bests of finished games, by player, rules and columns. The games are in
    $XDG_DATA_HOME/fivedice/games.jsonl. Games with typed dice are not counted.`,
  flags: [
    {name: 'player', takes: 'NAME', help: 'only this player'},
    JSON_FLAG,
    {
      name: 'import',
      takes: 'FILE',
      help: 'read in the games of FILE: lines that the page saved, or another games.jsonl',
    },
    {name: 'remove', takes: 'N', help: 'remove line N of games.jsonl and print it: --import brings it back'},
  ],
  exitStatus: '0 shown; 2 the command line or a file was wrong; 3 the output failed.',
};

/** Max totals drawn, the last ones. */
const DRAWN = 40;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, show);
}

/** Max games listed, the last ones. */
const LISTED = 10;

function show(given: ParsedFlags): number {
  const file = given.text('import');
  if (file !== null) return readIn(file);
  const line = given.count('remove', 1);
  if (line !== null) return remove(line);
  const log = readLog(complain);
  const games = gamesIn(log);
  const player = given.text('player');
  const shown = statisticsOf(games).filter(
    ({name}) => player === null || sameName(name, [player]) !== undefined,
  );
  if (given.has('json')) printJson({statistics: shown});
  else if (shown.length > 0)
    printLines([...shown.flatMap(linesOf), ...(player === null ? gameLines(log) : [])]);
  else
    printLines([
      player === null || games.length === 0 ? 'No finished games yet.' : `No finished game of ${player}.`,
    ]);
  return EXIT.passed;
}

function readIn(file: string): number {
  const {added, present, damaged} = importLog(file);
  const bad = damaged.length === 0 ? '' : `; lines that hold no finished game: ${damaged.join(', ')}`;
  printLines([`${added} ${added === 1 ? 'game' : 'games'} read in, ${present} known already${bad}.`]);
  return EXIT.passed;
}

function remove(number: number): number {
  const removed = removeFromLog(number);
  if (removed === null) throw inputError(`games.jsonl has no line ${number}`);
  printLines([removed]);
  return EXIT.passed;
}

/** Lists the last games, with the numbers of their lines. */
function gameLines(log: Log): string[] {
  const rows = log.slice(-LISTED).flatMap(({game, number}) => {
    if (game === null) return [];
    const {players} = game.setup;
    const results = players.map((name, player) => `${name} ${game.totals[player]}`);
    return [[`${number}`, dayOf(new Date(game.date)), listOf(results)]];
  });
  return ['The last games, by line of games.jsonl', ...aligned(rows).map((line) => `  ${line}`)];
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
