/* A game that is saved, as the tests play it: its flags, its lines, what is then in the file. */
import type {Action} from '../../src/game/game.js';

export const SAVED = 'The game is saved in s: the same command goes on with it.';
export const NOT_SAVED = 'The input ended before the game did. Nothing is saved (--save FILE would).';

/** A game with held dice, a roll that is passed, an undo, and both players. */
export const FLAGS = ['--players', 'Ann,Bob', '--seed', '7', '--rules', 'cs106a'];
export const LINES = [
  '',
  '2 4',
  'keep all',
  'ones',
  '',
  'undo',
  'ones',
  '',
  'keep 1 2',
  '3',
  'chance',
  '',
  'score',
  'twos',
  '',
  'all',
];

/** What is done by each of `LINES`; null where it is no action. */
export const DONE: readonly (Action | null)[] = [
  {action: 'roll'},
  {action: 'reroll', numbers: [2, 4]},
  {action: 'reroll', numbers: []},
  {action: 'place', column: 1, category: 'ones'},
  {action: 'roll'},
  null, // Nothing can be taken back after a roll.
  {action: 'place', column: 1, category: 'ones'},
  {action: 'roll'},
  {action: 'reroll', numbers: [3, 4, 5]},
  {action: 'reroll', numbers: [3]},
  {action: 'place', column: 1, category: 'chance'},
  {action: 'roll'},
  null,
  {action: 'place', column: 1, category: 'twos'},
  {action: 'roll'},
  {action: 'reroll', numbers: [1, 2, 3, 4, 5]},
];

/** The actions in the text of a saved game. */
export const actionsIn = (text: string): unknown => JSON.parse(text).actions;
