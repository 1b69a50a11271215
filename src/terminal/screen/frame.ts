/* A scene as the lines of a screen: the card, beside it the dice, and at the foot the message and the keys. */
import {padEnd, widthOf, wrapWords} from '../../command-line/terminal.js';
import {BEST} from '../../game/format.js';
import type {CardView, CellView, ColumnView} from '../../table/card-view.js';
import {type KeyLine, ROLL_KEY} from '../../table/keys.js';
import {WORKING_OUT_END} from '../../table/messages.js';
import type {Scene} from '../../table/scene.js';
import {AGAIN, SCREEN} from '../messages.js';
import {fitted, flushRight, isTooSmall, type Size, shortened, WIDTH} from '../text.js';
import {drawPanel, PANEL_WIDTH} from './dice.js';
import {drawRace, type Ending} from './end-panel.js';
import {pagesOf} from './pager.js';
import {type Paint, painted, type Style} from './style.js';

/** Shown before other keys while the help or the list has more pages. */
const moreOf = ({help}: Scene): KeyLine => ({
  keys: ROLL_KEY,
  does: help === null ? 'the rest of the list' : 'the rest of the help',
});

/** Columns of a label in a tight place; the limits of a column of points. */
const LABELS = 19;
const NARROWEST = 6;
const NARROW = 8;
const WIDEST = 12;

/** Lines kept below the card: for the message, and at least one of keys. */
const FOOT = 3;

/** Isolates are left out, because some terminals draw each as a cell. */
const ISOLATES = /[\u2068\u2069]/g;

/** State of a screen that is not in the scene. */
export interface Beside {
  /** Page of the help or the list, from 0. */
  readonly part?: number;
  /** Once the game is over. */
  readonly ending?: Ending | null;
}

/** Draws a screen of exactly this size: as many lines as rows, each as wide as its columns. */
export function frameOf(
  scene: Scene,
  size: Size,
  style: Style,
  {part = 0, ending = null}: Beside = {},
): string[] {
  const {columns, rows} = size;
  const lines = linesOf(scene, size, style, {part, ending});
  return Array.from({length: rows}, (_, row) => padEnd(lines[row] ?? '', columns).replace(ISOLATES, ''));
}

/** Returns the number of pages of the help or the list; 0 if neither is open. */
export function partsOf(scene: Scene, size: Size): number {
  return pagesOf(scene, size).length;
}

function linesOf(scene: Scene, size: Size, style: Style, beside: Required<Beside>): string[] {
  if (isTooSmall(size))
    return SCREEN.tooSmall.split('\n').flatMap((line) => fitted(line, size.columns).split('\n'));
  const parts = pagesOf(scene, size);
  if (parts.length > 0) return readLines(scene, parts, size, style, beside.part);
  const body = besideCard(scene, size, style, beside);
  return [...body, ...footOf(scene, {...size, rows: size.rows - body.length}, style)];
}

/** The card, and the dice beside it. */
function besideCard(scene: Scene, {rows}: Size, style: Style, {ending}: Required<Beside>): string[] {
  const width = WIDTH - PANEL_WIDTH - 1;
  const columns = PANEL_WIDTH;
  const totals = showsAll(scene.card, width) ? [] : totalsOf(scene, style);
  const middle =
    ending === null
      ? [
          ...drawPanel(scene, style),
          ...wrapWords(totals, columns),
          ...said(scene.did ?? '', columns, null, style),
        ]
      : [
          ...drawRace(scene, ending.race, columns, style),
          '',
          ...(ending.verdicts ?? [WORKING_OUT_END]).flatMap((one) => said(one, columns, null, style)),
        ];
  const side = [painted(scene.status, 'current', style), momentIn(scene, style), ...middle];
  const card = spaced(drawCard(scene, width, style), rows - FOOT);
  const height = Math.min(rows - FOOT, Math.max(card.length, side.length));
  return Array.from({length: height}, (_, row) => `${padEnd(card[row] ?? '', width + 1)}${side[row] ?? ''}`);
}

/** Puts empty lines between lines, if there is room. */
function spaced(lines: readonly string[], rows: number): string[] {
  return 2 * lines.length <= rows ? lines.flatMap((line) => [line, '']) : [...lines];
}

/** Each player's total: `>Eric 24`. */
function totalsOf({players}: Scene, style: Style): string[] {
  return players.map(({name, total, isCurrent, isWinner}) => {
    const line = `${isCurrent ? '>' : isWinner ? '*' : ' '}${shortened(name, 8)} ${total}`;
    return painted(line, isCurrent ? 'current' : null, style);
  });
}

function momentIn({moment}: Scene, style: Style): string {
  if (moment === null) return '';
  const star = style.isUnicode ? '★' : '*';
  return painted(` ${star} ${moment.words.toUpperCase()} ${star} `, 'moment', style);
}

function said(text: string, columns: number, paint: Paint | null, style: Style): string[] {
  if (text === '') return [];
  return fitted(text, columns)
    .split('\n')
    .map((line) => painted(line, paint, style));
}

/** A page of help or choices, and below it the keys to go on. */
function readLines(
  scene: Scene,
  parts: readonly (readonly string[])[],
  size: Size,
  style: Style,
  part: number,
): string[] {
  const body = parts[Math.min(part, parts.length - 1)] ?? [];
  const isMore = part + 1 < parts.length;
  const keys = isMore ? [moreOf(scene), ...scene.keys] : scene.keys;
  const message = scene.tone === 'prompt' && scene.help !== null ? [] : messageOf(scene, size, style);
  const rows = size.rows - body.length - message.length;
  return [...body, ...message, ...keyLines({...scene, keys}, {...size, rows}, style)];
}

function messageOf({message, tone}: Scene, {columns, rows}: Size, style: Style): string[] {
  return said(message, columns, tone, style).slice(0, rows - 1);
}

/** The message and at least a line of keys; then what fits of the reasons. */
function footOf(scene: Scene, {columns, rows}: Size, style: Style): string[] {
  const message = messageOf(scene, {columns, rows}, style);
  const asked = scene.tone === 'end' ? [painted(AGAIN, 'question', style)] : [];
  const room = rows - message.length - asked.length - 1;
  const below: string[] = [];
  for (const reason of [...scene.reasons, ...scene.whys]) {
    const drawn = said(reason, columns, null, style);
    if (below.length + drawn.length <= room) below.push(...drawn);
  }
  const text = [...message, ...below, ...asked];
  const lines = [...text, ...keyLines(scene, {columns, rows: rows - text.length}, style)];
  return lines.length < rows ? ['', ...lines] : lines;
}

/** The keys that come first where there is no room for all. */
const FIRST: readonly string[] = [ROLL_KEY, 't', 'Enter', 'a', 'c', 'u', 'Arrows'];

/** Returns the lines of keys that fit. Help and leaving, the last two, always fit; the help lists all others. */
function keyLines({keys}: Scene, {columns, rows}: Size, style: Style): string[] {
  const textOf = (key: KeyLine): string => {
    const name = `[${key.keys}]`;
    return `${painted(name, 'key', style)} ${shortened(key.does, columns - name.length - 1)}`;
  };
  const rankOf = ({keys: names}: KeyLine): number =>
    FIRST.includes(names) ? FIRST.indexOf(names) : FIRST.length;
  const first = keys
    .slice(0, -2)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(textOf);
  const last = keys.slice(-2).map(textOf);
  const wrapped = (): string[] => wrapWords([...first, ...last], columns);
  while (wrapped().length > rows && first.length > 0) first.pop();
  return wrapped().slice(0, rows);
}

/* The scorecard: of all players if there is room, else of the current player. */

/** Tests if the cards of all players fit. */
function showsAll({columns}: CardView, width: number): boolean {
  return columns.every(({factor}) => factor === 1) && LABELS + NARROW * columns.length <= width;
}

/** A heading, and all rows. */
function drawCard(scene: Scene, width: number, style: Style): string[] {
  const {card} = scene;
  const player = playerShown(scene);
  const isAll = showsAll(card, width);
  const shown = card.columns.flatMap((column, index) =>
    isAll || column.player === player ? [{...column, index}] : [],
  );
  const cell = Math.max(NARROWEST, Math.min(WIDEST, Math.floor((width - LABELS) / shown.length)));
  // A box without its cost would look free: either all costs are shown, or none.
  const showsLosses = card.rows
    .flatMap(({cells}) => shown.flatMap(({index}) => cells[index] ?? []))
    .every((one) => widthOf(withLoss(one, bracketed(one, cell), style)) <= cell);
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
        shown.map(({index}) => drawCell(cells[index], cell, showsLosses, style)).join(''),
    ),
  ];
}

/** `×2`. */
function factorOf(factor: ColumnView['factor'], {isUnicode}: Style): string {
  return `${isUnicode ? '×' : 'x'}${factor}`;
}

/** Index of the current player, or of a winner. */
function playerShown({players}: Scene): number {
  const index = players.findIndex(({isCurrent, isWinner}) => isCurrent || isWinner);
  return Math.max(0, index);
}

/** Draws a box: numbers are aligned, with the cost of the box before them. */
function drawCell(cell: CellView | undefined, width: number, showsLoss: boolean, style: Style): string {
  if (cell === undefined) return ' '.repeat(width);
  const box = painted(bracketed(cell, width), paintOf(cell), style);
  return flushRight('', showsLoss ? withLoss(cell, box, style) : box, width);
}

function withLoss({loss}: CellView, box: string, style: Style): string {
  return loss === null ? box : `${painted(loss, loss === BEST ? 'best' : null, style)} ${box}`;
}

/** `[15]` may be chosen, `>15<` is at the cursor, ` 15*` was filled last. */
function bracketed({kind, isAtCursor, isLast, text, progress}: CellView, width: number): string {
  const toGo = progress === null ? null : `${progress.missing} ${progress.toGo}`;
  const [left, right] = isAtCursor ? '><' : kind === 'choice' ? '[]' : isLast ? ' *' : '  ';
  const shown = kind === 'open' ? '.' : kind === 'barred' ? '--' : text;
  return toGo !== null && toGo.length < width ? `${toGo} ` : `${left}${shortened(shown, width - 2)}${right}`;
}

function paintOf({kind, isAtCursor, isLast, isQuiet, preview}: CellView): Paint | null {
  if (isAtCursor) return 'cursor';
  if (isLast) return 'last';
  if (isQuiet || kind === 'barred') return 'quiet';
  return kind === 'choice' && preview !== null && preview.points + preview.bonus > 0 ? 'gain' : null;
}
