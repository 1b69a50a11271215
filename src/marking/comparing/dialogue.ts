/* A session as a terminal would have shown it: what a program printed, with the answers of its input in their places. */
import {typedText, visible} from '../results/visible.js';
import {answerTo, isWhole, promptEnds, rowEnds} from './rows.js';

/** How many bytes are shown of the start and of the end of what was printed. */
const SHOWN = 2048;

/** A longer row is shown only in part. */
const LONGEST_ROW = 400;

interface Answers {
  readonly prompt: string;
  /** The program's standard input. */
  readonly input: string;
}

/**
 * What was printed, as Latin-1 text, in lines of visible text; of much, its start and its end. `''` if it is nothing.
 */
export function shownDialogue(printed: string, answers: Answers): string {
  const end = printed === '' || isWhole(printed, answers.prompt) ? '' : ' (no newline at end)';
  if (printed.length <= 2 * SHOWN) return rowsOf(printed, 0, answers).join('\n') + end;
  // Whole lines, as long as there are some.
  const to = printed.lastIndexOf('\n', SHOWN) + 1 || SHOWN;
  const from = printed.indexOf('\n', printed.length - SHOWN) + 1 || printed.length - SHOWN;
  const rows = [
    ...rowsOf(printed.slice(0, to), 0, answers),
    `… ${from - to} more bytes`,
    ...rowsOf(printed.slice(from), promptsBefore(from, printed, answers.prompt), answers),
  ];
  return rows.join('\n') + end;
}

/** @param answered how many prompts came before the text */
function rowsOf(text: string, answered: number, {prompt, input}: Answers): string[] {
  const ends = new Set(promptEnds(text, prompt));
  let [number, from] = [answered, 0];
  return [...rowEnds(text, prompt)].map((end) => {
    const row = text.slice(from, end);
    from = end;
    const more = row.length - LONGEST_ROW;
    const shown = visible(row.slice(0, LONGEST_ROW)) + (more > 0 ? `…(${more} bytes)…` : '');
    if (!ends.has(end)) return shown;
    number += 1;
    return shown + typedText(answerTo(number, input));
  });
}

function promptsBefore(place: number, text: string, prompt: string): number {
  let count = 0;
  for (const end of promptEnds(text, prompt)) {
    if (end > place) break;
    count += 1;
  }
  return count;
}
