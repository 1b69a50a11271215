/* The scorecard as it is shown. */

import {playerOf} from '../game/game.js';
import type {Setup} from '../game/setup.js';
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {ColumnNumber} from '../rules/rule-sets.js';
import {type Box, bonusProgress, type Column, isBox, type Placement} from '../rules/scorecard.js';
import {lossOf} from './advice-view.js';
import {lastPlaced} from './highlights.js';
import {LAYOUTS, namesOf, textIn, withBonus} from './layouts.js';
import * as messages from './messages.js';
import {adviceNow, type Table} from './state.js';

export interface CardView {
  readonly heading: string;
  /** All columns of all players, in the order of the cells. */
  readonly columns: readonly ColumnView[];
  readonly rows: readonly RowView[];
}

export interface ColumnView {
  /** The index of the player. */
  readonly player: number;
  readonly name: string;
  readonly factor: ColumnNumber;
  readonly isCurrent: boolean;
}

export interface RowView {
  /** Upper and lower boxes may stand side by side, each with their own sums. */
  readonly section: 'upper' | 'lower';
  /** CS106A's number of the row; null where the view has none. */
  readonly number: number | null;
  /** The name as it is drawn. */
  readonly label: string;
  /** Names to say and to type, on either card; none of a heading. */
  readonly names: readonly string[];
  readonly kind: 'box' | 'sum' | 'heading';
  /** Category of the boxes; null in other rows. */
  readonly category: Category | null;
  /** One for each column; none in a heading. */
  readonly cells: readonly CellView[];
}

/**
 * `filled` and `sum` show points, `open` shows nothing yet. `choice` is an open box that may be filled now, `barred` one
 * that the rules forbid for this roll.
 */
export interface CellView {
  readonly kind: 'filled' | 'sum' | 'open' | 'choice' | 'barred';
  /** `15`, `50+100`; empty where nothing is to be seen. */
  readonly text: string;
  /** `Fives, 15 points`. */
  readonly label: string;
  /** Earnings of the box: points and Yahtzee bonus, both times the factor of the column, and the Joker's reason. */
  readonly preview: Placement | null;
  readonly isAtCursor: boolean;
  /** The box would take a zero, and waits for a second choice. */
  readonly isAsked: boolean;
  /** The box was filled last. */
  readonly isLast: boolean;
  /** The box would earn nothing. */
  readonly isQuiet: boolean;
  /** Progress to the upper bonus; null in other rows, and once it is decided. */
  readonly progress: messages.ProgressInWords | null;
  /** Cost of the box in points: `best`, or `-3.2`; null without advice. */
  readonly loss: string | null;
}

/** The cards of all players as the view lays them out; `placements` fill open boxes with previews. */
export function cardOf(table: Table, placements: readonly Placement[]): CardView {
  const {view, played, cursor, mode} = table;
  const advice = adviceNow(table)?.advice ?? null;
  const {game} = played;
  const {heading, lines, lowerFrom, bonusInBox} = LAYOUTS[view];
  const current = game.phase === 'over' ? -1 : playerOf(game);
  const last = lastPlaced(played);
  const columns = game.cards.flatMap((card, player) => card.map((column) => ({player, column})));
  return {
    heading,
    columns: columns.map(({player, column: {factor}}) => ({
      player,
      name: game.setup.players[player] ?? '',
      factor,
      isCurrent: player === current,
    })),
    rows: lines.map(({number, name, label, shows}, index) => {
      const category = CATEGORIES.find((one) => one === shows);
      const cellOf = ({player, column}: {readonly player: number; readonly column: Column}): CellView => {
        const text = textIn(column, shows, bonusInBox, game.setup.rules);
        const box: Box | null = category === undefined ? null : {column: column.factor, category};
        const preview =
          (player === current && box !== null && placements.find((one) => isBox(one, box))) || null;
        const loss = preview !== null && advice !== null ? lossOf(advice, preview) : null;
        const words =
          preview === null
            ? messages.cellInWords(game, box ?? name, text)
            : messages.previewInWords(game, preview);
        return {
          kind: kindOf(box, text, preview),
          text: text ?? (preview === null ? '' : withBonus(preview.points, preview.bonus)),
          label: loss === null ? words : `${words}, ${loss}`,
          preview,
          isAtCursor: preview !== null && isBox(preview, cursor),
          isAsked: preview !== null && mode.mode === 'confirming' && isBox(preview, mode),
          isLast: box !== null && last !== null && last.player === player && isBox(last, box),
          isQuiet: preview !== null && preview.points + preview.bonus === 0,
          progress: shows === 'upper-bonus' ? progressOf(column, game.setup.rules) : null,
          loss,
        };
      };
      return {
        section: index < lowerFrom ? 'upper' : 'lower',
        number,
        label,
        names: shows === null ? [] : namesOf(shows),
        category: category ?? null,
        kind: category !== undefined ? 'box' : shows === null ? 'heading' : 'sum',
        cells: shows === null ? [] : columns.map(cellOf),
      };
    }),
  };
}

function progressOf(column: Column, rules: Setup['rules']): CellView['progress'] {
  const progress = bonusProgress(column, rules);
  return progress === null ? null : messages.progressInWords(progress, column.factor);
}

function kindOf(box: Box | null, text: string | null, preview: Placement | null): CellView['kind'] {
  if (box === null) return 'sum';
  if (text !== null) return 'filled';
  return preview === null ? 'open' : preview.legal ? 'choice' : 'barred';
}
