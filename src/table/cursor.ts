/* The cursor on the card of the current player: at an open box, as long as there is one. */
import {currentCard, type Game} from '../game/game.js';
import {CATEGORIES} from '../rules/categories.js';
import {type Box, isOpen} from '../rules/scorecard.js';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Steps of a move: along the columns, and along the boxes of a column. */
const STEPS = {up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0], nowhere: [0, 0]} as const;

/**
 * Returns the next open box in a direction, wrapping around. 'nowhere' and moves sideways stay in the row if its box is
 * open, else go to the next open box below, and from a full column to the next one. A full card keeps the cursor.
 */
export function openBox(game: Game, from: Box, direction: Direction | 'nowhere' = 'nowhere'): Box {
  const card = currentCard(game);
  const [across, along] = STEPS[direction];
  const rows = inOrder(CATEGORIES, CATEGORIES.indexOf(from.category) + along, along || 1);
  const columns = inOrder(card, from.column - 1 + across, across || 1);
  const boxes = columns.flatMap(({factor}) => rows.map((category) => ({column: factor, category})));
  return boxes.find(({column, category}) => isOpen(card, column, category)) ?? from;
}

/** Returns all items from an index on, forwards or backwards, wrapping around. */
function inOrder<T>(items: readonly T[], start: number, step: number): T[] {
  return items
    .map((_, index) => items.at((start + index * step) % items.length))
    .filter((item) => item !== undefined);
}
