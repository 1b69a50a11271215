import {actionOf, needsValues} from '../../src/analysis/computers.js';
import {type Action, newGame, type Played, playerOf} from '../../src/game/game.js';
import type {Setup, Strength} from '../../src/game/setup.js';
import {solve} from '../../src/solver/solver.js';
import {addToLog, withoutMoves} from '../../src/storage/log.js';
import {play} from './typed-games.js';

/** Plays a game to its end by computers: a strength for each player, or one for all. The game refuses illegal actions. */
export function playedBy(setup: Setup, ...strengths: readonly [Strength, ...Strength[]]): Played {
  const actions: Action[] = [];
  let game = newGame(setup);
  while (game.phase !== 'over') {
    const strength = strengths[playerOf(game)] ?? strengths[0];
    const action = actionOf(strength, needsValues(strength) ? solve(setup.rules) : null, game);
    game = play(game, action);
    actions.push(action);
  }
  return {game, actions};
}

/** Returns a log of games of two people, a game at each hour; the newest have their moves, by default all. */
export function longLog(count: number, replays = count): string {
  const lines = Array.from({length: 20}, (_, seed) => {
    const setup: Setup = {players: ['Ada', 'Bob'], rules: 'official', columns: 1, dice: {seed}};
    return addToLog([], playedBy(setup, 'casual'), new Date(0))[0]?.text ?? '';
  });
  return Array.from({length: count}, (_, index) => {
    const date = new Date(36e5 * index).toISOString();
    const line = (lines[index % lines.length] ?? '').replace(/"date":"[^"]*"/, `"date":"${date}"`);
    return `${index < count - replays ? withoutMoves(line) : line}\n`;
  }).join('');
}
