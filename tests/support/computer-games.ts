import {actionOf, needsValues} from '../../src/analysis/computers.js';
import {type Action, newGame, type Played, playerOf} from '../../src/game/game.js';
import type {Setup, Strength} from '../../src/game/setup.js';
import {solved} from './solitaire.js';
import {play} from './typed-games.js';

/** Plays a game to its end by computers: a strength for each player, or one for all. The game refuses illegal actions. */
export function playedBy(setup: Setup, ...strengths: readonly [Strength, ...Strength[]]): Played {
  const actions: Action[] = [];
  let game = newGame(setup);
  while (game.phase !== 'over') {
    const strength = strengths[playerOf(game)] ?? strengths[0];
    const action = actionOf(strength, needsValues(strength) ? solved(setup.rules) : null, game);
    game = play(game, action);
    actions.push(action);
  }
  return {game, actions};
}
