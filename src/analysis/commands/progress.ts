/* Progress of a solution, for people who wait at a terminal. */
import type {Progress} from '../../solver/solver.js';

/** In milliseconds: what is over by then shows nothing. */
const PATIENCE = 1000;

/** Does some work. At a terminal, shows the part that is done if it takes long. */
export function withProgress<Result>(work: (onProgress: (progress: Progress) => void) => Result): Result {
  const begun = performance.now();
  let shown = '';
  const show = (text: string): void => {
    if (text === shown || !process.stderr.isTTY) return;
    process.stderr.write(`\r${text}\x1b[K`);
    shown = text;
  };
  const result = work(({done, questions}) => {
    if (performance.now() - begun > PATIENCE) show(`solving: ${Math.floor((100 * done) / questions)}%`);
  });
  show('');
  return result;
}
