/* A scene as the lines of a screen: the card, the dice beside it, and below them the message and the keys. */
import {wrapWords} from '../../command-line/wrap.js';
import type {KeyLine} from '../../table/keys.js';
import type {Scene} from '../../table/scene.js';
import {fitted, isTooSmall, padEnd, type Size, SMALLEST, shortened, WIDTH, widthOf} from '../drawing/text.js';
import {drawCard, showsAll} from './card.js';
import {drawPanel, drawTotals, PANELS} from './dice.js';
import {type Paint, painted, type Style} from './style.js';

/** How many lines are kept below the card: for the message, and at least one of keys. */
const FOOT = {wide: 3, narrow: 4} as const;

/**
 * A screen of exactly this size: as many lines as it has rows, each as wide as its columns. One that is too small says
 * so.
 *
 * @param tick which picture of a rolling die to show, from 0
 */
export function frameOf(scene: Scene, size: Size, style: Style, tick = 0): string[] {
  const {columns, rows} = size;
  const lines = isTooSmall(size) ? tooSmall(size) : linesOf(scene, size, style, tick);
  return Array.from({length: rows}, (_, row) => padEnd(lines[row] ?? '', columns));
}

function tooSmall({columns}: Size): string[] {
  const {columns: least, rows} = SMALLEST;
  return fitted(`This window is too small: the game needs ${least} columns and ${rows} rows.`, columns).split(
    '\n',
  );
}

function linesOf(scene: Scene, {columns, rows}: Size, style: Style, tick: number): string[] {
  const isWide = columns >= WIDTH;
  const shape = isWide ? 'wide' : 'narrow';
  // The wide panel says the status itself.
  const top = isWide ? [] : [painted(shortened(scene.status, columns), 'current', style)];
  const most = rows - top.length - FOOT[shape];
  const body =
    scene.help === null
      ? bodyOf(scene, isWide, {columns: isWide ? WIDTH : columns, rows: most}, style, tick)
      : helpOf(scene.help, {columns, rows: most});
  return [...top, ...body, ...footOf(scene, {columns, rows: rows - top.length - body.length}, style)];
}

/** The card, and the dice beside it. */
function bodyOf(scene: Scene, isWide: boolean, {columns, rows}: Size, style: Style, tick: number): string[] {
  const {card} = scene;
  const panel = PANELS[isWide ? 'wide' : 'narrow'];
  const width = columns - panel.columns - (isWide ? 1 : 0);
  const totals = showsAll(card, width) ? [] : drawTotals(scene, isWide, style);
  const side = [...drawPanel(scene, isWide, style, tick), ...totals];
  const height = Math.min(rows, Math.max(card.rows.length + 1, side.length));
  const lines = drawCard(scene, {columns: width, rows: height}, style);
  return Array.from(
    {length: height},
    (_, row) => `${padEnd(lines[row] ?? '', columns - panel.columns)}${side[row] ?? ''}`,
  );
}

function helpOf({keys, notes}: NonNullable<Scene['help']>, {columns, rows}: Size): string[] {
  const indent = Math.max(...keys.map((key) => key.keys.length)) + 2;
  const lines = keys.flatMap((key) =>
    fitted(key.does, columns - indent)
      .split('\n')
      .map((line, index) => `${(index === 0 ? key.keys : '').padEnd(indent)}${line}`),
  );
  return [...lines, '', ...notes.flatMap((note) => fitted(note, columns).split('\n'))].slice(0, rows);
}

/** The message first; then what fits of the rest, of which a line of keys comes before the reasons. */
function footOf(scene: Scene, {columns, rows}: Size, style: Style): string[] {
  const said = (text: string, paint: Paint | null): string[] =>
    fitted(text, columns)
      .split('\n')
      .map((line) => painted(line, paint, style));
  const message = said(scene.message, scene.tone).slice(0, rows - 1);
  const reasons = scene.reasons.flatMap((reason) => said(reason, null)).slice(0, rows - message.length - 1);
  const keys = keyLines(scene, {columns, rows: rows - message.length - reasons.length}, style);
  const lines = [...message, ...reasons, ...keys];
  return lines.length < rows ? ['', ...lines] : lines;
}

/** The keys that fit, the button's first. The last two always do, help and leaving: the help has those that are left out. */
function keyLines({keys, button}: Scene, {columns, rows}: Size, style: Style): string[] {
  const textOf = (key: KeyLine): string => shortened(`[${key.keys}] ${key.does}`, columns);
  const isButton = ({does}: KeyLine): boolean => does === button?.does;
  const first = [...keys.filter(isButton), ...keys.slice(0, -2).filter((key) => !isButton(key))].map(textOf);
  const last = keys.slice(-2).map(textOf);
  const wrapped = (): string[] => wrapWords([...first, ...last], columns, widthOf);
  while (wrapped().length > rows && first.length > 0) first.pop();
  return wrapped().map((line) => line.replace(/\[[^\]]+\]/g, (key) => painted(key, 'key', style)));
}
