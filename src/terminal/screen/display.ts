/* The terminal while a game is played on it: it shows frames, and is given back as it was, whatever ends the game. */
import type {Size} from '../text.js';

/** The alternate buffer, marks around what is pasted, and no cursor; and back (xterm's control sequences). */
const ENTER = '\x1b[?1049h\x1b[?2004h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?2004l\x1b[?1049l';
const CLEAR = '\x1b[2J';

/** @param redraw draws the whole screen when the terminal shows something else */
export function openDisplay(redraw: () => void) {
  const {stdin, stdout} = process;
  let drawn: readonly string[] = [];
  let isOpen = false;
  let isClosed = false;
  const clear = (): void => {
    drawn = [];
    stdout.write(CLEAR);
  };
  const enter = (): void => {
    // Node caches the mode: only a change reaches a terminal that another program has reset.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    isOpen = true;
    stdout.write(ENTER);
    clear();
  };
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stdout.write(LEAVE);
    stdin.setRawMode(false);
  };
  const resized = (): void => {
    clear();
    redraw();
  };
  const suspend = (): void => {
    leave();
    process.off('SIGTSTP', suspend);
    process.kill(process.pid, 'SIGTSTP');
    // Runs after `fg`, or at once: the kernel does not stop an orphaned process group.
    setImmediate(resume);
  };
  const resume = (): void => {
    if (isClosed) return;
    process.off('SIGTSTP', suspend).on('SIGTSTP', suspend);
    enter();
    redraw();
  };
  stdout.on('resize', resized);
  process.on('SIGTSTP', suspend).on('SIGCONT', resume).on('uncaughtExceptionMonitor', leave);
  enter();
  return {
    size: (): Size => {
      const [columns, rows] = stdout.getWindowSize();
      return {columns, rows};
    },
    /** Writes the lines that changed, all at once. */
    draw: (frame: readonly string[]): void => {
      if (!isOpen) return;
      const changed = frame.map((line, row) => (line === drawn[row] ? '' : `\x1b[${row + 1};1H${line}`));
      drawn = frame;
      stdout.write(changed.join(''));
    },
    close: (): void => {
      isClosed = true;
      leave();
      stdout.off('resize', resized);
      process.off('SIGTSTP', suspend).off('SIGCONT', resume).off('uncaughtExceptionMonitor', leave);
    },
  };
}
