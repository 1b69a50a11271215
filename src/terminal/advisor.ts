/*
 * Who advises at the table, plays for the computer, and judges a game in the end. It has the solver, so it is loaded when it is first needed: a
 * game without it starts as fast as ever. Each rule set is solved once, on threads of its own, and keys are taken meanwhile.
 */
import * as computers from '../analysis/computers.js';
import * as hints from '../analysis/hints.js';
import {type Review, review} from '../analysis/review.js';
import {decidedInWords, fortuneInWords} from '../analysis/words.js';
import {troubleError} from '../command-line/user-error.js';
import {computerOf, type Played} from '../game/game.js';
import type {RuleSet} from '../rules/variants.js';
import type {Values} from '../solver/solver.js';
import {solved} from '../solver/workers/threads.js';
import type {Advisor} from '../table/seen-advice.js';

export const advisor: Advisor = {
  adviceOn: async (game) => hints.adviceOn(await valuesOf(game.setup.rules), game),
  nextAction: async (game) => {
    const strength = computerOf(game);
    const needs = strength !== null && computers.needsValues(strength);
    return computers.nextAction(needs ? await valuesOf(game.setup.rules) : null, game);
  },
};

/** What each choice of a game has cost. */
export async function reviewOn(played: Played): Promise<Review> {
  return review(await valuesOf(played.game.setup.rules), played);
}

/** Luck and choices in a game that is over, in words. */
export function verdictsIn({players}: Review): readonly string[] {
  const decided = decidedInWords(players);
  const fortunes = players.map((player) => fortuneInWords(player, players.length === 1));
  return [...(decided === null ? [] : [decided]), ...fortunes];
}

async function valuesOf(rules: RuleSet): Promise<Values> {
  try {
    return await solved(rules);
  } catch (error) {
    throw troubleError(`the solver has failed: ${error instanceof Error ? error.message : error}`);
  }
}
