/* The card in its views. At most 24 lines high with the question below it. */
import {wrap} from '../../command-line/wrap.js';
import {type Game, playerOf, type RolledGame, roundOf, roundsOf, winnersOf} from '../../game/game.js';
import {CATEGORIES} from '../../rules/categories.js';
import {
  type Column,
  columnTotals,
  type Placement,
  ROWS,
  type Row,
  rowNumber,
  rowValue,
  totalOf,
} from '../../rules/scorecard.js';
import {flushRight, padEnd, shortened, textOf} from './text.js';
import {cardInWords, placementsOf, reasonsIn, rollInWords, withBonus} from './words.js';

/** The views of the card: CS106A's rows, the layout of the final project's addenda, and words alone. */
export const CARD_VIEWS = ['cs106a', 'sheet', 'words'] as const;
export type CardView = (typeof CARD_VIEWS)[number];

const LABEL_WIDTH = 24;
const CELL_WIDTH = 12;
const TOTAL_WIDTH = 5;
const REASON_WIDTH = 18;

/** What a line of the card can show beside the seventeen rows. */
type Shown = Row | 'yahtzee-bonus' | 'upper-total';

interface CardLine {
  /** What to type for it; null where there is nothing to choose. */
  readonly number: number | null;
  readonly label: string;
  /** Null in a heading. */
  readonly shows: Shown | null;
}

interface View {
  /** What stands beside the names of the players. */
  readonly heading: string;
  readonly lines: readonly CardLine[];
  /** Where no line shows them, the Yahtzee bonuses stand in the box of the Yahtzee. */
  readonly bonusInBox: boolean;
  /** Below the card, between a roll and a placement. */
  readonly status: (game: RolledGame, reason: string | null) => readonly string[];
}

const CS106A_LABELS: Readonly<Record<Row, string>> = {
  ones: 'Ones',
  twos: 'Twos',
  threes: 'Threes',
  fours: 'Fours',
  fives: 'Fives',
  sixes: 'Sixes',
  'upper-score': 'Upper Score',
  'upper-bonus': 'Upper Bonus (35)',
  'three-of-a-kind': 'Three of a Kind',
  'four-of-a-kind': 'Four of a Kind',
  'full-house': 'Full House (25)',
  'small-straight': 'Small Straight (30)',
  'large-straight': 'Large Straight (40)',
  yahtzee: 'Yahtzee! (50)',
  chance: 'Chance',
  'lower-score': 'Lower Score',
  total: 'TOTAL',
};

const VIEWS: Readonly<Record<Exclude<CardView, 'words'>, View>> = {
  // CS106A handout, figures 1 to 9.
  cs106a: {
    heading: '',
    lines: ROWS.map((row) => ({number: rowNumber(row), label: CS106A_LABELS[row], shows: row})),
    bonusInBox: true,
    status: (game, reason) => [
      `Round ${roundOf(game)} of ${roundsOf(game.setup)}. ${rollInWords(game)}`,
      ...(reason === null ? [] : [reason]),
    ],
  },
  // "Screen layout" of the final project's addenda.
  sheet: {
    heading: '   Upper Section',
    lines: [
      box('Aces', 'ones'),
      box('Twos', 'twos'),
      box('Threes', 'threes'),
      box('Fours', 'fours'),
      box('Fives', 'fives'),
      box('Sixes', 'sixes'),
      sum('Score Subtotal', 'upper-score'),
      sum('Bonus', 'upper-bonus'),
      sum('Grand Total', 'upper-total'),
      sum('Lower Section', null),
      box('3 of a kind', 'three-of-a-kind'),
      box('4 of a kind', 'four-of-a-kind'),
      box('Full House', 'full-house'),
      box('Small Straight', 'small-straight'),
      box('Large Straight', 'large-straight'),
      box('Yahtzee', 'yahtzee'),
      box('Chance', 'chance'),
      sum('Yahtzee Bonus', 'yahtzee-bonus'),
      sum('Total of lower section', 'lower-score'),
      sum('Grand Total', 'total'),
    ],
    bonusInBox: false,
    // On one line: the sheet leaves no more of 24.
    status: (game, reason) => [
      `Turn: ${roundOf(game)}  Roll: ${game.roll}  Dice: ${game.dice.join(' ')}${reason === null ? '' : `  ${reason}`}`,
    ],
  },
};

/** What the views call their sums, which cannot be chosen. */
export const SUM_LABELS: readonly string[] = Object.values(VIEWS).flatMap(({lines}) =>
  lines
    .filter(({shows}) => shows !== null && !CATEGORIES.some((category) => category === shows))
    .map(({label}) => withoutPoints(label)),
);

/** Every name that a view has for a row, without the points that stand behind some. */
export function labelsOf(row: Row): string[] {
  return Object.values(VIEWS)
    .flatMap(({lines}) => lines)
    .filter(({shows}) => shows === row)
    .map(({label}) => withoutPoints(label));
}

function withoutPoints(label: string): string {
  return label.replace(/!? \(\d+\)$/, '');
}

function box(label: string, row: Row): CardLine {
  return {number: rowNumber(row), label, shows: row};
}

function sum(label: string, shows: Shown | null): CardLine {
  return {number: null, label, shows};
}

/**
 * The card: a column for each player, or, in games of several columns, those of one player and the totals of all.
 * Between a roll and a placement the open boxes of whose turn it is show what they would earn.
 *
 * @param player whose columns are shown; by default those of whose turn it is, or of the first winner
 */
export function drawCard(game: Game, view: CardView, player = shownPlayer(game)): string {
  if (view === 'words') return cardInWords(game);
  const lines =
    game.setup.columns === 1 ? drawPlayers(game, VIEWS[view]) : drawColumns(game, VIEWS[view], player);
  return textOf(lines);
}

function shownPlayer(game: Game): number {
  return game.phase === 'over' ? (winnersOf(game)[0] ?? 0) : playerOf(game);
}

function drawPlayers(game: Game, view: View): string[] {
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
    ...cardLines(view, view.heading, columns),
    ...(game.phase === 'awaiting-choice' ? view.status(game, reason) : []),
  ];
}

function drawColumns(game: Game, view: View, player: number): string[] {
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
  const card = cardLines(view, (names[player] ?? '').trimStart(), columns);
  return [
    ...card.map(
      (line, index) => `${padEnd(line, LABEL_WIDTH + columns.length * CELL_WIDTH)}  ${beside[index] ?? ''}`,
    ),
    ...(game.phase === 'awaiting-choice' ? view.status(game, null) : []),
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

function cardLines(view: View, heading: string, columns: readonly ShownColumn[]): string[] {
  // A longer label takes of the first cell's room.
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
    ...view.lines.map(({number, label, shows}) =>
      line(
        `${String(number ?? '').padStart(2)} ${label}`,
        shows === null ? [] : columns.map((one) => cellOf(one, shows, view.bonusInBox)),
      ),
    ),
  ];
}

/** A box or a sum. Digits stand below digits: what is filled has a space where a bracket could stand. */
function cellOf({column, placements}: ShownColumn, shows: Shown, bonusInBox: boolean): string {
  switch (shows) {
    case 'yahtzee-bonus':
      return `${column.yahtzeeBonus} `;
    case 'upper-total': {
      const {upperScore, upperBonus} = columnTotals(column);
      return `${upperScore + upperBonus} `;
    }
    default: {
      const value = rowValue(column, shows);
      if (value !== null) {
        return `${withBonus(value, shows === 'yahtzee' && bonusInBox ? column.yahtzeeBonus : 0)} `;
      }
      const placement = placements.find(({category}) => category === shows);
      if (placement === undefined) return '. ';
      return placement.legal ? `[${withBonus(placement.points, placement.bonus)}]` : '[no]';
    }
  }
}
