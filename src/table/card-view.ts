/* The scorecard as it is shown. */

import {playerOf} from '../game/game.js';
import type {Setup} from '../game/setup.js';
import {CATEGORIES} from '../rules/categories.js';
import {type Box, bonusProgress, type Column, isSameBox, type Placement} from '../rules/scorecard.js';
import {lossOf} from './advice-view.js';
import {lastPlaced} from './highlights.js';
import {LAYOUTS, namesOf, textIn, withBonus} from './layouts.js';
import * as messages from './messages.js';
import {adviceNow, type Table} from './state.js';

export type CardView = ReturnType<typeof cardOf>;
export type ColumnView = CardView['columns'][number];
export type RowView = CardView['rows'][number];
export type CellView = RowView['cells'][number];

/** Lays out the cards of all players as the view does; `placements` are previews in open boxes. */
export function cardOf(table: Table, placements: readonly Placement[]) {
  const {view, played, cursor, mode} = table;
  const advice = adviceNow(table)?.advice ?? null;
  const {game} = played;
  const {heading, lines, lowerFrom, bonusInBox} = LAYOUTS[view];
  const current = game.phase === 'over' ? -1 : playerOf(game);
  const last = lastPlaced(played);
  const columns = game.cards.flatMap((card, player) => card.map((column) => ({player, column})));
  return {
    heading,
    /** All columns of all players, in the order of the cells. */
    columns: columns.map(({player, column: {factor}}) => ({
      /** The index of the player. */
      player,
      name: game.setup.players[player] ?? '',
      factor,
      isCurrent: player === current,
    })),
    rows: lines.map(({number, name, label, shows}, index) => {
      const category = CATEGORIES.find((one) => one === shows) ?? null;
      const kind: 'box' | 'sum' | 'heading' = category !== null ? 'box' : shows === null ? 'heading' : 'sum';
      // The sections may stand side by side, each with its own sums.
      const section: 'upper' | 'lower' = index < lowerFrom ? 'upper' : 'lower';
      const cellOf = ({player, column}: (typeof columns)[number]) => {
        const text = textIn(column, shows, bonusInBox, game.setup.rules);
        const box: Box | null = category === null ? null : {column: column.factor, category};
        const preview =
          (player === current && box !== null && placements.find((one) => isSameBox(one, box))) || null;
        const loss = preview !== null && advice !== null ? lossOf(advice, preview) : null;
        const words =
          preview === null
            ? messages.cellInWords(game, box ?? name, text)
            : messages.previewInWords(game, preview);
        return {
          kind: kindOf(box, text, preview),
          /** `15`, `50+100`; empty where nothing is shown. */
          text: text ?? (preview === null ? '' : withBonus(preview.points, preview.bonus)),
          /** `Fives, 15 points`. */
          label: loss === null ? words : `${words}, ${loss}`,
          /** Points and Yahtzee bonus of the box, both times the factor of the column, and the Joker's reason. */
          preview,
          isAtCursor: preview !== null && isSameBox(preview, cursor),
          /** The box would take a zero, and waits for a second choice. */
          isAsked: preview !== null && mode.mode === 'confirming' && isSameBox(preview, mode),
          /** The box was filled last. */
          isLast: box !== null && last !== null && last.player === player && isSameBox(last, box),
          /** The box would earn nothing. */
          isQuiet: preview !== null && preview.points + preview.bonus === 0,
          /** Progress to the upper bonus; null in other rows, and once it is decided. */
          progress: shows === 'upper-bonus' ? progressOf(column, game.setup.rules) : null,
          /** Cost of the box in points: `best`, or `-3.2`; null without advice. */
          loss,
        };
      };
      return {
        section,
        /** CS106A's number of the row; null where the view has none. */
        number,
        /** The name as it is drawn. */
        label,
        /** Names to say and to type, in both layouts; none for a heading. */
        names: shows === null ? [] : namesOf(shows),
        /** Category of the boxes; null in other rows. */
        category,
        kind,
        /** One for each column; none in a heading. */
        cells: shows === null ? [] : columns.map(cellOf),
      };
    }),
  };
}

function progressOf(column: Column, rules: Setup['rules']) {
  const progress = bonusProgress(column, rules);
  return progress && messages.progressInWords(progress, column.factor);
}

/**
 * `filled` and `sum` show points, `open` shows nothing yet. `choice` is an open box that may be filled now, `barred` one
 * that the rules forbid for this roll.
 */
function kindOf(
  box: Box | null,
  text: string | null,
  preview: Placement | null,
): 'filled' | 'sum' | 'open' | 'choice' | 'barred' {
  if (box === null) return 'sum';
  if (text !== null) return 'filled';
  return preview === null ? 'open' : preview.legal ? 'choice' : 'barred';
}
