/* What is drawn beside the card: the dice and the hall of fame. */
import type {RolledGame} from '../../game/game.js';
import {DIE_NUMBERS, type DieNumber, type Face} from '../../rules/dice.js';
import type {ColumnNumber, RuleSet} from '../../rules/rule-sets.js';
import type {HallOfFame} from '../../storage/log.js';
import {shortened, textOf, WIDTH} from './text.js';
import {heldInWords, rollInWords} from './words.js';

const [BLANK, LEFT, MIDDLE, RIGHT, BOTH] = ['       ', ' o     ', '   o   ', '     o ', ' o   o '] as const;

/** The three rows of spots of a die. */
export const SPOTS: Readonly<Record<Face, readonly [string, string, string]>> = {
  1: [BLANK, MIDDLE, BLANK],
  2: [LEFT, BLANK, RIGHT],
  3: [LEFT, MIDDLE, RIGHT],
  4: [BOTH, BLANK, BOTH],
  5: [BOTH, MIDDLE, BOTH],
  6: [BOTH, BOTH, BOTH],
};

/** The dice after a roll: in words, and drawn unless all is told in words. Held dice are marked below. */
export function drawDice(game: RolledGame, isDrawn: boolean): string {
  const {dice, held} = game;
  const words = `${rollInWords(game)} ${heldInWords(game)}`;
  if (!isDrawn) return textOf([words]);
  const row = (cell: (face: Face, number: DieNumber) => string): string =>
    DIE_NUMBERS.map((number) => cell(dice[number - 1] ?? 1, number)).join('  ');
  const edge = row(() => '+-------+');
  const marks = row((_, number) => (held.includes(number) ? ' ^ held  ' : '         '));
  return textOf([
    words,
    row((_, number) => `  die ${number}  `),
    edge,
    ...[0, 1, 2].map((line) => row((face) => `|${SPOTS[face][line]}|`)),
    edge,
    row((face) => `    ${face}    `),
    ...(held.length === 0 ? [] : [marks]),
  ]);
}

/** The hall of fame of games with so many columns, and with these rules where nothing above says with which. */
export function drawHallOfFame(entries: HallOfFame, columns: ColumnNumber, rules?: RuleSet): string {
  const width = String(entries[0]?.score).length;
  const places = entries.map(({score, name}, index) => {
    const start = `${String(index + 1).padStart(2)}. ${String(score).padStart(width)} `;
    return `${start}${shortened(name, WIDTH - start.length)}`;
  });
  return textOf([
    [
      'Hall of fame',
      ...(rules === undefined ? [] : [rules]),
      ...(columns === 1 ? [] : [`${columns} columns`]),
    ].join(', '),
    ...(entries.length === 0 ? ['No entries yet.'] : places),
  ]);
}
