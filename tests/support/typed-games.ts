/* Games with typed dice, action by action, for the tests of the game. */
import {inspect} from 'node:util';
import * as assert from 'uvu/assert';
import {type Action, applyAction, type Game, newGame, type RolledGame} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import type {Category} from '../../src/rules/categories.js';
import type {DieNumber, Face} from '../../src/rules/dice.js';
import type {ColumnNumber} from '../../src/rules/rule-sets.js';
import {rollWorth} from './cards.js';
import {BOXES} from './reference-card.js';

export const NAMES = ['Eric', 'Julie', 'Todd', 'Mehran'] as const;

export const TYPED: Setup = {players: ['Eric'], rules: 'official', columns: 1, dice: 'typed'};
export const TRIPLE: Setup = {...TYPED, columns: 3};
export const SEEDED: Setup = {...TYPED, dice: {seed: 4}};
export const TWO: Setup = {...TYPED, players: ['Eric', 'Julie'], rules: 'cs106a'};

export const faces = (digits: string): Face[] => Array.from(digits, Number) as Face[];
export const roll = (digits: string): Action => ({action: 'roll', faces: faces(digits)});
export const reroll = (numbers: string, digits: string): Action => ({
  action: 'reroll',
  numbers: Array.from(numbers, Number) as DieNumber[],
  faces: faces(digits),
});
export const place = (category: Category, column: ColumnNumber = 1): Action => ({
  action: 'place',
  column,
  category,
});
export const UNDO: Action = {action: 'undo'};
export const ROLL: Action = {action: 'roll'};
export const PASS: Action = {action: 'reroll', numbers: []};

/** Returns the game after some actions, none of which may be refused. Every state is frozen. */
export function play(start: Setup | Game, ...actions: readonly Action[]): Game {
  return actions.reduce<Game>(
    (game, action) => {
      const next = applyAction(game, action);
      if ('refusal' in next) throw new Error(`${JSON.stringify(action)} is refused: ${next.refusal}`);
      return deepFreeze(next);
    },
    deepFreeze('phase' in start ? start : newGame(start)),
  );
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Fails unless the action is refused with this message and changes nothing. */
export function refuses(game: Game, action: unknown, message: string): void {
  const before = structuredClone(game);
  const parts = {...game};
  assert.equal(applyAction(game, action as Action), {refusal: message}, inspect(action, {maxArrayLength: 9}));
  assert.equal(game, before);
  for (const [key, part] of Object.entries(parts)) assert.is(Reflect.get(game, key), part, key);
}

export function inTurn(start: Setup | Game, ...actions: readonly Action[]): RolledGame {
  const game = play(start, ...actions);
  if (game.phase !== 'awaiting-choice') throw new Error(`there are no dice: the game is ${game.phase}`);
  return game;
}

export function rolled(game: Game): Pick<RolledGame, 'dice' | 'roll' | 'held'> {
  const {dice, roll, held} = inTurn(game);
  return {dice, roll, held};
}

export const turn = (digits: string, category: Category, column: ColumnNumber = 1): Action[] => [
  roll(digits),
  place(category, column),
];

/** Turns, each with one roll, that fill a column with these points. */
export const scoring = (points: readonly number[], column: ColumnNumber = 1): Action[][] =>
  BOXES.map((box, index) => turn(rollWorth(box, points[index] ?? 0), box, column));

export const FULL = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]).flat();
