/* The dice on the screen: with pips, in two rows or in one; or small, where there is no room for them. */
import {padEnd} from '../../command-line/terminal.js';
import {DIE_NUMBERS, FACES} from '../../rules/dice.js';
import {ROLL_KEY} from '../../table/keys.js';
import type {Scene, SeenDie} from '../../table/scene.js';
import {BEST} from '../../table/seen-advice.js';
import {SPOTS} from '../drawing/dice.js';
import {type Paint, painted, type Style} from './style.js';

/** How wide the dice are with their button, and how high; in a row, with pips or small. */
export const PANEL = {columns: 27, rows: 14} as const;
export const ROW_HEIGHT = {pips: 7, small: 4} as const;

/** Corners, edges and sides of a die; one that is marked has others, and one that was rolled in the turn before. */
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

/** The pictures of a roll: the dice come to rest one after the other, the last before these are over. */
export const PICTURES = 10;

/** How wide a die with pips is, with what stands above and below it. */
const CELL = 9;

/** The dice, each at its place, and the button at the sixth. */
export function drawPanel(scene: Scene, style: Style, tick: number): string[] {
  const cells = [...scene.dice.map((die) => drawDie(die, style, tick, CELL)), drawButton(scene)];
  return [...joined(cells.slice(0, 3), CELL), ...joined(cells.slice(3), CELL)];
}

/** The dice beside each other. */
export function drawRow(
  {dice}: Scene,
  width: number,
  hasPips: boolean,
  style: Style,
  tick: number,
): string[] {
  const cell = Math.min(10, Math.floor((width + 1) / dice.length));
  return joined(
    dice.map((die) => (hasPips ? drawDie(die, style, tick, cell) : drawSmall(die, style, tick, cell - 1))),
    cell,
  );
}

function joined(cells: readonly (readonly string[])[], width: number): string[] {
  const height = Math.max(...cells.map(({length}) => length));
  return Array.from({length: height}, (_, line) =>
    cells.map((cell) => padEnd(cell[line] ?? '', width)).join(''),
  );
}

/** Seven lines: the place, with `◆3 best` where the best choice keeps the die; the die; the mark. */
function drawDie(die: SeenDie, style: Style, tick: number, width: number): string[] {
  const {pip, best, glyph} = glyphsOf(style);
  const [a = '', b = '', c = '', d = '', edge = '', side = ''] = frameOf(die, style);
  const face = faceOf(die, tick);
  const spots = face === null ? ['       ', die.isAwaited ? '   ?   ' : '       ', '       '] : SPOTS[face];
  const frame = [
    a + edge.repeat(5) + b,
    ...spots.map((line) => side + line.slice(1, -1).replaceAll('o', pip) + side),
    c + edge.repeat(5) + d,
  ];
  const isRoomy = width >= CELL;
  const place =
    die.isBestKept === true ? `${best}${die.number}${isRoomy ? ` ${BEST}` : ''}` : ` ${die.number}`;
  return [
    `  ${painted(place, die.isBestKept === true ? 'best' : null, style)}`,
    ...frame.map((line) => painted(line, paintOf(die), style)),
    die.isMarked ? painted(`${isRoomy ? glyph : ''}${die.mark}`, 'mark', style) : '',
  ];
}

/** Four lines: the place in the upper edge; the face, and whether it is best kept; the lower edge; the mark. */
function drawSmall(die: SeenDie, style: Style, tick: number, width: number): string[] {
  const {best, glyph} = glyphsOf(style);
  const [a = '', b = '', c = '', d = '', edge = '', side = ''] = frameOf(die, style);
  const face = faceOf(die, tick) ?? (die.isAwaited ? '?' : ' ');
  const frame = [`${a}${edge}${die.number}${edge}${b}`, `${side} ${face} ${side}`, c + edge.repeat(3) + d];
  const [top = '', middle = '', bottom = ''] = frame.map((line) => painted(line, paintOf(die), style));
  const word = die.mark.length <= width ? die.mark : glyph;
  return [
    top,
    middle + (die.isBestKept === true ? painted(best, 'best', style) : ''),
    bottom,
    die.isMarked ? painted(word, 'mark', style) : '',
  ];
}

function glyphsOf({isUnicode}: Style): (typeof FRAMES)[keyof typeof FRAMES] {
  return FRAMES[isUnicode ? 'unicode' : 'ascii'];
}

function frameOf({isMarked, isPast}: SeenDie, style: Style): readonly string[] {
  const {plain, marked, past} = glyphsOf(style);
  return isMarked ? marked : isPast ? past : plain;
}

function paintOf({isMarked, isPast}: SeenDie): Paint | null {
  return isMarked ? 'mark' : isPast ? 'quiet' : null;
}

/** While a die rolls, another face at each tick, and not yet its own; the first dice come to rest first. */
function faceOf({face, number, isRolling}: SeenDie, tick: number): SeenDie['face'] {
  if (!isRolling || tick >= PICTURES - DIE_NUMBERS.length + number - 1) return face;
  const others = FACES.filter((one) => one !== face);
  return others[(3 * tick + 2 * number) % others.length] ?? null;
}

/** At the sixth place, which no die has: the button, and its key. */
function drawButton({button}: Scene): string[] {
  if (button === null || !button.isEnabled) return [];
  return ['', '', `[${ROLL_KEY}]`, ...button.label.split(' ')];
}
