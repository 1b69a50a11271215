/*
 * Inputs made from those of a suite by a few changes, of the kinds that find mistakes in programs that read text. `pick`
 * decides everything, so the same numbers give the same input.
 */
import {createHash} from 'node:crypto';
import {linesOf} from '../marking/results/visible.js';

/** Returns a whole number from 0 to one less than `below`. */
export type Pick = (below: number) => number;

/** Max changes of an input: with more, nobody sees which one matters. */
const MOST_CHANGES = 3;

/** Lengths near the sizes of typical line buffers. */
const LENGTHS = [100, 256, 1000, 4096, 65_536];

/** White space that programs rarely expect. The last is a no-break space in UTF-8. */
const ODD_SPACES = ['\t', '\v', '\f', '\r', '  ', '\xc2\xa0'];

/** Words that programs rarely expect. The last is a letter in UTF-8. */
const ODD_WORDS = ['0', '-1', '1e308', '1e-308', 'nan', '-', '.', 'x', '""', '%s', '0x10', '1,5', '\xc3\xa9'];

const TEXT = /^.*$/gs;
const LINE = /[^\n]*\n|[^\n]+$/g;
const WORD = /\S+/g;
const NUMBER = /-?\b\d{1,30}\b/g;
const PLACE = /(?=.)/gs;

type Change = (found: string, pick: Pick, others: readonly string[]) => string;

const changeNumber: Change = (digits, pick) => oneOf(insteadOf(BigInt(digits)), pick);

const CHANGES: readonly (readonly [where: RegExp, change: Change])[] = [
  // Lines: removed, doubled, rotated, joined with the next, taken from another input, blank.
  [LINE, () => ''],
  [LINE, (line) => line + line],
  [TEXT, (text, pick) => rotated(linesOf(text), pick).join('')],
  [LINE, (line) => line.replace(/\n$/, '')],
  [LINE, (line, pick, others) => oneOf([...linesOf(oneOf(others, pick)), ''], pick) + line],
  [LINE, (line) => `\n${line}`],
  // Words: removed, doubled, very long, replaced by a rarely expected one or by one of another input.
  [WORD, () => ''],
  [WORD, (word) => `${word} ${word}`],
  [WORD, (word, pick) => word.padEnd(LENGTHS[pick(LENGTHS.length)] ?? 1, word)],
  [WORD, (_, pick) => oneOf(ODD_WORDS, pick)],
  [WORD, (_, pick, others) => oneOf([...(oneOf(others, pick).match(WORD) ?? []), ''], pick)],
  // Numbers, more often than anything else.
  [NUMBER, changeNumber],
  [NUMBER, changeNumber],
  [NUMBER, changeNumber],
  // White space and line ends, and bytes that are not text.
  [TEXT, (text) => `${text}\n`],
  [TEXT, (text) => text.replace(/(?<=\S) (?=\S)/g, '  ')],
  [TEXT, (text) => text.replaceAll('\n', '\r\n')],
  [/ /g, (_, pick) => oneOf(ODD_SPACES, pick)],
  [PLACE, () => '\0'],
  [PLACE, (_, pick) => String.fromCharCode(pick(256))],
];

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
    const [where, change] = CHANGES[pick(CHANGES.length)] ?? [TEXT, () => changed];
    const all = [...changed.matchAll(where)];
    const {0: found = '', index = 0} = all[pick(all.length)] ?? {};
    if (all.length > 0)
      changed = changed.slice(0, index) + change(found, pick, others) + changed.slice(index + found.length);
  }
  return text.endsWith('\n') && !changed.endsWith('\n') ? `${changed}\n` : changed;
}

/** Returns the start of a text, at most all but its last byte. */
export function cutOff(text: string, pick: Pick): string {
  return text.slice(0, pick(Math.max(1, text.length)));
}

/** Returns numbers near the limits, and those that 8, 16, 32 or 64 bits cannot tell from this one. */
function insteadOf(number: bigint): readonly string[] {
  const whole = [0n, -1n, -number, number + 1n, number - 1n, 2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n) - 1n];
  const wrapped = [8n, 16n, 32n, 64n].map((bits) => 2n ** bits + number);
  const odd = ['1e308', `0${number}`, `+${number}`, `${number}.0`, `${number}.5`, `${number}x`];
  return [...[...whole, ...wrapped].map(String), ...odd];
}

function rotated(lines: readonly string[], pick: Pick): readonly string[] {
  const at = pick(lines.length);
  return [...lines.slice(at), ...lines.slice(0, at)];
}

/** @throws RangeError if there are no items */
export function oneOf<T>(items: readonly T[], pick: Pick): T {
  const one = items[pick(items.length)];
  if (one === undefined) throw new RangeError('nothing to pick from');
  return one;
}
