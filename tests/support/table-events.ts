import {newGame} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import type {Category} from '../../src/rules/categories.js';
import type {DieNumber} from '../../src/rules/dice.js';
import type {ColumnNumber} from '../../src/rules/rule-sets.js';
import type {CellView} from '../../src/table/card-view.js';
import {eventOfKey} from '../../src/table/keys.js';
import {type Scene, sceneOf} from '../../src/table/scene.js';
import type {Table, TableEvent} from '../../src/table/state.js';
import {applyEvent, tableOf} from '../../src/table/table.js';
import {deepFreeze, faces} from './typed-games.js';

type Options = Parameters<typeof tableOf>[1];

export const sit = (setup: Setup, options?: Options): Table =>
  deepFreeze(tableOf({game: newGame(setup), actions: []}, options));

/** Returns the table after some events. Every table is frozen. */
export const after = (table: Table, ...events: readonly TableEvent[]): Table =>
  events.reduce((before, event) => deepFreeze(applyEvent(before, event)), table);

/** Returns the table after some keys; throws Error for a key without an event. */
export const pressing = (table: Table, ...keys: readonly string[]): Table =>
  keys.reduce((before, key) => {
    const event = eventOfKey(key, before);
    if (event === null) throw new Error(`${key} means nothing`);
    return after(before, event);
  }, table);

export const rolls = (digits?: string): TableEvent =>
  digits === undefined ? {event: 'roll'} : {event: 'roll', faces: faces(digits)};
/** A roll of no dice, where none is selected. */
export const PASSES: TableEvent = {event: 'roll'};
export const toggles = (digits: string): TableEvent[] =>
  Array.from(digits, (digit) => ({event: 'toggle', die: Number(digit) as DieNumber}));
export const chooses = (category: Category, column: ColumnNumber = 1): TableEvent => ({
  event: 'choose',
  box: {column, category},
});
export const UNDOES: TableEvent = {event: 'undo'};

export const messageOf = (table: Table): string => sceneOf(table).message;

/** The cell of a row in a column of the card, counted from 0. */
export function cellOf(table: Table, row: string, column = 0): CellView {
  const cell = sceneOf(table).card.rows.find(({label}) => label === row)?.cells[column];
  if (cell === undefined) throw new Error(`there is no cell ${row} ${column}`);
  return cell;
}

export const keysOf = (scene: Scene): Readonly<Record<string, string>> =>
  Object.fromEntries(scene.keys.map(({keys, does}) => [keys, does]));
