/* The card in its views. At most 24 lines high with the question below it. */
import {padEnd, wrap} from '../../command-line/terminal.js';
import {
  type Game,
  placementsOf,
  playerOf,
  type RolledGame,
  roundOf,
  roundsOf,
  winnersOf,
} from '../../game/game.js';
import {CATEGORIES} from '../../rules/categories.js';
import {type Column, type Placement, type Row, totalOf} from '../../rules/scorecard.js';
import {
  LAYOUTS,
  type Layout,
  type Shown,
  textIn,
  VIEW_NAMES,
  type ViewName,
  withBonus,
} from '../../table/layouts.js';
import {reasonsIn} from '../../table/messages.js';
import {flushRight, shortened, textOf} from './text.js';
import {cardInWords, rollInWords} from './words.js';

/** The views of the card: CS106A's rows, the layout of the final project's addenda, and words alone. */
export const CARD_VIEWS = [...VIEW_NAMES, 'words'] as const;
export type CardView = (typeof CARD_VIEWS)[number];

const LABEL_WIDTH = 24;
const CELL_WIDTH = 12;
const TOTAL_WIDTH = 5;
const REASON_WIDTH = 18;

/** What stands below the card, between a roll and a placement. */
type Status = (game: RolledGame, reason: string | null) => readonly string[];

const STATUSES: Readonly<Record<ViewName, Status>> = {
  cs106a: (game, reason) => [
    `Round ${roundOf(game)} of ${roundsOf(game.setup)}. ${rollInWords(game)}`,
    ...(reason === null ? [] : [reason]),
  ],
  // On one line: the sheet leaves no more of 24.
  sheet: (game, reason) => [
    `Turn: ${roundOf(game)}  Roll: ${game.roll}  Dice: ${game.dice.join(' ')}${reason === null ? '' : `  ${reason}`}`,
  ],
};

/** What the views call their sums, which cannot be chosen. */
export const SUM_LABELS: readonly string[] = Object.values(LAYOUTS).flatMap(({lines}) =>
  lines
    .filter(({shows}) => shows !== null && !CATEGORIES.some((category) => category === shows))
    .map(({label}) => withoutBrackets(label)),
);

/** Every name that a view has for a row, without what stands in brackets behind some. */
export function labelsOf(row: Row): string[] {
  return Object.values(LAYOUTS)
    .flatMap(({lines}) => lines)
    .filter(({shows}) => shows === row)
    .map(({label}) => withoutBrackets(label));
}

function withoutBrackets(label: string): string {
  return label.replace(/!? \([^)]+\)$/, '');
}

/**
 * The card: a column for each player, or, in games of several columns, those of one player and the totals of all.
 * Between a roll and a placement the open boxes of whose turn it is show what they would earn.
 *
 * @param player whose columns are shown; by default those of whose turn it is, or of the first winner
 */
export function drawCard(game: Game, view: CardView, player = shownPlayer(game)): string {
  if (view === 'words') return cardInWords(game);
  const lines = game.setup.columns === 1 ? drawPlayers(game, view) : drawColumns(game, view, player);
  return textOf(lines);
}

function shownPlayer(game: Game): number {
  return game.phase === 'over' ? (winnersOf(game)[0] ?? 0) : playerOf(game);
}

function drawPlayers(game: Game, view: ViewName): string[] {
  const placements = placementsOf(game);
  const columns = game.cards.flatMap((card, player) =>
    card.map((column) => ({
      heading: markOf(game, player) + shortened(game.setup.players[player] ?? ''),
      column,
      placements: player === playerOf(game) ? placements : [],
    })),
  );
  const [reason = null] = reasonsIn(game, placements);
  return [
    ...cardLines(LAYOUTS[view], indented(LAYOUTS[view].heading), columns),
    ...(game.phase === 'awaiting-choice' ? STATUSES[view](game, reason) : []),
  ];
}

function drawColumns(game: Game, view: ViewName, player: number): string[] {
  const placements = player === playerOf(game) ? placementsOf(game) : [];
  const names = game.setup.players.map((name, one) => (markOf(game, one) || ' ') + shortened(name));
  const columns = (game.cards[player] ?? []).map((column) => ({
    heading: `x${column.factor}`,
    column,
    placements: placements.filter((placement) => placement.column === column.factor),
  }));
  const totals = game.cards.map(
    (card, one) => padEnd(names[one] ?? '', CELL_WIDTH) + String(totalOf(card)).padStart(TOTAL_WIDTH),
  );
  const reasons = reasonsIn(game, placements).flatMap((reason) => wrap(reason, REASON_WIDTH));
  const beside = ['Totals', ...totals, ...(reasons.length === 0 ? [] : ['', ...reasons])];
  const card = cardLines(LAYOUTS[view], (names[player] ?? '').trimStart(), columns);
  return [
    ...card.map(
      (line, index) => `${padEnd(line, LABEL_WIDTH + columns.length * CELL_WIDTH)}  ${beside[index] ?? ''}`,
    ),
    ...(game.phase === 'awaiting-choice' ? STATUSES[view](game, null) : []),
  ];
}

/** Whose turn it is stands behind a glyph, as the handout highlights the name. */
function markOf(game: Game, player: number): string {
  return game.phase !== 'over' && player === playerOf(game) ? '>' : '';
}

interface ShownColumn {
  readonly heading: string;
  readonly column: Column;
  /** What its open boxes would earn; empty if they don't say so now. */
  readonly placements: readonly Placement[];
}

function cardLines(layout: Layout, heading: string, columns: readonly ShownColumn[]): string[] {
  // A longer label takes room from the first cell.
  const line = (label: string, cells: readonly string[]): string =>
    cells.reduce(
      (before, cell, index) => flushRight(before, cell, LABEL_WIDTH + CELL_WIDTH * (index + 1)),
      padEnd(label, LABEL_WIDTH),
    );
  return [
    line(
      heading,
      columns.map((one) => `${one.heading} `),
    ),
    ...layout.lines.map(({number, label, shows}) =>
      line(
        `${String(number ?? '').padStart(2)} ${label}`,
        shows === null ? [] : columns.map((one) => cellOf(one, shows, layout.bonusInBox)),
      ),
    ),
  ];
}

/** A box or a sum. Digits stand below digits: what is filled has a space where a bracket could stand. */
function cellOf({column, placements}: ShownColumn, shows: Shown, bonusInBox: boolean): string {
  const text = textIn(column, shows, bonusInBox);
  if (text !== null) return `${text} `;
  const placement = placements.find(({category}) => category === shows);
  if (placement === undefined) return '. ';
  return placement.legal ? `[${withBonus(placement.points, placement.bonus)}]` : '[no]';
}

/** A heading stands above the labels, behind the numbers. */
function indented(heading: string): string {
  return heading === '' ? '' : `   ${heading}`;
}
