/* What the game looks like: the dice, the hall of fame, and how texts fit a terminal of 80 columns. */
import stringWidth from 'string-width';
import {playerOf, ROLLS, type RolledGame} from '../game/game.js';
import type {HallOfFame} from '../game/hall-of-fame.js';
import {DIE_NUMBERS, type DieNumber, type Face} from '../rules/dice.js';
import type {ColumnNumber} from '../rules/variants.js';
import {listOf} from './messages.js';

/** How wide a terminal is. */
export const WIDTH = 80;

/** How wide a name may be on the card. */
const NAME_WIDTH = 10;

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

/** The dice after a roll in words: who rolled, how often, what they show. */
export function rollInWords(game: RolledGame): string {
  const name = shortened(game.setup.players[playerOf(game)] ?? '');
  return `${name}, roll ${game.roll} of ${ROLLS}: ${game.dice.join(' ')}.`;
}

/** The dice after a roll: in words, and drawn unless all is told in words. Held dice are marked below. */
export function drawDice(game: RolledGame, isDrawn: boolean): string {
  const {dice, held} = game;
  const words = `${rollInWords(game)}${held.length === 0 ? '' : ` Held: ${diceNamed(held)}.`}`;
  if (!isDrawn) return linesOf([words]);
  const row = (cell: (face: Face, number: DieNumber) => string): string =>
    DIE_NUMBERS.map((number) => cell(dice[number - 1] ?? 1, number)).join('  ');
  const edge = row(() => '+-------+');
  const marks = row((_, number) => (held.includes(number) ? ' ^ held  ' : '         '));
  return linesOf([
    words,
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

/** A name that fits the card: one that is too wide ends with an ellipsis. */
export function shortened(name: string): string {
  if (stringWidth(name) <= NAME_WIDTH) return name;
  let cut = '';
  for (const {segment} of new Intl.Segmenter().segment(name)) {
    if (stringWidth(cut + segment) >= NAME_WIDTH) break;
    cut += segment;
  }
  return `${cut}…`;
}

// Names may be wide (東) or have marks that take no room: what counts is the width on a terminal.

/** The text with spaces behind it, up to a width. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** The line with a text behind it that ends at a column. */
export function flushRight(line: string, text: string, end: number): string {
  return line + ' '.repeat(Math.max(0, end - stringWidth(line) - stringWidth(text))) + text;
}

/** Lines without spaces at their ends. */
export function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
}
