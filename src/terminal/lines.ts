/* Plays line by line: reads standard input, and prints what the dialogue answers. */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {complain} from '../command-line/user-error.js';
import {Driver} from '../table/driver.js';
import {type Step, step, tell} from './dialogue/dialogue.js';
import type {Leave, Seat} from './screen/screen.js';
import {type Asking, askAgain} from './setup.js';

/** Typed lines, each without its end. */
export type Lines = AsyncGenerator<string, void>;

/** Max characters of a line: more is cut and refused, so that no input fills the memory. */
const LONGEST_LINE = 1000;

export function typedLines(): Lines {
  const {stdin} = process;
  return linesOf(stdin.iterator({destroyOnReturn: false}), stdin.isTTY);
}

/**
 * Yields the lines of some UTF-8 without their ends (`\n`, `\r\n`). Bytes that are not UTF-8 become U+FFFD.
 *
 * @param isTyped the last line counts only with its end: on a terminal Ctrl-D cuts off what was being typed
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, isTyped = false): Lines {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, {stream: true})).split('\n');
    rest = cut(lines.pop() ?? '');
    yield* lines.map(withoutEnd);
  }
  rest += decoder.decode();
  if (rest !== '' && !isTyped) yield withoutEnd(rest);
}

function withoutEnd(line: string): string {
  return cut(line.endsWith('\r') ? line.slice(0, -1) : line);
}

function cut(line: string): string {
  // No answer has this character, so the cut line cannot be one.
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** Asks question after question. Returns what they lead to, or 'end' at the end of the input. */
export async function askAll<T>(asking: Asking<T>, lines: Lines): Promise<T | null | 'end'> {
  let next = asking.next();
  while (!next.done) {
    process.stdout.write(next.value);
    const line = await lines.next();
    if (line.done) return 'end';
    next = asking.next(line.value);
  }
  return next.value;
}

/** Plays line by line, until the game is over or left, the input ends, or nobody sees the output. */
export async function playByLines(
  begun: Step,
  lines: Lines,
  {advisor: {adviceOn, nextAction}, clock, onChange, isSafe}: Seat,
  isUnseen: () => boolean,
): Promise<Leave | 'over'> {
  let {dialogue} = begun;
  const say = (next: Step): void => {
    ({dialogue} = next);
    const complaint = onChange(dialogue.table);
    if (complaint !== null) complain(complaint);
    process.stdout.write(next.output);
  };
  say(begun);
  const driver = new Driver(dialogue.table, {
    // A later chance to win would be printed into the line being typed.
    advisor: {adviceOn, nextAction},
    clock,
    show: ({table}) => {
      if (table !== dialogue.table) say(tell(dialogue, table));
    },
    leave: () => {},
  });
  try {
    for (;;) {
      await driver.settled();
      // A failure of standard output is reported one turn later.
      await nextTurn();
      if (dialogue.isLeft || isUnseen()) return dialogue.table.played.game.phase === 'over' ? 'over' : 'quit';
      const line = await lines.next();
      if (line.done) return 'end';
      say(step(dialogue, line.value, isSafe()));
      driver.goOn(dialogue.table);
    }
  } finally {
    driver.stop();
  }
}

/** Asks for another game. */
export async function wantsAgain(lines: Lines): Promise<boolean> {
  const answer = await askAll(askAgain(), lines);
  if (answer === 'end') process.stdout.write('\n');
  return answer !== 'end' && answer?.goesOn === true;
}
