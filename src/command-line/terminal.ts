/* Terminal output: colours, the width of texts, progress. */
import stringWidth from 'fast-string-width';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns null if the environment states no preference. As in Node, `FORCE_COLOR` wins over `NO_COLOR`, and
 * `FORCE_COLOR=0` turns colours off.
 */
export function colourPreference({NO_COLOR: no = '', FORCE_COLOR: force = ''}: Environment): boolean | null {
  if (force !== '') return !['0', 'false'].includes(force);
  return no === '' ? null : false;
}

/** Terminals with colours, cursor movement and an alternate buffer. */
const CAPABLE =
  /^(alacritty|contour|cygwin|eterm|foot|ghostty|gnome|iterm2?|kitty|konsole|linux|mintty|mlterm|nsterm|putty|rxvt|screen|st|terminator|tmux|vte|wezterm|xterm)\b|-(\d+color|color|direct)$/i;

export function isCapable({TERM: terminal = ''}: Environment): boolean {
  return CAPABLE.test(terminal);
}

export function hasColour({isTTY}: {readonly isTTY?: boolean}, environment: Environment): boolean {
  return colourPreference(environment) ?? (isTTY === true && isCapable(environment));
}

/** Returns the columns taken on a terminal: two for 東, none for a combining accent or a colour. */
export function widthOf(text: string): number {
  // macOS splits 한 in file names into three letters, which fast-string-width would count one by one.
  // Isolates around right-to-left names take no column.
  return stringWidth(text.normalize('NFC').replace(/[\u2068\u2069]/g, ''));
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

type Table = readonly (readonly string[])[];

export function tableWidth(table: Table): number {
  return columnWidths(table).reduce((sum, width) => sum + 2 + width, -2);
}

function columnWidths(table: Table): number[] {
  const [head = []] = table;
  return head.map((_, column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
}

/** Min columns of the last cells of a table: narrower ones would be useless. */
const LEAST_WIDTH = 20;

export interface Alignment {
  /** Columns of the terminal; the last cells are cut to fit. */
  readonly width?: number;
  /** Number of right-aligned columns, the last ones. */
  readonly numbers?: number;
  readonly gap?: string;
}

/** Aligns the cells of a table. Returns its lines, without spaces at their ends. */
export function aligned(
  table: Table,
  {width = Number.POSITIVE_INFINITY, numbers = 0, gap = '  '}: Alignment = {},
): string[] {
  const widths = columnWidths(table);
  const last = widths.length - 1;
  const before = widths.slice(0, -1).reduce((sum, own) => sum + own + gap.length, 0);
  const rest = Math.max(LEAST_WIDTH, width - before);
  const fit = (cell: string, column: number): string => {
    const own = widths[column] ?? 0;
    if (column > last - numbers) return padStart(cell, own);
    return column === last ? cut(cell, rest) : padEnd(cell, own);
  };
  return table.map((row) => row.map(fit).join(gap).trimEnd());
}

/** Cuts a text at a space, but a single long word anywhere. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const [start = ''] = wrapWords(text.split(' '), width - 1);
  const characters = [...start].slice(0, width - 1);
  while (widthOf(characters.join('')) >= width) characters.pop();
  return `${characters.join('')}…`;
}

/** Wraps a text at its spaces. Only a line of a single word is wider than `width`. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(/\s+/), width);
}

export function wrapWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let columns = 0;
  for (const word of words) {
    const own = widthOf(word);
    const isFirst = lines.length === 0 || columns + 1 + own > width;
    columns = isFirst ? own : columns + 1 + own;
    if (isFirst) lines.push(word);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}

export interface ProgressBar {
  /** Counts a step. An item may have many. */
  readonly step: () => void;
  readonly finishItem: () => void;
  readonly erase: () => void;
}

/** Draws the progress of a long run on one line of a terminal. Erase it to make room for the report. */
export function progressBar(
  stream: Pick<NodeJS.WriteStream, 'write'>,
  {steps, items, noun}: {readonly steps: number; readonly items: number; readonly noun: string},
  now: () => number = performance.now.bind(performance),
): ProgressBar {
  let shown = '';
  let done = 0;
  let finished = 0;
  const start = now();
  const draw = (next: string): void => {
    if (next === shown) return;
    stream.write(`\r${next.padEnd(shown.length)}${next === '' ? '\r' : ''}`);
    shown = next;
  };
  const show = (): void => {
    const elapsed = now() - start;
    if (elapsed < LONG) return;
    const isGuess = done < MIN_DONE || done === steps;
    const left = isGuess ? '' : `, about ${formatDuration((elapsed / done) * (steps - done))} left`;
    const filled = Math.floor((BAR_WIDTH * done) / steps);
    const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
    draw(`[${bar}] ${finished} of ${items} ${noun}${items === 1 ? '' : 's'}${left}`);
  };
  const timer = setTimeout(show, LONG).unref();
  return {
    step: () => {
      done += 1;
      show();
    },
    finishItem: () => {
      finished += 1;
      show();
    },
    erase: () => {
      clearTimeout(timer);
      draw('');
    },
  };
}

const BAR_WIDTH = 24;

/** Milliseconds after which a run counts as long. */
const LONG = 2000;

/** Min steps done before an estimate is more than a guess. */
const MIN_DONE = 3;

/** Rounds up to `35 s`, `4 min` or `2 h 10 min`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.max(5, 5 * Math.ceil(milliseconds / 5000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
