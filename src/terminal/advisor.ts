/*
 * Advises at the table, plays for the computer, and judges a game in the end: on a thread of its own, so keys are taken
 * meanwhile.
 */
import type {Review} from '../analysis/review.js';
import {ask} from '../analysis/thread/ask.js';
import type {PlayerWins} from '../analysis/wins.js';
import {troubleError} from '../command-line/user-error.js';
import type {Played} from '../game/game.js';
import type {Advisor} from '../table/seen-advice.js';

export {verdictsInWords, winsInWords} from '../analysis/words.js';

export const advisor: Advisor = {
  adviceOn: (game) => ask('advice', game).catch(failed),
  adviceToWin: (game) => ask('adviceToWin', game).catch(failed),
  nextAction: (game) => ask('action', game).catch(failed),
};

/** Returns the cost of each choice. */
export function reviewOn({game, actions}: Played): Promise<Review> {
  return ask('review', {game, actions}).catch(failed);
}

/** Returns the course of the chances to win; null if it is unknown. */
export function winsOn({game, actions}: Played): Promise<readonly PlayerWins[] | null> {
  return ask('wins', {game, actions}).catch(failed);
}

function failed(error: unknown): never {
  throw troubleError(`the solver has failed: ${error instanceof Error ? error.message : error}`);
}
