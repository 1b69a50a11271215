/* A bar of progress, for people who wait at a terminal. */
import type {Progress} from '../../solver/solver.js';

type Show = (progress: Progress | null) => void;

/** Does some work, and shows on the way how far it is; nothing where standard error is no terminal. */
export function withProgress<Result>(work: (onProgress: (progress: Progress) => void) => Result): Result {
  const show = showOnTerminal();
  const result = work(show);
  show(null);
  return result;
}

const WIDTH = 30;

/** In milliseconds: what is over by then needs no bar, and how often it is drawn. */
const PATIENCE = 1000;
const EVERY = 100;

/** The part that must be done before anybody can say how long the rest takes. */
const KNOWN = 0.01;

/** Draws a bar for what takes longer, on a line of its own; null wipes it out. */
export function progressBar(write: (text: string) => void, now: () => number): Show {
  const start = now();
  let drawn: number | null = null;
  return (progress) => {
    const time = now() - start;
    if (progress === null) {
      if (drawn !== null) write('\r\x1b[K');
    } else if (time >= (drawn === null ? PATIENCE : drawn + EVERY)) {
      write(`\r${progressInWords(progress, time)}\x1b[K`);
      drawn = time;
    }
  };
}

/** `[#########                     ]  30%, about 12 s more`; time in milliseconds. */
export function progressInWords({done, questions}: Progress, time: number): string {
  const part = questions === 0 ? 1 : done / questions;
  const bar = '#'.repeat(Math.floor(WIDTH * part)).padEnd(WIDTH);
  const left = part < KNOWN ? '' : `, about ${Math.ceil(((1 - part) / part) * (time / 1000))} s more`;
  return `[${bar}] ${`${Math.floor(100 * part)}`.padStart(3)}%${left}`;
}

function showOnTerminal(): Show {
  return process.stderr.isTTY
    ? progressBar(
        (text) => process.stderr.write(text),
        () => performance.now(),
      )
    : () => {};
}
