/*
 * Outputs as a terminal shows them. A line ends with its newline; a prompt ends a line too, because there the
 * person types an answer and Enter. From a file the answers leave no newlines, and all that a program says lies
 * behind its prompts in one line. Cut into rows, it is compared as it would be read.
 */
import type {PromptAnswer} from '../results/marks.js';
import {visible} from '../results/visible.js';

/** The end of each prompt. One that begins with a newline can also be the very first thing printed, without it. */
export function* promptEnds(text: string, prompt: string): Generator<number> {
  const bare = bareOf(prompt);
  if (bare === '') return;
  let end = bare !== prompt && text.startsWith(bare) ? bare.length : 0;
  if (end > 0) yield end;
  for (let at = text.indexOf(prompt, end); at !== -1; at = text.indexOf(prompt, end)) {
    end = at + prompt.length;
    yield end;
  }
}

/** The end of each row: after a newline, after a prompt, and at the end of the text. */
export function* rowEnds(text: string, prompt: string): Generator<number> {
  const prompts = promptEnds(text, prompt);
  let next = prompts.next();
  for (let end = 0; end < text.length; ) {
    const from = end;
    end = text.indexOf('\n', from) + 1 || text.length;
    while (next.done !== true && next.value <= from) next = prompts.next();
    if (next.done !== true) end = Math.min(end, next.value);
    yield end;
  }
}

/** Whether a row is one at whose end the program waits. */
export function isPrompt(row: string, prompt: string): boolean {
  const bare = bareOf(prompt);
  return bare !== '' && row.endsWith(bare);
}

/** Whether a row is complete. Only the last one of an output may not be. */
export function isWhole(row: string, prompt: string): boolean {
  return row.endsWith('\n') || isPrompt(row, prompt);
}

/** The last prompt that was complete at a place in the expected output, and the line of input that answered it. */
export function promptBefore(
  expected: string,
  place: number,
  {prompt, input}: {readonly prompt: string; readonly input: string},
): PromptAnswer | null {
  let [number, from, to] = [0, 0, 0];
  for (const end of promptEnds(expected, prompt)) {
    if (end > place) break;
    [number, from, to] = [number + 1, to, end];
  }
  if (number === 0) return null;
  const answer = lineNumbered(number, input);
  return {
    number,
    text: visible(asking(expected.slice(Math.max(from, to - LONGEST_QUESTION), to))),
    input: answer === '' ? null : visible(answer),
  };
}

/** How many bytes of an answer are shown in its place. */
const LONGEST_ANSWER = 80;

/** The line of input that answers a prompt, by its number from 1, as visible text; `''` if the input had ended. */
export function answerTo(number: number, input: string): string {
  const answer = lineNumbered(number, input);
  const more = answer.length - LONGEST_ANSWER;
  return visible(answer.slice(0, LONGEST_ANSWER)) + (more > 0 ? `…(${more} bytes)…` : '');
}

/** No question is longer than this; what a program prints before it may be. */
const LONGEST_QUESTION = 10_000;

/**
 * The line that asks, in what was printed from one prompt to the end of the next: the prompt's own if it has
 * words, as in `Your name: `. Of a mere sign such as `> ` it is the first line of the paragraph above.
 */
function asking(printed: string): string {
  const own = printed.trimEnd().lastIndexOf('\n') + 1;
  const sign = printed.slice(own).trim();
  if (/[A-Za-z\d\x80-\xff]/.test(sign)) return sign;
  const paragraph = printed.slice(0, own).trimEnd().split(/\n\n+/).at(-1) ?? '';
  return paragraph.split('\n').find((line) => line !== '') ?? sign;
}

/** A line with its newline, by its number from 1; empty if there is none. */
function lineNumbered(number: number, text: string): string {
  let from = 0;
  for (let line = 1; line < number && from < text.length; line += 1) {
    from = text.indexOf('\n', from) + 1 || text.length;
  }
  return text.slice(from, text.indexOf('\n', from) + 1 || text.length);
}

/** A prompt as it appears on its line. */
function bareOf(prompt: string): string {
  return prompt.replace(/^\n/, '');
}
