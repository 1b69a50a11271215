/* How far a run is, in one line of the terminal that makes room for whatever else is said. */
import {progressLine, timeLeft} from '../../../command-line/terminal.js';
import type {Listener} from '../../run/events.js';

export function progressBar(isQuiet: boolean): Listener {
  if (isQuiet || process.stderr.isTTY !== true) return () => {};
  let [shown, done, total, reused] = ['', 0, 0, 0];
  let leftAfter = timeLeft(performance.now());
  return (event) => {
    if (event.event === 'started') {
      total = event.targets.length * event.cases.length;
      leftAfter = timeLeft(performance.now());
    }
    if (event.event === 'case') {
      done += 1;
      // What is known already takes no time, and says nothing of the rest.
      if (event.reused !== null) reused += 1;
    }
    const bar = progressLine(done, total, leftAfter(done - reused, total - done, performance.now()));
    // At the end, it is erased to make room for the report.
    const isOver = done === total || event.event === 'ended';
    const next = (isOver ? '' : done === 0 ? shown : bar).padEnd(shown.length);
    if (next !== shown) process.stderr.write(isOver ? `\r${next}\r` : `\r${next}`);
    shown = next;
  };
}
