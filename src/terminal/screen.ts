/* What the game looks like: the dice, the two views of the card, the hall of fame. At most 80 columns wide. */
import stringWidth from 'string-width';
import {wrap} from '../command-line/wrap.js';
import {type Game, playerOf, ROLLS, type RolledGame, roundOf, roundsOf, winnersOf} from '../game/game.js';
import type {HallOfFame} from '../game/hall-of-fame.js';
import {DIE_NUMBERS, type DieNumber, type Face} from '../rules/dice.js';
import {
  type Column,
  columnTotals,
  legalPlacements,
  type Placement,
  ROWS,
  type Row,
  rowNumber,
  rowValue,
  totalOf,
} from '../rules/scorecard.js';
import {type ColumnNumber, RULES} from '../rules/variants.js';
import {listOf} from './messages.js';

/** The views of the card: CS106A's rows, and the layout of the final project's addenda. */
export const CARD_VIEWS = ['cs106a', 'sheet'] as const;
export type CardView = (typeof CARD_VIEWS)[number];

const LABEL_WIDTH = 24;
const CELL_WIDTH = 12;
const NAME_WIDTH = 10;
const TOTAL_WIDTH = 5;
const REASON_WIDTH = 18;

const [BLANK, LEFT, MIDDLE, RIGHT, BOTH] = ['       ', ' o     ', '   o   ', '     o ', ' o   o '] as const;

/** The three rows of spots of a die. */
const SPOTS: Readonly<Record<Face, readonly [string, string, string]>> = {
  1: [BLANK, MIDDLE, BLANK],
  2: [LEFT, BLANK, RIGHT],
  3: [LEFT, MIDDLE, RIGHT],
  4: [BOTH, BLANK, BOTH],
  5: [BOTH, MIDDLE, BOTH],
  6: [BOTH, BOTH, BOTH],
};

/** The dice after a roll: in words, for those who hear the screen, and drawn. Held dice are marked below. */
export function drawDice({dice, roll, held}: RolledGame): string {
  const row = (cell: (face: Face, number: DieNumber) => string): string =>
    DIE_NUMBERS.map((number) => cell(dice[number - 1] ?? 1, number)).join('  ');
  const edge = row(() => '+-------+');
  const marks = row((_, number) => (held.includes(number) ? ' ^ held  ' : '         '));
  return linesOf([
    `Roll ${roll} of ${ROLLS}: ${dice.join(' ')}.${held.length === 0 ? '' : ` Held: ${diceNamed(held)}.`}`,
    row((_, number) => `  die ${number}  `),
    edge,
    ...[0, 1, 2].map((line) => row((face) => `|${SPOTS[face][line]}|`)),
    edge,
    row((face) => `    ${face}    `),
    ...(held.length === 0 ? [] : [marks]),
  ]);
}

function diceNamed(numbers: readonly DieNumber[]): string {
  if (numbers.length === DIE_NUMBERS.length) return 'all dice';
  return `${numbers.length === 1 ? 'die' : 'dice'} ${listOf(numbers)}`;
}

/** The hall of fame of games with so many columns. */
export function drawHallOfFame(entries: HallOfFame, columns: ColumnNumber): string {
  const width = String(entries[0]?.score).length;
  const places = entries.map(
    ({score, name}, index) => `${String(index + 1).padStart(2)}. ${String(score).padStart(width)} ${name}`,
  );
  return linesOf([
    columns === 1 ? 'Hall of fame' : `Hall of fame, ${columns} columns`,
    ...(entries.length === 0 ? ['No entries yet.'] : places),
  ]);
}

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

const VIEWS: Readonly<Record<CardView, View>> = {
  // CS106A handout, figures 1 to 9.
  cs106a: {
    heading: '',
    lines: ROWS.map((row) => ({number: rowNumber(row), label: CS106A_LABELS[row], shows: row})),
    bonusInBox: true,
    status: (game, reason) => [
      `Round ${roundOf(game)} of ${roundsOf(game.setup)}, roll ${game.roll} of ${ROLLS}: ${game.dice.join(' ')}.`,
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

/** Every name that a view has for a row, without the points that stand behind some. */
export function labelsOf(row: Row): string[] {
  return CARD_VIEWS.flatMap((view) => VIEWS[view].lines)
    .filter(({shows}) => shows === row)
    .map(({label}) => label.replace(/!? \(\d+\)$/, ''));
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
 */
export function drawCard(game: Game, view: CardView): string {
  const placements =
    game.phase === 'awaiting-choice'
      ? legalPlacements(game.cards[playerOf(game)] ?? [], game.dice, RULES[game.setup.rules])
      : [];
  return game.setup.columns === 1
    ? drawPlayers(game, VIEWS[view], placements)
    : drawColumns(game, VIEWS[view], placements);
}

function drawPlayers(game: Game, view: View, placements: readonly Placement[]): string {
  const columns = game.cards.flatMap((card, player) =>
    card.map((column) => ({
      heading: markOf(game, player) + shortened(game.setup.players[player] ?? ''),
      column,
      placements: player === playerOf(game) ? placements : [],
    })),
  );
  const reason = placements[0]?.reason ?? null;
  return linesOf([
    ...cardLines(view, view.heading, columns),
    ...(game.phase === 'awaiting-choice' ? view.status(game, reason) : []),
  ]);
}

function drawColumns(game: Game, view: View, placements: readonly Placement[]): string {
  const player = game.phase === 'over' ? (winnersOf(game)[0] ?? 0) : playerOf(game);
  const names = game.setup.players.map((name, one) => (markOf(game, one) || ' ') + shortened(name));
  const columns = (game.cards[player] ?? []).map((column) => ({
    heading: `x${column.factor}`,
    column,
    placements: placements.filter((placement) => placement.column === column.factor),
  }));
  const totals = game.cards.map(
    (card, one) => padEnd(names[one] ?? '', CELL_WIDTH) + String(totalOf(card)).padStart(TOTAL_WIDTH),
  );
  const beside = ['Totals', ...totals, ...reasonsBeside(placements)];
  const card = cardLines(view, (names[player] ?? '').trimStart(), columns);
  return linesOf([
    ...card.map(
      (line, index) => `${padEnd(line, LABEL_WIDTH + columns.length * CELL_WIDTH)}  ${beside[index] ?? ''}`,
    ),
    ...(game.phase === 'awaiting-choice' ? view.status(game, null) : []),
  ]);
}

/** Whose turn it is stands behind a glyph, as the handout highlights the name. */
function markOf(game: Game, player: number): string {
  return game.phase !== 'over' && player === playerOf(game) ? '>' : '';
}

/** Each reason once, behind the columns that it is true for, as a column of text. */
function reasonsBeside(placements: readonly Placement[]): string[] {
  const columnsOf = new Map<string, Set<string>>();
  for (const {reason, column} of placements) {
    if (reason !== null) columnsOf.set(reason, (columnsOf.get(reason) ?? new Set()).add(`x${column}`));
  }
  const paragraphs = [...columnsOf].map(([reason, columns]) => `${[...columns].join(' ')} ${reason}`);
  return paragraphs.length === 0 ? [] : ['', ...paragraphs.flatMap((text) => wrap(text, REASON_WIDTH))];
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
      (before, cell, index) =>
        before + padStart(cell, LABEL_WIDTH + CELL_WIDTH * (index + 1) - stringWidth(before)),
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

function withBonus(points: number, bonus: number): string {
  return bonus > 0 ? `${points}+${bonus}` : `${points}`;
}

/** A name that fits a column: one that is too wide ends with an ellipsis. */
function shortened(name: string): string {
  if (stringWidth(name) <= NAME_WIDTH) return name;
  let cut = '';
  for (const {segment} of new Intl.Segmenter().segment(name)) {
    if (stringWidth(cut + segment) >= NAME_WIDTH) break;
    cut += segment;
  }
  return `${cut}…`;
}

// Names may be wide (東) or have marks that take no room: what counts is the width on a terminal.
function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - stringWidth(text))) + text;
}

/** Lines without spaces at their ends. */
function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
}
