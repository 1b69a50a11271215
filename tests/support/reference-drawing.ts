/*
 * The card said again, from the contract of the screen and the figures of the handouts: a row is a box, a sum, or a
 * heading of the other handout. The tests hold the drawing to it, so nothing here may come from there.
 */
import {type Game, playerOf, type RolledGame} from '../../src/game/game.js';
import {
  BOXES,
  type Box,
  columnOf,
  type Entry,
  referencePlacements,
  referenceTotals,
} from './reference-card.js';

/** The views that draw a card. */
export const DRAWN = ['cs106a', 'sheet'] as const;
export const COLUMNS = [1, 2, 3] as const;
export const NAMES = ['Eric', 'Julie', 'Todd', 'Mehran'];

type Sum = 'upperScore' | 'upperBonus' | 'lowerScore' | 'total' | 'upperTotal' | 'yahtzeeBonus';
type Row = readonly [label: string, shows: Box | Sum | null];

const ROWS: Readonly<Record<(typeof DRAWN)[number], readonly Row[]>> = {
  cs106a: [
    [' 1 Ones', 'ones'],
    [' 2 Twos', 'twos'],
    [' 3 Threes', 'threes'],
    [' 4 Fours', 'fours'],
    [' 5 Fives', 'fives'],
    [' 6 Sixes', 'sixes'],
    [' 7 Upper Score', 'upperScore'],
    [' 8 Upper Bonus (35)', 'upperBonus'],
    [' 9 Three of a Kind', 'three-of-a-kind'],
    ['10 Four of a Kind', 'four-of-a-kind'],
    ['11 Full House (25)', 'full-house'],
    ['12 Small Straight (30)', 'small-straight'],
    ['13 Large Straight (40)', 'large-straight'],
    ['14 Yahtzee! (50)', 'yahtzee'],
    ['15 Chance', 'chance'],
    ['16 Lower Score', 'lowerScore'],
    ['17 TOTAL', 'total'],
  ],
  sheet: [
    [' 1 Aces', 'ones'],
    [' 2 Twos', 'twos'],
    [' 3 Threes', 'threes'],
    [' 4 Fours', 'fours'],
    [' 5 Fives', 'fives'],
    [' 6 Sixes', 'sixes'],
    ['   Score Subtotal', 'upperScore'],
    ['   Bonus', 'upperBonus'],
    ['   Grand Total', 'upperTotal'],
    ['   Lower Section', null],
    [' 9 3 of a kind', 'three-of-a-kind'],
    ['10 4 of a kind', 'four-of-a-kind'],
    ['11 Full House', 'full-house'],
    ['12 Small Straight', 'small-straight'],
    ['13 Large Straight', 'large-straight'],
    ['14 Yahtzee', 'yahtzee'],
    ['15 Chance', 'chance'],
    ['   Yahtzee Bonus', 'yahtzeeBonus'],
    ['   Total of lower section', 'lowerScore'],
    ['   Grand Total', 'total'],
  ],
};

/** The card of a game, from what was placed and what is rolled. */
export function referenceCard(
  game: Game,
  histories: readonly (readonly Entry[])[],
  view: (typeof DRAWN)[number],
): string {
  const {players, rules, columns} = game.setup;
  const turn = game.phase === 'over' ? -1 : playerOf(game);
  const rolled = game.phase === 'awaiting-choice' ? game : null;
  const shown =
    columns === 1
      ? players.map((_, player) => [player, 1] as const)
      : COLUMNS.slice(0, columns).map((column) => [shownPlayer(game, histories), column] as const);

  const cell = (player: number, column: number, shows: Box | Sum): string => {
    const history = histories[player] ?? [];
    const {boxes, yahtzeeBonus} = columnOf(history, column, rules);
    const totals = referenceTotals(history, column, rules);
    if (shows === 'upperTotal') return `${totals.upperScore + totals.upperBonus} `;
    if (shows === 'yahtzeeBonus') return `${yahtzeeBonus} `;
    if (shows in totals) return `${totals[shows as keyof typeof totals]} `;
    const points = boxes[shows as Box];
    if (points !== null)
      return `${points}${shows === 'yahtzee' && yahtzeeBonus > 0 && view === 'cs106a' ? `+${yahtzeeBonus}` : ''} `;
    const earned =
      rolled !== null && player === turn
        ? referencePlacements(history, columns, rolled.dice, rules).find(
            (one) => one.column === column && one.category === shows,
          )
        : undefined;
    if (earned === undefined) return '. ';
    return earned.legal ? `[${earned.points}${earned.bonus > 0 ? `+${earned.bonus}` : ''}]` : '[no]';
  };
  const name = (player: number): string => `${player === turn ? '>' : ''}${players[player]}`;
  const headings =
    columns === 1
      ? players.map((_, player) => name(player))
      : COLUMNS.slice(0, columns).map((column) => `x${column}`);
  const title = columns > 1 ? name(shownPlayer(game, histories)) : view === 'sheet' ? '   Upper Section' : '';
  const lines = [title.padEnd(24) + headings.map((one) => `${one} `.padStart(12)).join('')];
  for (const [label, shows] of ROWS[view]) {
    const cells =
      shows === null ? [] : shown.map(([player, column]) => cell(player, column, shows).padStart(12));
    // One label is longer than its 24 columns, and takes the space before a number.
    lines.push(label.padEnd(24) + cells.join('').slice(Math.max(0, label.length - 24)));
  }
  const reasons =
    rolled === null
      ? []
      : referencePlacements(histories[turn] ?? [], columns, rolled.dice, rules).filter(
          ({reason}) => reason !== null,
        );
  if (columns > 1) addBeside(lines, game, histories, turn, reasons, 24 + 12 * columns + 2);

  const round = Math.floor(histories.flat().length / players.length) + 1;
  const reason = columns === 1 ? reasons[0]?.reason : undefined;
  if (rolled !== null) {
    const dice = rolled.dice.join(' ');
    if (view === 'cs106a')
      lines.push(
        `Round ${round} of ${13 * columns}. ${players[turn]}, roll ${rolled.roll} of 3: ${dice}.`,
        ...(reason ? [reason] : []),
      );
    else lines.push(`Turn: ${round}  Roll: ${rolled.roll}  Dice: ${dice}${reason ? `  ${reason}` : ''}`);
  }
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const totalOf = (game: Game, history: readonly Entry[]): number =>
  COLUMNS.slice(0, game.setup.columns).reduce(
    (sum, column) => sum + referenceTotals(history, column, game.setup.rules).total,
    0,
  );

function shownPlayer(game: Game, histories: readonly (readonly Entry[])[]): number {
  if (game.phase !== 'over') return playerOf(game);
  const totals = histories.map((history) => totalOf(game, history));
  return totals.indexOf(Math.max(...totals));
}

/** The totals of all, and what the Joker says of which columns. */
function addBeside(
  lines: string[],
  game: Game,
  histories: readonly (readonly Entry[])[],
  turn: number,
  reasons: readonly {readonly column: number; readonly reason: string | null}[],
  indent: number,
): void {
  const beside = [
    'Totals',
    ...game.setup.players.map(
      (name, player) =>
        `${player === turn ? '>' : ' '}${name}`.padEnd(12) +
        `${totalOf(game, histories[player] ?? [])}`.padStart(5),
    ),
  ];
  const said = [...new Set(reasons.map(({reason}) => reason))].map((reason) => {
    const columns = [
      ...new Set(reasons.filter((one) => one.reason === reason).map(({column}) => `x${column}`)),
    ];
    return `${columns.join(' ')} ${reason}`;
  });
  if (said.length > 0) beside.push('', ...said.flatMap(inLinesOf18));
  for (const [index, text] of beside.entries()) lines[index] = (lines[index] ?? '').padEnd(indent) + text;
}

const inLinesOf18 = (text: string): string[] => filled(text.split(' '), 18);

/** Words on lines, as many as each has room for. */
function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && `${line} ${word}`.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** The boxes by their names on CS106A's card. */
const LABELS = ROWS.cs106a
  .map(([label]) => label.slice(3).replace(/!? \(\d+\)/, ''))
  .filter((label) => !/Upper|Lower|TOTAL/.test(label));

/** The cards in words. */
export function referenceWords(game: Game, histories: readonly (readonly Entry[])[]): string {
  const {players, rules, columns} = game.setup;
  const paragraphs = players.flatMap((name, player) => {
    const history = histories[player] ?? [];
    const said = COLUMNS.slice(0, columns).map((column) => {
      const {boxes, yahtzeeBonus} = columnOf(history, column, rules);
      const {upperScore, upperBonus, lowerScore, total} = referenceTotals(history, column, rules);
      const filledBoxes = BOXES.flatMap((box, index) =>
        boxes[box] === null ? [] : [`${LABELS[index]} ${boxes[box]}`],
      );
      if (yahtzeeBonus > 0) filledBoxes.push(`Yahtzee Bonus ${yahtzeeBonus}`);
      const sums = `Upper Score ${upperScore}, Upper Bonus ${upperBonus}, Lower Score ${lowerScore}, TOTAL ${total}.`;
      return `${name}${columns === 1 ? '' : ` x${column}`}: ${filledBoxes.join(', ') || 'nothing filled'}. ${sums}`;
    });
    return columns === 1 ? said : [...said, `${name}: ${totalOf(game, history)} in all columns.`];
  });
  return paragraphs.map((text) => `${filled(text.split(' '), 80).join('\n')}\n`).join('');
}

/** What a roll is worth, in words: what the rules allow, and what they say. */
export function referenceWorth(game: RolledGame, history: readonly Entry[]): string {
  const {rules, columns} = game.setup;
  const all = referencePlacements(history, columns, game.dice, rules);
  const boxes = BOXES.flatMap((box, index) => {
    const earned = all
      .filter(({category, legal}) => category === box && legal)
      .map(
        ({column, points, bonus}) =>
          `${columns > 1 ? `x${column} ` : ''}${points}${bonus > 0 ? `+${bonus}` : ''}`,
      );
    return earned.length === 0 ? [] : [`${LABELS[index]} ${earned.join(' ')}`];
  });
  const reasons = [...new Set(all.flatMap(({reason}) => reason ?? []))].map((reason) => {
    const its = [...new Set(all.filter((one) => one.reason === reason).map(({column}) => `x${column}`))];
    return columns > 1 ? `${its.join(' ')} ${reason}.` : `${reason}.`;
  });
  const listed = boxes.map((box, index) => `${box}${index + 1 < boxes.length ? ',' : '.'}`);
  return `${filled(['Open boxes:', ...listed, ...reasons], 80).join('\n')}\n`;
}
