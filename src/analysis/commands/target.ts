/* The best chance to reach a total, with a bar of progress for people who wait for it. */
import type {Flag, Given} from '../../command-line/flags.js';
import type {RuleSet} from '../../rules/variants.js';
import type {Standing} from '../../solver/advice.js';
import {solveTarget, type Target, type TargetProgress} from '../../solver/target/target.js';

export const TARGET_FLAG: Flag = {
  name: 'target',
  takes: 'N',
  help: `also the best chance to reach a final score of N, when all that follows is played for it. With many open boxes
    this takes long: on a terminal a bar shows how far it is`,
};

/** The target that was asked for; null if none was. */
export function targetOf(given: Given, rules: RuleSet, standing: Standing): Target | null {
  const total = given.count('target', 1);
  if (total === null) return null;
  const show = process.stderr.isTTY
    ? progressBar(
        (text) => process.stderr.write(text),
        () => performance.now(),
      )
    : () => {};
  const solution = solveTarget(rules, standing, total);
  for (;;) {
    const next = solution.next();
    show(next.done === true ? null : next.value);
    if (next.done === true) return next.value;
  }
}

const WIDTH = 30;

/** In milliseconds: what is over by then needs no bar, and how often it is drawn. */
const PATIENCE = 1000;
const EVERY = 100;

/** Draws a bar for what takes longer, on a line of its own; null wipes it out. */
export function progressBar(
  write: (text: string) => void,
  now: () => number,
): (progress: TargetProgress | null) => void {
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

/** `[#########                     ]  30 %, about 12 s more`; time in milliseconds. */
export function progressInWords({done, questions}: TargetProgress, time: number): string {
  const part = questions === 0 ? 1 : done / questions;
  const bar = '#'.repeat(Math.floor(WIDTH * part)).padEnd(WIDTH);
  const left = part === 0 ? '' : `, about ${Math.ceil(((1 - part) / part) * (time / 1000))} s more`;
  return `[${bar}] ${`${Math.floor(100 * part)}`.padStart(3)} %${left}`;
}
