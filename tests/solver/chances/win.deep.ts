/*
 * The chance to win that is told, against games that are played: the player who moves follows the shark, all others are
 * the expert. Where both play to win, the expert, who plays for points until the last turn, wins no more often than
 * told.
 */
import * as assert from 'uvu/assert';
import {chancesOf} from '../../../src/analysis/chances.js';
import {actionOf} from '../../../src/analysis/computers.js';
import {type Game, newGame, playerOf, winnersOf} from '../../../src/game/game.js';
import {checkedNames} from '../../../src/game/players.js';
import {CATEGORIES, type Category} from '../../../src/rules/categories.js';
import type {Column} from '../../../src/rules/scorecard.js';
import {solve} from '../../../src/solver/solver.js';
import {dealer} from '../../support/random.js';
import {filled, randomColumn} from '../../support/solitaire.js';
import {suite} from '../../support/suite.js';
import {play, SEEDED} from '../../support/typed-games.js';

const VALUES = solve('official');
/** From each position; the README speaks of 2,000, which take half an hour. */
const GAMES = 100;

function card(points: number, ...open: readonly Category[]): Column {
  const free = CATEGORIES.find((box) => !open.includes(box)) ?? 'chance';
  const none = Object.fromEntries(open.map((box) => [box, null]));
  return {...filled({...none, [free]: 0}), yahtzeeBonus: points};
}

/** Cards in the order of the players; the first of those with the most open boxes moves. */
// biome-ignore format: a table
const POSITIONS: readonly (readonly Column[])[] = [
  [card(249, 'twos'), card(230, 'three-of-a-kind')],
  [card(210, 'sixes'), card(214, 'sixes'), card(205, 'chance')],
  [card(220), card(200, 'yahtzee')],
  [card(205, 'four-of-a-kind'), card(200, 'fours', 'full-house')],
  [card(200, 'fives', 'chance'), card(190, 'sixes', 'small-straight')],
  [card(180, 'sixes', 'yahtzee', 'chance'), card(200, 'ones', 'twos', 'large-straight')],
  [card(150, 'fives', 'sixes', 'yahtzee', 'chance'), card(155, 'fours', 'four-of-a-kind', 'full-house', 'chance')],
  [randomColumn(dealer(5), 8), randomColumn(dealer(6), 8)],
  [randomColumn(dealer(7), 7), randomColumn(dealer(8), 7)],
  [card(180, 'sixes', 'chance'), card(190, 'twos', 'full-house'), card(200, 'ones', 'threes'), card(170, 'yahtzee', 'sixes')],
];

function openIn({boxes}: Column): number {
  return CATEGORIES.filter((box) => boxes[box] === null).length;
}

function gameAt(cards: readonly Column[], seed: number): Game {
  const players = checkedNames(['Ada', 'Bob', 'Cleo', 'Dan'].slice(0, cards.length));
  const turn = cards.reduce((sum, column) => sum + CATEGORIES.length - openIn(column), 0);
  return {...newGame({...SEEDED, players, dice: {seed}}), cards: cards.map((column) => [column]), turn};
}

function shareOf(start: Game): number {
  const hero = playerOf(start);
  let game = start;
  while (game.phase !== 'over')
    game = play(game, actionOf(playerOf(game) === hero ? 'shark' : 'expert', VALUES, game));
  const winners = winnersOf(game);
  return winners.includes(hero) ? 1 / winners.length : 0;
}

suite('the chance to win that is told', (test) => {
  for (const [number, cards] of POSITIONS.entries()) {
    test(`is that of games against the expert: position ${number + 1}`, () => {
      const told = chancesOf(VALUES, gameAt(cards, 1));
      if (told === null) throw new Error('nothing is told');
      const shares = Array.from({length: GAMES}, (_, game) => shareOf(gameAt(cards, 1_000 * number + game)));
      const mean = shares.reduce((sum, share) => sum + share, 0) / GAMES;
      const error = Math.sqrt(Math.max(mean * (1 - mean), 1e-4) / GAMES);
      const off = (mean - told.chance) / error;
      assert.ok(off > -3 && (told.against === 'to-win' || off < 3), `told ${told.chance}, played ${mean}`);
    });
  }
});
