/* A scene as the lines of a screen: the card, beside it the dice, and at the foot the message and the keys. */
import {padEnd, widthOf, wrapWords} from '../../command-line/terminal.js';
import type {KeyLine} from '../../table/keys.js';
import type {Scene} from '../../table/scene.js';
import {AGAIN, SCREEN} from '../messages.js';
import {fitted, isTooSmall, type Size, shortened, WIDTH} from '../text.js';
import {drawCard, showsAll} from './card-panel.js';
import {drawPanel, PANEL_WIDTH} from './dice.js';
import {drawRace, type Ending, verdictsIn} from './end-panel.js';
import {readingOf} from './reading.js';
import {type Paint, painted, type Style} from './style.js';

/** The first key while more of the help, or of the list of choices, is to come. */
const moreOf = ({help}: Scene): KeyLine => ({
  keys: 'Space',
  does: help === null ? 'the rest of the list' : 'the rest of the help',
});

/** Lines kept below the card: for the message, and at least one of keys. */
const FOOT = 3;

/** Changing parts of a screen that are not in the scene. */
export interface Moving {
  /** Picture of a rolling die, or part of the help or of the list, from 0. */
  readonly tick?: number;
  /** Once the game is over. */
  readonly ending?: Ending | null;
}

/** A screen of exactly this size: as many lines as it has rows, each as wide as its columns. */
export function frameOf(
  scene: Scene,
  size: Size,
  style: Style,
  {tick = 0, ending = null}: Moving = {},
): string[] {
  const {columns, rows} = size;
  const lines = linesOf(scene, size, style, {tick, ending});
  return Array.from({length: rows}, (_, row) => padEnd(lines[row] ?? '', columns));
}

/** In how many parts a screen of this size shows what is to be read in place of the game; 0 if nothing is. */
export function partsOf(scene: Scene, size: Size): number {
  return readingOf(scene, size).length;
}

function linesOf(scene: Scene, size: Size, style: Style, moving: Required<Moving>): string[] {
  if (isTooSmall(size)) return fitted(SCREEN.tooSmall, size.columns).split('\n');
  const parts = readingOf(scene, size);
  if (parts.length > 0) return readLines(scene, parts, size, style, moving.tick);
  const body = besideCard(scene, size, style, moving);
  return [...body, ...footOf(scene, {...size, rows: size.rows - body.length}, style)];
}

/** The card, and the dice beside it. */
function besideCard(scene: Scene, {rows}: Size, style: Style, {tick, ending}: Required<Moving>): string[] {
  const width = WIDTH - PANEL_WIDTH - 1;
  const columns = PANEL_WIDTH;
  const totals = showsAll(scene.card, width) ? [] : totalsOf(scene, style);
  const middle =
    ending === null
      ? [
          ...drawPanel(scene, style, tick),
          ...wrapWords(totals, columns, widthOf),
          ...said(scene.did ?? '', columns, null, style),
        ]
      : [
          ...drawRace(scene, ending.race, columns, style),
          '',
          ...verdictsIn(ending).flatMap((one) => said(one, columns, null, style)),
        ];
  // `Round 10 of 13, no rolls left` would not fit.
  const status = scene.status.replace(' of ', '/');
  const side = [painted(status, 'current', style), momentLines(scene, style)[0] ?? '', ...middle];
  const card = spaced(drawCard(scene, width, style), rows - FOOT);
  const height = Math.min(rows - FOOT, Math.max(card.length, side.length));
  return Array.from({length: height}, (_, row) => `${padEnd(card[row] ?? '', width + 1)}${side[row] ?? ''}`);
}

/** Lines with empty ones between them, if there is room. */
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

/** The celebration of the last roll or placement. */
function momentLines({moment}: Scene, style: Style): string[] {
  if (moment === null) return [];
  const star = style.isUnicode ? '★' : '*';
  return [painted(` ${star} ${moment.words.toUpperCase()} ${star} `, 'moment', style)];
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
  tick: number,
): string[] {
  const body = parts[Math.min(tick, parts.length - 1)] ?? [];
  const isMore = tick + 1 < parts.length;
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
  for (const reason of scene.reasons) {
    const drawn = said(reason, columns, null, style);
    if (below.length + drawn.length <= room) below.push(...drawn);
  }
  const text = [...message, ...below, ...asked];
  const lines = [...text, ...keyLines(scene, {columns, rows: rows - text.length}, style)];
  return lines.length < rows ? ['', ...lines] : lines;
}

/** The keys that come first where there is no room for all, behind that of the button. */
const FIRST: readonly string[] = ['t', 'Enter', 'a', 'c', 'u', 'Arrows'];

/** The keys that fit. The last two always do, help and leaving: the help has those that are left out. */
function keyLines({keys, button}: Scene, {columns, rows}: Size, style: Style): string[] {
  const textOf = (key: KeyLine): string => shortened(`[${key.keys}] ${key.does}`, columns);
  const rankOf = (key: KeyLine): number =>
    key.does === button?.does ? -1 : FIRST.includes(key.keys) ? FIRST.indexOf(key.keys) : FIRST.length;
  const first = keys
    .slice(0, -2)
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(textOf);
  const last = keys.slice(-2).map(textOf);
  const wrapped = (): string[] => wrapWords([...first, ...last], columns, widthOf);
  while (wrapped().length > rows && first.length > 0) first.pop();
  return wrapped()
    .slice(0, rows)
    .map((line) => line.replace(/\[[^\]]+\]/g, (key) => painted(key, 'key', style)));
}
