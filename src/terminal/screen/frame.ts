/* A scene as the lines of a screen: the card, the dice beside it, and below them the message and the keys. */
import {padEnd, widthOf, wrapWords} from '../../command-line/columns.js';
import type {KeyLine} from '../../table/keys.js';
import type {Scene} from '../../table/scene.js';
import type {SeenAdvice} from '../../table/seen-advice.js';
import {rankingLines} from '../drawing/advice-lines.js';
import {fitted, type Size, shortened, WIDTH} from '../drawing/text.js';
import {drawCard, showsAll} from './card-panel.js';
import {drawPanel, drawTotals, PANELS} from './dice.js';
import {type Paint, painted, type Style} from './style.js';

/** What stands before the other keys while a part of the help, or of the list of choices, is still to come. */
const moreOf = ({help}: Scene): KeyLine => ({
  keys: 'Space',
  does: help === null ? 'the rest of the list' : 'the rest of the help',
});

/** Between two columns of choices. */
const GAP = 4;

/** How many lines are kept below the card: for the message, and at least one of keys. */
const FOOT = {wide: 3, narrow: 4} as const;

/**
 * A screen of exactly this size, which is not too small: as many lines as it has rows, each as wide as its columns.
 *
 * @param tick which picture of a rolling die to show, or which part of the help or the list, from 0
 */
export function frameOf(scene: Scene, size: Size, style: Style, tick = 0): string[] {
  const {columns, rows} = size;
  const lines = linesOf(scene, size, style, tick);
  return Array.from({length: rows}, (_, row) => padEnd(lines[row] ?? '', columns));
}

/** In how many parts a screen of this size shows what is to be read in place of the card; 0 if nothing is. */
export function partsOf(scene: Scene, size: Size): number {
  return readingOf(scene, roomOf(size)).length;
}

/** What the card, or what is read in its place, has of a screen: between the status in the first line and what is below. */
function roomOf({columns, rows}: Size): Size {
  return columns >= WIDTH ? {columns, rows: rows - FOOT.wide} : {columns, rows: rows - 1 - FOOT.narrow};
}

function linesOf(scene: Scene, size: Size, style: Style, tick: number): string[] {
  const {columns, rows} = size;
  const isWide = columns >= WIDTH;
  // The wide panel says the status itself.
  const top = isWide ? [] : [painted(shortened(scene.status, columns), 'current', style)];
  const room = roomOf(size);
  const parts = readingOf(scene, room);
  const isMore = tick + 1 < parts.length;
  const body =
    parts.length === 0
      ? bodyOf(scene, isWide, {...room, columns: isWide ? WIDTH : columns}, style, tick)
      : (parts[Math.min(tick, parts.length - 1)] ?? []);
  const below = isMore ? {...scene, keys: [moreOf(scene), ...scene.keys]} : scene;
  return [...top, ...body, ...footOf(below, {columns, rows: rows - top.length - body.length}, style)];
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

/** What is read in place of the card, in parts that fit: the help, or all choices. */
function readingOf({help, isRanking, advice}: Scene, room: Size): string[][] {
  if (help !== null) return helpOf(help, room);
  return isRanking && advice !== null ? rankingOf(advice, room) : [];
}

/** All choices, best first: down the first column, and on in the next. */
function rankingOf({ranking, note}: SeenAdvice, {columns, rows}: Size): string[][] {
  const above = note === null ? [] : fitted(note, columns).split('\n');
  const height = rows - above.length;
  const lines = rankingLines(ranking);
  const width = Math.max(...lines.map(widthOf)) + GAP;
  const across = Math.max(1, Math.floor((columns + GAP) / width));
  const parts = Array.from({length: Math.ceil(lines.length / (height * across))}, (_, part) =>
    lines.slice(part * height * across, (part + 1) * height * across),
  );
  return parts.map((part) => [
    ...above,
    ...part.slice(0, height).map((_, row) =>
      part
        .filter((_, index) => index % height === row)
        .map((line) => padEnd(line, width))
        .join('')
        .trimEnd(),
    ),
  ]);
}

/** The help in parts that fit: none of what it says is cut, and the notes begin after an empty line. */
function helpOf({keys, notes}: NonNullable<Scene['help']>, {columns, rows}: Size): string[][] {
  const indent = Math.max(...keys.map((key) => key.keys.length)) + 2;
  const entries = keys.map((key) =>
    fitted(key.does, columns - indent)
      .split('\n')
      .map((line, index) => `${(index === 0 ? key.keys : '').padEnd(indent)}${line}`),
  );
  const paragraphs = notes.map((note) => fitted(note, columns).split('\n'));
  const parts: string[][] = [[]];
  for (const lines of [...entries, [''], ...paragraphs]) {
    const last = parts.at(-1) ?? [];
    if (last.length + lines.length <= rows) last.push(...lines);
    else parts.push(lines[0] === '' ? [] : lines);
  }
  return parts;
}

/** The message first; then what fits of the rest, of which a line of keys comes before the reasons. */
function footOf(scene: Scene, {columns, rows}: Size, style: Style): string[] {
  const said = (text: string, paint: Paint | null): string[] =>
    fitted(text, columns)
      .split('\n')
      .map((line) => painted(line, paint, style));
  const message = said(scene.message, scene.tone).slice(0, rows - 1);
  const note = scene.isRanking ? null : (scene.advice?.note ?? null);
  const reasons = [...scene.reasons, ...(note === null ? [] : [note])]
    .flatMap((reason) => said(reason, null))
    .slice(0, rows - message.length - 1);
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
