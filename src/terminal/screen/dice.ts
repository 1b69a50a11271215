/* The dice on the screen, with pips, or small where there is no room for them. */
import {padEnd} from '../../command-line/columns.js';
import {ROLL_KEY} from '../../table/keys.js';
import type {Scene, SeenDie} from '../../table/scene.js';
import {BEST} from '../../table/seen-advice.js';
import {SPOTS} from '../drawing/dice.js';
import {flushRight, shortened} from '../drawing/text.js';
import {painted, type Style} from './style.js';

/** How wide the panel of the dice is, and how high without what stands below them. */
export const PANELS = {wide: {columns: 27, rows: 16}, narrow: {columns: 13, rows: 15}} as const;

/** Corners, edges and sides of a die; one that is marked has others. */
const FRAMES = {
  unicode: {
    plain: ['┌', '┐', '└', '┘', '─', '│'],
    marked: ['╔', '╗', '╚', '╝', '═', '║'],
    glyph: '▲',
    best: '◆',
    pip: '●',
  },
  ascii: {
    plain: ['+', '+', '+', '+', '-', '|'],
    marked: ['#', '#', '#', '#', '=', '#'],
    glyph: '^',
    best: '*',
    pip: 'o',
  },
} as const;

/** The dice, each at its place, with the status above them where it is wide; one below the other where it is narrow. */
export function drawPanel(scene: Scene, isWide: boolean, style: Style, tick: number): string[] {
  const {dice} = scene;
  if (!isWide) return dice.flatMap((die) => drawSmall(die, style, tick));
  const cells = [...dice.map((die) => drawDie(die, style, tick)), drawButton(scene)];
  const row = (from: number): string[] =>
    Array.from({length: 7}, (_, line) =>
      cells
        .slice(from, from + 3)
        .map((cell) => padEnd(cell[line] ?? '', 9))
        .join(''),
    );
  return [painted(scene.status, 'current', style), '', ...row(0), ...row(3)];
}

/** Total by total, for the players whose cards are not shown. */
export function drawTotals({players}: Scene, isWide: boolean, style: Style): string[] {
  const totals = players.map(({name, total, isCurrent, isWinner}) => {
    const line = `${isCurrent ? '>' : isWinner ? '*' : ' '}${shortened(name, 7)}`;
    return painted(flushRight(line, `${total}`, 12), isCurrent ? 'current' : null, style);
  });
  if (!isWide) return totals;
  return totals.flatMap((text, index) => (index % 2 === 0 ? [`${text}  ${totals[index + 1] ?? ''}`] : []));
}

/** Seven lines: the place, and whether it is best kept; the die; the mark. */
function drawDie(die: SeenDie, style: Style, tick: number): string[] {
  const {plain, marked, pip} = FRAMES[style.isUnicode ? 'unicode' : 'ascii'];
  const [a, b, c, d, edge, side] = die.isMarked ? marked : plain;
  const face = faceOf(die, tick);
  const spots = face === null ? ['       ', die.isAwaited ? '   ?   ' : '       ', '       '] : SPOTS[face];
  const frame = [
    a + edge.repeat(5) + b,
    ...spots.map((line) => side + line.slice(1, -1).replaceAll('o', pip) + side),
    c + edge.repeat(5) + d,
  ];
  const paint = die.isMarked ? 'mark' : null;
  return [
    `  ${numberOf(die, style)}`,
    ...frame.map((line) => painted(line, paint, style)),
    markOf(die, style),
  ];
}

/** Three lines: the face, the place, and whether it is best kept; the mark. */
function drawSmall(die: SeenDie, style: Style, tick: number): string[] {
  const {plain, marked} = FRAMES[style.isUnicode ? 'unicode' : 'ascii'];
  const [a, b, c, d, edge, side] = die.isMarked ? marked : plain;
  const paint = die.isMarked ? 'mark' : null;
  const face = faceOf(die, tick) ?? (die.isAwaited ? '?' : ' ');
  return [
    painted(a + edge.repeat(3) + b, paint, style),
    `${painted(`${side} ${face} ${side}`, paint, style)}${numberOf(die, style)}`,
    painted(c + edge.repeat(3) + d, paint, style) + markOf(die, style),
  ];
}

/** The place of a die: `◆3 best` where the best choice keeps it. */
function numberOf({number, isBestKept}: SeenDie, style: Style): string {
  const {best} = FRAMES[style.isUnicode ? 'unicode' : 'ascii'];
  return isBestKept === true ? painted(`${best}${number} ${BEST}`, 'best', style) : ` ${number}`;
}

function markOf({isMarked, mark}: SeenDie, style: Style): string {
  const {glyph} = FRAMES[style.isUnicode ? 'unicode' : 'ascii'];
  return isMarked ? painted(`${glyph}${mark}`, 'mark', style) : '';
}

/** While a die rolls, another face at each tick. */
function faceOf({face, number, isRolling}: SeenDie, tick: number): SeenDie['face'] {
  const shown = ([1, 4, 6, 3, 5, 2] as const)[(tick + 2 * number) % 6];
  return isRolling ? (shown ?? null) : face;
}

/** At the sixth place, which no die has: the button, and its key. */
function drawButton({button}: Scene): string[] {
  if (button === null || !button.isEnabled) return [];
  return ['', '', `[${ROLL_KEY}]`, ...button.label.split(' ')];
}
