/* How far a run is, in one line of the terminal that makes room for whatever else is said. */
import {progressLine, timeLeft} from '../../../command-line/terminal.js';

export interface ProgressBar {
  /** One more case has its verdict. */
  readonly step: () => void;
  readonly erase: () => void;
}

export function progressBar(isQuiet: boolean, total: number): ProgressBar {
  if (isQuiet || process.stderr.isTTY !== true) return {step: () => {}, erase: () => {}};
  let [shown, done] = ['', 0];
  const leftAfter = timeLeft(performance.now());
  const draw = (next: string): void => {
    if (next === shown) return;
    process.stderr.write(`\r${next.padEnd(shown.length)}${next === '' ? '\r' : ''}`);
    shown = next;
  };
  return {
    step: () => {
      done += 1;
      const left = leftAfter(done, total - done, performance.now());
      // Erased at the end, to make room for the report.
      draw(done === total ? '' : progressLine(done, total, left));
    },
    erase: () => draw(''),
  };
}
