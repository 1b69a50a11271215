/* The scorecard on the screen: of all players if there is room, else of the current player. */
import {padEnd, widthOf} from '../../command-line/terminal.js';
import type {Scene} from '../../table/scene.js';
import {BEST} from '../../table/seen-advice.js';
import type {SeenCard, SeenCell, SeenColumn} from '../../table/seen-card.js';
import {flushRight, shortened} from '../text.js';
import {type Paint, painted, type Style} from './style.js';

/** Columns of a label in a tight place; the limits of a column of points. */
const LABELS = 19;
const NARROWEST = 6;
const NARROW = 8;
const WIDEST = 12;

/** Tests if the cards of all players fit. */
export function showsAll({columns}: SeenCard, width: number): boolean {
  return columns.every(({factor}) => factor === 1) && LABELS + NARROW * columns.length <= width;
}

/** A heading, and all rows. */
export function drawCard(scene: Scene, width: number, style: Style): string[] {
  const {card} = scene;
  const player = playerShown(scene);
  const isAll = showsAll(card, width);
  const shown = card.columns.flatMap((column, index) =>
    isAll || column.player === player ? [{...column, index}] : [],
  );
  const room = Math.floor((width - LABELS) / shown.length);
  const cell = Math.max(NARROWEST, Math.min(WIDEST, room));
  const seen = card.rows.flatMap(({cells}) => shown.flatMap(({index}) => cells[index] ?? []));
  const losses = roomForLosses(seen, cell);
  const longest = Math.max(...card.rows.map(({label}) => widthOf(label)));
  const labels = Math.min(width - cell * shown.length, longest + 1);
  const named = (name: string, isCurrent: boolean): string => `${isCurrent ? '>' : ''}${name}`;
  const heads = shown.map(({name, factor, isCurrent}) => {
    const head = isAll ? named(name, isCurrent) : shown.length > 1 ? factorOf(factor, style) : '';
    const text = flushRight('', shortened(head, cell - 2), cell - 1);
    return `${painted(text, isCurrent ? 'current' : null, style)} `;
  });
  const corner = isAll ? card.heading : named(shown[0]?.name ?? '', shown[0]?.isCurrent ?? false);
  return [
    padEnd(shortened(corner, labels - 1), labels) + heads.join(''),
    ...card.rows.map(
      ({label, cells}) =>
        padEnd(shortened(label, labels), labels) +
        shown.map(({index}) => drawCell(cells[index], cell, losses, style)).join(''),
    ),
  ];
}

/** `×2`. */
function factorOf(factor: SeenColumn['factor'], {isUnicode}: Style): string {
  return `${isUnicode ? '×' : 'x'}${factor}`;
}

/** Index of the current player, or of a winner. */
function playerShown({players}: Scene): number {
  const index = players.findIndex(({isCurrent, isWinner}) => isCurrent || isWinner);
  return Math.max(0, index);
}

/** Numbers stand below each other, with room for brackets around them: `[15]` may be chosen, `>15<` is at the cursor. */
function drawCell(cell: SeenCell | undefined, width: number, losses: LossRoom | null, style: Style): string {
  if (cell === undefined) return ' '.repeat(width);
  const box = bracketed(cell, width);
  const drawn = painted(box, paintOf(cell), style);
  if (losses === null || cell.loss === null) return flushed(drawn, width);
  const loss = painted(cell.loss, cell.loss === BEST ? 'best' : null, style);
  return flushed(`${loss} ${flushed(drawn, losses.box)}`, width);
}

/** Room for costs before the boxes, whose numbers stay where they are. */
interface LossRoom {
  /** Columns of a box behind its cost. */
  readonly box: number;
}

/** Returns null if some costs do not fit: boxes without a cost would look free. */
function roomForLosses(cells: readonly SeenCell[], width: number): LossRoom | null {
  const costing = cells.filter(({loss}) => loss !== null);
  const box = Math.max(...costing.map((cell) => widthOf(bracketed(cell, width))));
  const loss = Math.max(...costing.map((cell) => cell.loss?.length ?? 0));
  return loss + 1 + box <= width ? {box} : null;
}

/** `[15]` may be chosen, `>15<` is at the cursor, ` 15*` was filled last. */
function bracketed({kind, isAtCursor, isLast, text, progress}: SeenCell, width: number): string {
  const far = progress === null ? null : `${progress.missing} ${progress.toGo}`;
  const [left, right] = isAtCursor ? '><' : kind === 'choice' ? '[]' : isLast ? ' *' : '  ';
  const shown = kind === 'open' ? '.' : kind === 'barred' ? '--' : text;
  return far !== null && far.length < width ? `${far} ` : `${left}${shortened(shown, width - 2)}${right}`;
}

function flushed(text: string, width: number): string {
  return flushRight('', text, width);
}

function paintOf({kind, isAtCursor, isLast, isQuiet, preview}: SeenCell): Paint | null {
  if (isAtCursor) return 'cursor';
  if (isLast) return 'last';
  if (isQuiet || kind === 'barred') return 'quiet';
  return kind === 'choice' && preview !== null && preview.points + preview.bonus > 0 ? 'gain' : null;
}
