/* Whole games of first rolls, box after box, and their points, computed apart from the program. */
import {type Action, type Played, replay} from '../../src/game/game.js';
import {randomFrom, rollFaces} from '../../src/game/random.js';
import type {Setup} from '../../src/game/setup.js';
import type {ColumnNumber} from '../../src/rules/rule-sets.js';
import {addToLog} from '../../src/storage/log.js';
import {formatGame} from '../../src/storage/saved-game.js';
import {BOXES, type Entry, referenceTotals} from './reference-card.js';

/** Returns the points of each player, in a game as `wholeGame` types it. */
export function pointsOf(seed: number, players: number, columns = 1): number[] {
  const histories: Entry[][] = Array.from({length: players}, () => []);
  let random = randomFrom(seed);
  for (let column = 1; column <= columns; column += 1) {
    for (const box of BOXES) {
      for (const history of histories) {
        const rolled = rollFaces(random, 5);
        random = rolled.random;
        history.push({column, box, roll: rolled.faces});
      }
    }
  }
  return histories.map((history) =>
    [1, 2, 3]
      .slice(0, columns)
      .reduce((sum, column) => sum + referenceTotals(history, column, 'cs106a').total, 0),
  );
}

export const game = (seed: number, players: string, ...more: string[]): string[] => [
  '--seed',
  `${seed}`,
  '--players',
  players,
  ...more,
];

/** Returns the line of the log of a whole game of first rolls. */
export function lineOfGame(setup: Setup, when = new Date(0)): string {
  return addToLog([], playedBoxByBox(setup), when)[0]?.text ?? '';
}

/** Returns the text of a saved game of first rolls, by default a whole one. */
export function gameText(seed: number, {length, ...more}: Partial<Setup> & {length?: number} = {}): string {
  const setup: Setup = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed}, ...more};
  return formatGame(playedBoxByBox(setup, length));
}

/** Plays a number of actions. Typed dice are 1 2 3 4 6. */
function playedBoxByBox(setup: Setup, length?: number): Played {
  const roll: Action = setup.dice === 'typed' ? {action: 'roll', faces: [1, 2, 3, 4, 6]} : {action: 'roll'};
  const columns = Array.from({length: setup.columns}, (_, index) => (index + 1) as ColumnNumber);
  const actions = columns
    .flatMap((column) => BOXES.map((category): Action => ({action: 'place', column, category})))
    .flatMap((place) => setup.players.flatMap(() => [roll, place]))
    .slice(0, length);
  const game = replay(setup, actions);
  if ('refusal' in game) throw new Error(game.refusal);
  return {game, actions};
}
