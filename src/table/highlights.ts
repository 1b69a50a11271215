/*
 * Highlights of a game, derived from its actions: the last placement, celebrations, and how the totals have grown.
 */
import {
  applyAction,
  computerOf,
  type Game,
  newGame,
  type Played,
  placementsOf,
  playerOf,
  winnersOf,
} from '../game/game.js';
import {strengthOf} from '../game/setup.js';
import {type Box, columnTotals, totalOf} from '../rules/scorecard.js';

/** The last placement, and its player. */
export interface Placed extends Box {
  readonly player: number;
}

/**
 * Something to celebrate: a Yahtzee, its bonus, a Joker, the upper bonus; at the end the first place of the hall of fame,
 * which only a front end knows, a person who wins, or just the end.
 */
export type Moment = 'yahtzee' | 'yahtzee-bonus' | 'joker' | 'upper-bonus' | 'best' | 'win' | 'end';

/** Returns null if there is no placement. */
export function lastPlaced({game, actions}: Played): Placed | null {
  let undone = 0;
  for (const done of actions.toReversed()) {
    if (done.action === 'undo') undone += 1;
    // This undo took back a pass.
    if (undone > 0 && done.action === 'reroll' && done.numbers.length === 0) undone -= 1;
    if (done.action !== 'place') continue;
    if (undone === 0)
      return {
        column: done.column,
        category: done.category,
        player: (game.turn - 1) % game.setup.players.length,
      };
    undone -= 1;
  }
  return null;
}

/** A celebration of the last roll or placement; null if there is none. */
export function momentOf(game: Game): Moment | null {
  if (game.phase === 'over') return isWon(game) ? 'win' : 'end';
  if (game.phase === 'awaiting-roll') return hasWonBonus(game) ? 'upper-bonus' : null;
  // After a pass the dice are the same: they were celebrated before.
  if (game.before !== null || computerOf(game) !== null) return null;
  const placements = placementsOf(game);
  if (placements.some(({bonus}) => bonus > 0)) return 'yahtzee-bonus';
  if (placements.some(({category, points}) => category === 'yahtzee' && points > 0)) return 'yahtzee';
  return placements.some(({reason}) => reason !== null) ? 'joker' : null;
}

/** Tests if a person has won against others. */
function isWon(game: Game): boolean {
  const isPerson = (player: number): boolean => strengthOf(game.setup, player) === null;
  return game.setup.players.length > 1 && winnersOf(game).some(isPerson);
}

/** Tests if the last placement has earned the upper bonus. */
function hasWonBonus(game: Game & {readonly phase: 'awaiting-roll'}): boolean {
  if (game.before === null) return false;
  const {before} = game;
  const player = playerOf(before);
  const bonusOf = ({cards, setup}: Game): number =>
    (cards[player] ?? []).reduce((sum, column) => sum + columnTotals(column, setup.rules).upperBonus, 0);
  return bonusOf(game) > bonusOf(before);
}

/** The totals of each player after each of their turns, from 0 at the start. */
export function raceOf({game: {setup}, actions}: Played): readonly (readonly number[])[] {
  const totals = setup.players.map(() => [0]);
  let game = newGame(setup);
  for (const action of actions) {
    const next = applyAction(game, action);
    if ('refusal' in next) break;
    if (next.turn > game.turn) {
      const player = playerOf(game);
      totals[player]?.push(totalOf(next.cards[player] ?? [], setup.rules));
    } else if (next.turn < game.turn) totals[playerOf(next)]?.pop();
    game = next;
  }
  return totals;
}
