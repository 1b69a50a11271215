/* Games with a seed: what they earn is computed apart from the program. */
import {randomFrom, rollFaces} from '../../src/game/random.js';
import {BOXES, type Entry, referenceTotals} from './reference-card.js';

/** What each player gets for first rolls, box after box, as `wholeGame` types it. */
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

/** The flags of such a game. */
export const game = (seed: number, players: string, ...more: string[]): string[] => [
  '--seed',
  `${seed}`,
  '--players',
  players,
  ...more,
];

/** Their line in the file of the hall of fame. */
export const seeded = (score: number | undefined, name: string): string => `${score},${name}\tseeded\n`;
