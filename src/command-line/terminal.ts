/* Terminal output: colours, the width of texts, progress. */
import stringWidth from 'fast-string-width';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns null if the environment asks for nothing. As in Node, `FORCE_COLOR` wins over `NO_COLOR`, and
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
  return stringWidth(text.normalize('NFC'));
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Aligns the cells of a table, two spaces apart. Returns its lines, without spaces at their ends. */
export function aligned(table: readonly (readonly string[])[]): string[] {
  const [head = []] = table;
  const widths = head.map((_, column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  return table.map((row) =>
    row
      .map((cell, column) => padEnd(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Wraps a text at its spaces. Only a line of a single word is longer than `width` characters. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(/\s+/), width);
}

export function wrapWords(
  words: readonly string[],
  width: number,
  widthOf: (text: string) => number = ({length}) => length,
): string[] {
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
  readonly step: () => void;
  readonly erase: () => void;
}

/** Draws progress in one line of a terminal, and erases it at the end, to make room for the report. */
export function progressBar(
  stream: Pick<NodeJS.WriteStream, 'write'>,
  total: number,
  now: () => number = performance.now.bind(performance),
): ProgressBar {
  let [shown, done] = ['', 0];
  const start = now();
  const draw = (next: string): void => {
    if (next === shown) return;
    stream.write(`\r${next.padEnd(shown.length)}${next === '' ? '\r' : ''}`);
    shown = next;
  };
  return {
    step: () => {
      done += 1;
      const elapsed = now() - start;
      const isGuess = elapsed < MIN_TIME || done < MIN_DONE;
      const left = isGuess ? '' : `, about ${formatDuration((elapsed / done) * (total - done))} left`;
      const filled = Math.floor((BAR_WIDTH * done) / total);
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${total}`;
      draw(done === total ? '' : bar + left);
    },
    erase: () => draw(''),
  };
}

const BAR_WIDTH = 40;

/** Milliseconds and items before which an estimate would be a guess. */
const [MIN_TIME, MIN_DONE] = [3000, 3];

/** Rounds up to `35 s`, `4 min` or `2 h 10 min`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.max(5, 5 * Math.ceil(milliseconds / 5000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
