/* The dice on the screen, in two rows. */
import {padEnd} from '../../command-line/terminal.js';
import {BEST} from '../../game/format.js';
import type {Face} from '../../rules/dice.js';
import {ROLL_KEY} from '../../table/keys.js';
import type {DieView, Scene} from '../../table/scene.js';
import {painted, type Style} from './style.js';

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

/** Columns of the dice with their button. */
export const PANEL_WIDTH = 27;

/** Corners, edges and sides of a die: plain, marked, or left from the turn before. */
const FRAMES = {
  unicode: {
    plain: ['┌', '┐', '└', '┘', '─', '│'],
    marked: ['╔', '╗', '╚', '╝', '═', '║'],
    past: ['╭', '╮', '╰', '╯', '┄', '┆'],
    glyph: '▲',
    best: '◆',
    pip: '●',
  },
  ascii: {
    plain: ['+', '+', '+', '+', '-', '|'],
    marked: ['#', '#', '#', '#', '=', '#'],
    past: ['.', '.', "'", "'", ' ', ':'],
    glyph: '^',
    best: '*',
    pip: 'o',
  },
} as const;

const PAINTS = {plain: null, marked: 'mark', past: 'quiet'} as const;

/** Columns of a die and its labels. */
const CELL = PANEL_WIDTH / 3;

/** The dice, each at its place, and the button at the sixth. */
export function drawPanel(scene: Scene, style: Style): string[] {
  const cells = [...scene.dice.map((die) => drawDie(die, style)), drawButton(scene)];
  return [...joined(cells.slice(0, 3)), ...joined(cells.slice(3))];
}

function joined(cells: readonly (readonly string[])[]): string[] {
  const height = Math.max(...cells.map(({length}) => length));
  return Array.from({length: height}, (_, line) =>
    cells.map((cell) => padEnd(cell[line] ?? '', CELL)).join(''),
  );
}

/** Seven lines: the place, with `◆3 best` where the best choice keeps the die; the die; the mark. */
function drawDie(die: DieView, style: Style): string[] {
  const {pip, best, glyph, ...frames} = FRAMES[style.isUnicode ? 'unicode' : 'ascii'];
  const kind = die.isMarked ? 'marked' : die.isPast ? 'past' : 'plain';
  const [a, b, c, d, edge, side] = frames[kind];
  const {face} = die;
  const spots = face === null ? ['       ', die.isAwaited ? '   ?   ' : '       ', '       '] : SPOTS[face];
  const frame = [
    a + edge.repeat(5) + b,
    ...spots.map((line) => side + line.slice(1, -1).replaceAll('o', pip) + side),
    c + edge.repeat(5) + d,
  ];
  const place = die.isBestKept === true ? `${best}${die.number} ${BEST}` : ` ${die.number}`;
  return [
    `  ${painted(place, die.isBestKept === true ? 'best' : null, style)}`,
    ...frame.map((line) => painted(line, PAINTS[kind], style)),
    die.isMarked ? painted(`${glyph}${die.mark}`, 'mark', style) : '',
  ];
}

/** Draws the button and its key, at the sixth place, which no die has. */
function drawButton({button}: Scene): string[] {
  if (button === null || !button.isEnabled) return [];
  return ['', '', `[${ROLL_KEY}]`, ...button.label.split(' ')];
}
