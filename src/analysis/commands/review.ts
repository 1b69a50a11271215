/* Entry point of `fivedice review`: the cost of each choice of a saved game. */
import {printJson, printLines, runCommand} from '../../command-line/command.js';
import {type Command, JSON_FLAG, type ParsedFlags} from '../../command-line/flags.js';
import {aligned} from '../../command-line/terminal.js';
import {EXIT, inputError, usageError} from '../../command-line/user-error.js';
import {blocksOf} from '../../game/format.js';
import type {Played} from '../../game/game.js';
import {solve} from '../../solver/solver.js';
import {readGame, readLog} from '../../storage/files.js';
import {parseGame} from '../../storage/saved-game.js';
import {NOT_THERE} from '../../system/file-errors.js';
import {APPROXIMATE} from '../advice.js';
import {type PlayerReview, type PlayerWins, review, winsIn} from '../review.js';
import {decisionsInWords, mistakeInWords, sumInWords, winLossInWords, winsInWords} from '../words.js';

export const COMMAND: Command = {
  name: 'review',
  usage: '[SAVE]',
  about: `Shows what each choice in a game cost compared with the best one, and how lucky the dice were. SAVE is a file of
    play --save; without one, the last finished game is reviewed. Placements that were taken back do not count. With several
    columns the numbers are approximate.`,
  flags: [JSON_FLAG],
  exitStatus: '0 reviewed; 2 the command line or the file was wrong; 3 the output failed.',
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, print);
}

async function print(given: ParsedFlags): Promise<number> {
  const [path, ...others] = [...given.positionals, ...(given.rest ?? [])];
  if (others.length > 0) throw usageError(`one saved game can be reviewed, not ${others.length + 1}`);
  const played = path === undefined ? lastGame() : gameIn(path);
  const {setup, phase, hinted} = played.game;
  const values = solve(setup.rules);
  const reviewed = review(values, played);
  const wins = winsIn(values, played);
  if (given.has('json'))
    printJson({
      rules: setup.rules,
      columns: setup.columns,
      over: phase === 'over',
      hinted,
      ...reviewed,
      ...(wins === null ? {} : {wins}),
    });
  else {
    const players = reviewed.players.flatMap((player) => [...linesOf(player, played), '']);
    const chances = wins === null ? [] : [...winLines(wins), ''];
    const lines = [...players, ...chances];
    printLines(reviewed.exact ? lines.slice(0, -1) : [...lines, APPROXIMATE]);
  }
  return EXIT.passed;
}

function lastGame(): Played {
  const last = readLog().findLast(({game}) => game !== null);
  if (last === undefined) throw inputError('no finished game yet: name a file of play --save');
  const played = parseGame(last.text);
  if ('problem' in played)
    throw inputError(`the moves of the last game are not in the log: ${played.problem}`);
  return played;
}

function gameIn(path: string): Played {
  const game = readGame(path);
  if (game === null) throw inputError(`${path}: ${NOT_THERE}`);
  return game;
}

function winLines(wins: readonly PlayerWins[]): string[] {
  const rows = wins.map((player) => [player.name, blocksOf(player.chances, 1), winsInWords(player)]);
  const losses = wins.flatMap(({name, worst}) => worst.map((one) => `  ${name}, ${winLossInWords(one)}`));
  return [
    'The chance to win:',
    ...aligned(rows).map((line) => `  ${line}`),
    ...(losses.length === 0 ? [] : ['', 'What cost most of it:', ...losses]),
  ];
}

const HEAD = ['round', 'dice', 'played', 'best', 'luck', 'loss', 'lost so far'];

function linesOf(player: PlayerReview, {game: {setup, phase}}: Played): string[] {
  const {name, decisions, worst} = player;
  const {columns} = setup;
  const rows = decisionsInWords(decisions, columns).map((row): string[] => Object.values(row));
  return [
    `${name}: ${sumInWords(player, phase === 'over')}`,
    ...(decisions.length === 0 ? [] : ['', ...aligned([HEAD, ...rows], {numbers: 3})]),
    ...(worst.length === 0
      ? []
      : ['', 'The worst:', ...worst.map((one) => `  ${mistakeInWords(one, columns)}`)]),
  ];
}
