/* Games of `fivedice play` through a pipe, and of its dialogue alone. */
import {newGame} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {type Dialogue, start, step} from '../../src/terminal/dialogue/dialogue.js';
import {FIVEDICE, type Finished} from './command.js';
import {type Place, withPlace} from './place.js';
import {suiteWith} from './suite.js';

export interface Table extends Place {
  readonly play: (args: readonly string[], input?: string | Uint8Array) => Promise<Finished>;
}

/** Suites whose tests have a table of their own. */
export const suiteAtTable = suiteWith<Table>((use) => withTable(use));

/** Gives `use` a place that is also the home. */
export function withTable(use: (table: Table) => void | Promise<void>): Promise<void> {
  const play =
    ({run}: Place): Table['play'] =>
    (args, input = '') =>
      run(FIVEDICE, ['play', ...args], {input});
  return withPlace((place) => use({...place, play: play(place)}), {
    encoding: 'utf8',
    env: (folder) => ({HOME: folder}),
  });
}

/** Returns the lines of a game of first rolls: all players fill the same box, row by row. */
export function wholeGame(players: number, columns = 1): string {
  const lines: string[] = [];
  for (let column = 1; column <= columns; column += 1) {
    for (const row of [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15]) {
      const box = columns === 1 ? `${row}` : `${row} ${column}`;
      for (let player = 0; player < players; player += 1) lines.push('', 'score', box);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Setup of a dialogue; by default Eric and Julie type their dice. */
export type Seats = Partial<Setup>;

export function dialogueAfter(seats: Seats, ...lines: readonly string[]): Dialogue {
  const setup: Setup = {players: ['Eric', 'Julie'], rules: 'official', columns: 1, dice: 'typed', ...seats};
  const {dialogue} = start({game: newGame(setup), actions: []});
  return lines.reduce((now, line) => step(now, line).dialogue, dialogue);
}
