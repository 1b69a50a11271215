/* The chances to win in the course of a game, and their losses by choices, from the turns on in which they are known. */
import {currentCard, type Played, playerOf, roundOf, winnersOf} from '../game/game.js';
import type {Dice} from '../rules/dice.js';
import {type Choice, keyOf} from '../rules/scorecard.js';
import type {Values} from '../solver/solver.js';
import type {Throw} from '../solver/standing.js';
import {thrownIn} from './advice.js';
import {chancesOf, isSolvedInstantly} from './chances.js';
import {choiceOf, isPass, stepsOf} from './review.js';

export interface WinLoss {
  readonly round: number;
  readonly dice: Dice;
  readonly played: Choice;
  readonly best: Choice;
  /** The part of the chance that the choice cost, from 0 to 1. */
  readonly loss: number;
}

export interface PlayerWins {
  readonly name: string;
  /** The round from which on the chances are known. */
  readonly from: number;
  /**
   * The best chance to win at the start of each turn from there on, and what became of it: 1, 0, or 1/k of k winners.
   */
  readonly chances: readonly number[];
  /** The choices that cost most, if any cost anything that is seen; the worst first. */
  readonly worst: readonly WinLoss[];
}

const UNSEEN = 0.005;
const WORST = 3;

/** Returns null for one alone, with several columns, and before the end. Throws RangeError if an action is refused. */
export function winsIn(values: Values, {game, actions}: Played): readonly PlayerWins[] | null {
  const {setup} = game;
  if (game.phase !== 'over' || setup.players.length === 1 || setup.columns > 1) return null;
  const tallies = setup.players.map((name) => ({
    name,
    from: 0,
    chances: [] as number[],
    losses: [] as WinLoss[],
  }));
  for (const {before, action} of stepsOf(setup, actions)) {
    const tally = tallies[playerOf(before)];
    // Those of an earlier turn may be kept from its advice: of one player, and not of the others.
    const chances = isSolvedInstantly(before) ? chancesOf(values, before) : null;
    const [column] = currentCard(before);
    if (tally === undefined || chances === null || column === undefined) continue;
    if (before.phase === 'awaiting-roll') {
      tally.from ||= roundOf(before);
      tally.chances.push(chances.chance);
    } else if (before.phase === 'awaiting-choice') {
      const thrown = thrownIn(before, column);
      const played = choiceOf(action, before.dice);
      const ranking = chances.advise(thrown);
      // A pass has the same dice with a roll less.
      const [found] = isPass(played)
        ? chances.advise({...thrown, rolls: Math.max(0, thrown.rolls - 1) as Throw['rolls']})
        : ranking.filter(({choice}) => keyOf(choice) === keyOf(played));
      const [best] = ranking;
      const loss = (best?.worth ?? 0) - (found?.worth ?? 0);
      if (best !== undefined && loss >= UNSEEN)
        tally.losses.push({round: roundOf(before), dice: before.dice, played, best: best.choice, loss});
    }
  }
  const winners = winnersOf(game);
  return tallies.map(({losses, chances, ...tally}, player) => ({
    ...tally,
    chances: [...chances, winners.includes(player) ? 1 / winners.length : 0],
    worst: losses.sort((one, other) => other.loss - one.loss).slice(0, WORST),
  }));
}
