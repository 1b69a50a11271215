/* Whole games of first rolls, box after box, and their points, computed apart from the program. */
import {type Action, replay} from '../../src/game/game.js';
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
  const actions = Array.from({length: setup.columns}, (_, column) =>
    BOXES.flatMap((category) =>
      setup.players.flatMap((): Action[] => [
        {action: 'roll'},
        {action: 'place', column: (column + 1) as ColumnNumber, category},
      ]),
    ),
  ).flat();
  const game = replay(setup, actions);
  if ('refusal' in game) throw new Error(game.refusal);
  return addToLog([], {game, actions}, when)[0]?.text ?? '';
}

/**
 * Returns the text of a saved game of first rolls; typed dice are 1 2 3 4 6.
 *
 * @param length number of actions; by default those of the whole game
 */
export function gameText(seed: number, {length, ...more}: Partial<Setup> & {length?: number} = {}): string {
  const setup: Setup = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed}, ...more};
  const roll: Action = setup.dice === 'typed' ? {action: 'roll', faces: [1, 2, 3, 4, 6]} : {action: 'roll'};
  const actions = BOXES.flatMap((category) =>
    setup.players.flatMap((): Action[] => [roll, {action: 'place', column: 1, category}]),
  ).slice(0, length);
  const game = replay(setup, actions);
  if ('refusal' in game) throw new Error(game.refusal);
  return formatGame({game, actions});
}
