/*
 * Inputs made from those of a suite: a few changes each, of the kinds that find mistakes in programs that read text.
 * Everything is decided by `pick`, so the same numbers give the same input.
 */
import {createHash} from 'node:crypto';
import {linesOf} from './shrinking.js';

/** Returns a whole number from 0 to one less than `below`. */
export type Pick = (below: number) => number;

/** Max changes of an input: more would hide which one matters. */
const MOST_CHANGES = 3;

/** Near the sizes of line buffers in typical programs. */
const LENGTHS = [100, 256, 1000, 4096, 65_536];

/** White space that programs rarely expect. The last is a no-break space in UTF-8. */
const ODD_SPACES = ['\t', '\v', '\f', '\r', '  ', '\xc2\xa0'];

/** Words that programs rarely expect. The last is a letter in UTF-8. */
const ODD_WORDS = ['0', '-1', '1e308', '1e-308', 'nan', '-', '.', 'x', '""', '%s', '0x10', '1,5', '\xc3\xa9'];

/** Returns the numbers of one input. They look random. */
export function pickFrom(seed: number, input: number): Pick {
  let calls = 0;
  return (below) => {
    calls += 1;
    return createHash('sha256').update(`${seed} ${input} ${calls}`).digest().readUInt32BE() % below;
  };
}

/** Returns a text with one to three changes. It ends with a newline if the original does. */
export function mutated(text: string, others: readonly string[], pick: Pick): string {
  let changed = text;
  for (let left = 1 + pick(MOST_CHANGES); left > 0; left -= 1) {
    changed = CHANGES[pick(CHANGES.length)]?.(changed, pick, others) ?? changed;
  }
  return text.endsWith('\n') && !changed.endsWith('\n') ? `${changed}\n` : changed;
}

/** Returns the start of a text: at most, all but its last byte. */
export function cutOff(text: string, pick: Pick): string {
  return text.slice(0, pick(Math.max(1, text.length)));
}

type Change = (text: string, pick: Pick, others: readonly string[]) => string;

const CHANGES: readonly Change[] = [
  // Lines: removed, doubled, all rotated, joined with the next, taken from another input, blank.
  onALine(() => ''),
  onALine((line) => line + line),
  (text, pick) => {
    const lines = linesOf(text);
    const at = pick(lines.length);
    return [...lines.slice(at), ...lines.slice(0, at)].join('');
  },
  onALine((line) => line.replace(/\n$/, '')),
  onALine((line, pick, others) => oneOf(linesOf(oneOf(others, pick)), pick) + line),
  onALine((line) => `\n${line}`),
  // Words: removed, doubled, very long, replaced by one that is often forgotten or by one of another input.
  onAWord(() => ''),
  onAWord((word) => `${word} ${word}`),
  onAWord((word, pick) => word.padEnd(LENGTHS[pick(LENGTHS.length)] ?? 1, word)),
  onAWord((_, pick) => oneOf(ODD_WORDS, pick)),
  onAWord((_, pick, others) => oneOf(oneOf(others, pick).match(/\S+/g) ?? [], pick)),
  // Numbers, more often than anything else.
  onANumber,
  onANumber,
  onANumber,
  // White space and line ends.
  (text) => `${text}\n`,
  (text) => text.replace(/(?<=\S) (?=\S)/g, '  '),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, pick) => changedAt(text, / /g, pick, () => oneOf(ODD_SPACES, pick)),
  // Bytes that are no text.
  (text, pick) => changedAt(text, /(?=.)/gs, pick, () => '\0'),
  (text, pick) => changedAt(text, /(?=.)/gs, pick, () => String.fromCharCode(pick(256))),
];

function onALine(change: Change): Change {
  return (text, pick, others) =>
    changedAt(text, /[^\n]*\n|[^\n]+$/g, pick, (line) => change(line, pick, others));
}

function onAWord(change: Change): Change {
  return (text, pick, others) => changedAt(text, /\S+/g, pick, (word) => change(word, pick, others));
}

function onANumber(text: string, pick: Pick): string {
  return changedAt(text, /-?\b\d{1,30}\b/g, pick, (digits) => oneOf(insteadOf(BigInt(digits)), pick));
}

/** Numbers near the limits, and those that a program with numbers of 8, 16, 32 or 64 bits takes for the same. */
function insteadOf(number: bigint): readonly string[] {
  const whole = [0n, -1n, -number, number + 1n, number - 1n, 2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n) - 1n];
  const wrapped = [8n, 16n, 32n, 64n].map((bits) => 2n ** bits + number);
  const odd = ['1e308', `0${number}`, `+${number}`, `${number}.0`, `${number}.5`, `${number}x`];
  return [...[...whole, ...wrapped].map(String), ...odd];
}

/** Changes one of the matches of a pattern. */
function changedAt(text: string, pattern: RegExp, pick: Pick, change: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  const one = found[pick(found.length)];
  if (one === undefined) return text;
  return text.slice(0, one.index) + change(one[0]) + text.slice(one.index + one[0].length);
}

function oneOf(texts: readonly string[], pick: Pick): string {
  return texts[pick(texts.length)] ?? '';
}
