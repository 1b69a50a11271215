/*
 * A session as on a terminal, where a person types an answer and Enter after each prompt. Answers from a file are not
 * echoed, nor are their newlines, so rows are cut at prompts, too.
 */
import {linesOf, typedText, visible} from '../results/visible.js';

export interface Session {
  /** Texts printed before a line is read. An initial newline may be missing at the start. */
  readonly prompts: readonly string[];
  /** Lines of input, one for each prompt; null: unknown. */
  readonly answers: readonly string[] | null;
}

export const NO_SESSION: Session = {prompts: [], answers: null};

const USUAL_PROMPT = '\n> ';

interface Asking {
  readonly expected: Buffer;
  readonly input: Buffer;
  readonly prompts: readonly string[] | null;
}

const SESSIONS = new WeakMap<Asking, Session>();

/** Returns the session of a case, found once. */
export function sessionOf(one: Asking): Session {
  const session = SESSIONS.get(one) ?? sessionIn(one);
  SESSIONS.set(one, session);
  return session;
}

/** Takes the suite's prompts, or guesses them in the golden: then each but perhaps the last must have an answer. */
function sessionIn(one: Asking): Session {
  const golden = one.expected.toString('latin1');
  const answers = linesOf(one.input.toString('latin1'));
  if (one.prompts !== null) return {prompts: one.prompts, answers};
  const prompts = promptsIn(golden);
  const count = promptEnds(golden, prompts).length;
  return {prompts, answers: [0, 1].includes(count - answers.length) ? answers : null};
}

/** Matches the start of a line that is repeated at once, and a line that ends with a sign and a space. */
const WAITING = /^(?:(.{0,80}?[:?>] )\1|(.{0,160}[:?>] )$)/gm;

function promptsIn(golden: string): string[] {
  const found = [...golden.matchAll(WAITING)].flatMap(([, again, last]) =>
    again === undefined ? (last?.match(/[^:?>]*[:?>] /g) ?? []) : again,
  );
  return [USUAL_PROMPT, ...new Set(found.filter((prompt) => prompt !== '> '))];
}

export function promptEnds(text: string, prompts: readonly string[]): number[] {
  if (prompts.length === 0) return [];
  const quoted = prompts.map((prompt) =>
    prompt.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/^\n/, '(?<=^|\\n)'),
  );
  const pattern = new RegExp(quoted.join('|'), 'g');
  return [...text.matchAll(pattern)].map(({0: prompt, index}) => index + prompt.length);
}

export interface Row {
  /** With its newline, if any. */
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;
  /** Number of the prompt at the end, from 1. */
  readonly prompt: number | null;
}

/** Cuts a text after each newline and each prompt. */
export function* rowsOf(text: string, prompts: readonly string[]): Generator<Row> {
  const ends = promptEnds(text, prompts);
  let number = 0;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    if (line <= start) line = text.indexOf('\n', start) + 1 || text.length;
    const prompt = ends[number] ?? Number.POSITIVE_INFINITY;
    if (prompt <= line) number += 1;
    const end = Math.min(prompt, line);
    yield {text: text.slice(start, end), start, prompt: prompt <= line ? number : null};
    start = end;
  }
}

function isWhole({text, prompt}: Row): boolean {
  return prompt !== null || text.endsWith('\n');
}

/** Max bytes shown of a row, and of an answer. */
const LONGEST_ROW = 400;
const LONGEST_ANSWER = 80;

/** Returns the answer after a row as visible text, `''` at the end of the input; null: none is known. */
export function answerTo({prompt}: Pick<Row, 'prompt'>, {answers}: Session): string | null {
  return prompt === null || answers === null ? null : shortened(answers[prompt - 1] ?? '', LONGEST_ANSWER);
}

/** Returns a prompt's question: its own line, as in `Your name: `; for `> `, the first line of the paragraph above. */
export function questionIn(printed: string): string {
  const own = printed.trimEnd().lastIndexOf('\n') + 1;
  const sign = printed.slice(own).trim();
  if (/[A-Za-z\d\x80-\xff]/.test(sign)) return sign;
  const paragraph = printed.slice(0, own).trimEnd().split(/\n\n+/).at(-1) ?? '';
  return paragraph.split('\n').find((line) => line !== '') ?? sign;
}

/** Max bytes shown of the start and of the end of an output. */
const SHOWN = 2048;

/** Returns an output with the answers as visible lines; of a long one, the start and the end. */
export function shownSession(printed: string, session: Session): string {
  const shown: string[] = [];
  let omitted = 0;
  for (const row of rowsOf(printed, session.prompts)) {
    const end = row.start + row.text.length;
    if (end > SHOWN && row.start > 0 && printed.length - row.start > SHOWN) {
      omitted += row.text.length;
      continue;
    }
    if (omitted > 0) shown.push(`… ${omitted} more bytes`);
    omitted = 0;
    const answer = answerTo(row, session);
    shown.push(shownRow(row, row.start) + (answer === null ? '' : typedText(answer)));
  }
  return shown.join('\n');
}

/** Returns a row as visible text around an offset in the whole text. */
export function shownRow(row: Row, place: number): string {
  return shortened(row.text, LONGEST_ROW, place - row.start) + (isWhole(row) ? '' : ' (no newline at end)');
}

/** Returns visible text of at most `most` bytes around a place. */
function shortened(text: string, most: number, place = 0): string {
  const from = text.length <= most ? 0 : Math.max(0, Math.min(place, text.length) - most / 2);
  const part = text.slice(from, from + most);
  const more = (bytes: number): string => (bytes > 0 ? `…(${bytes} bytes)…` : '');
  return more(from) + visible(part) + more(text.length - from - part.length);
}
