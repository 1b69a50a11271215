/*
 * Inputs made from those of a suite: one or a few changes each, of the kinds that find mistakes in programs which read
 * text. Everything is decided by `pick`, so the same numbers give the same input.
 */

/** A whole number from 0 to one less than this. */
export type Pick = (below: number) => number;

/** At most so many changes of an input: more hide which one matters. */
const MOST_CHANGES = 3;

/** Near the sizes of line buffers in typical programs. */
const LONG = [100, 256, 1000, 4096, 65_536];

/** White space that programs rarely think of: the last is a no-break space in UTF-8. */
const ODD_SPACES = ['\t', '\v', '\f', '\r', '  ', '\xc2\xa0'];

const WORDS = ['0', '-1', '1e308', '1e-308', 'nan', '-', '.', 'x', '""', '%s', '0x10', '1,5', '\xc3\xa9'];

/** @param isPlain whether to leave out what is not text, and white space other than spaces and newlines */
export function mutated(text: string, others: readonly string[], isPlain: boolean, pick: Pick): string {
  const kinds = isPlain ? PLAIN : [...PLAIN, ...EXOTIC];
  let changed = text;
  for (let left = 1 + pick(MOST_CHANGES); left > 0; left -= 1) {
    changed = kinds[pick(kinds.length)]?.(changed, pick, others) ?? changed;
  }
  return changed;
}

type Kind = (text: string, pick: Pick, others: readonly string[]) => string;

const PLAIN: readonly Kind[] = [
  // Lines: dropped, doubled, swapped, joined with the next, taken from another input.
  onLines((lines, at) => lines.toSpliced(at, 1)),
  onLines((lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')),
  onLines((lines, at, pick) => {
    const other = pick(lines.length);
    return lines.with(at, lines[other] ?? '').with(other, lines[at] ?? '');
  }),
  onLines((lines, at) => lines.with(at, (lines[at] ?? '').replace(/\n$/, ''))),
  onLines((lines, at, pick, others) => {
    const theirs = linesOf(others[pick(others.length)] ?? '');
    return lines.toSpliced(at, 0, theirs[pick(theirs.length)] ?? '\n');
  }),
  onLines((lines, at) => lines.toSpliced(at, 0, '\n')),
  // Words: dropped, doubled, swapped, replaced by one that is often forgotten, or by that of another input.
  onWords(() => ''),
  onWords((word) => `${word} ${word}`),
  onWords((_, pick) => WORDS[pick(WORDS.length)] ?? ''),
  onWords((_, pick, others) => {
    const theirs = (others[pick(others.length)] ?? '').match(/\S+/g) ?? [];
    return theirs[pick(theirs.length)] ?? '';
  }),
  onWords((word, pick) => word.repeat(Math.ceil((LONG[pick(LONG.length)] ?? 1) / word.length))),
  // Numbers, more often than anything else.
  onNumbers((number, pick) => NUMBERS[pick(NUMBERS.length)]?.(number) ?? ''),
  onNumbers((number, pick) => NUMBERS[pick(NUMBERS.length)]?.(number) ?? ''),
  onNumbers((number, pick) => NUMBERS[pick(NUMBERS.length)]?.(number) ?? ''),
  // The end: without a newline, with one more, in the middle.
  (text) => text.replace(/\n$/, ''),
  (text) => `${text}\n`,
  (text, pick) => text.slice(0, pick(text.length + 1)),
  (text) => text.replace(/(?<=\S) (?=\S)/g, '  '),
];

const EXOTIC: readonly Kind[] = [
  (text) => text.replaceAll('\n', '\r\n'),
  (text, pick) => replacedAt(text, / /g, pick, () => ODD_SPACES[pick(ODD_SPACES.length)] ?? ' '),
  (text, pick) => insertedAt(text, pick(text.length + 1), '\0'),
  (text, pick) => insertedAt(text, pick(text.length + 1), String.fromCharCode(pick(256))),
];

/** What a number may become that a program with numbers of some size reads as another. */
const NUMBERS: readonly ((number: bigint) => string)[] = [
  () => '0',
  () => '-1',
  (number) => String(-number),
  (number) => String(number + 1n),
  (number) => String(number - 1n),
  () => String(2n ** 31n - 1n),
  () => String(2n ** 31n),
  () => String(-(2n ** 31n) - 1n),
  (number) => String(256n + number),
  (number) => String(65_536n + number),
  (number) => String(2n ** 32n + number),
  (number) => String(2n ** 64n + number),
  () => '1e308',
  (number) => `0${number}`,
  (number) => `+${number}`,
  (number) => `${number}.0`,
  (number) => `${number}.5`,
  (number) => `${number}x`,
];

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function onLines(
  change: (lines: string[], at: number, pick: Pick, others: readonly string[]) => readonly string[],
): Kind {
  return (text, pick, others) => {
    const lines = linesOf(text);
    return lines.length === 0 ? text : change(lines, pick(lines.length), pick, others).join('');
  };
}

function onWords(change: (word: string, pick: Pick, others: readonly string[]) => string): Kind {
  return (text, pick, others) => replacedAt(text, /\S+/g, pick, (word) => change(word, pick, others));
}

function onNumbers(change: (number: bigint, pick: Pick) => string): Kind {
  return (text, pick) => replacedAt(text, /-?\b\d{1,30}\b/g, pick, (number) => change(BigInt(number), pick));
}

/** One of the matches of a pattern, replaced. */
function replacedAt(text: string, pattern: RegExp, pick: Pick, change: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  const one = found.length === 0 ? undefined : found[pick(found.length)];
  if (one === undefined) return text;
  return text.slice(0, one.index) + change(one[0]) + text.slice(one.index + one[0].length);
}

function insertedAt(text: string, at: number, these: string): string {
  return text.slice(0, at) + these + text.slice(at);
}

/**
 * Numbers that look random: mulberry32, by Tommy Ettinger, in the public domain.
 *
 * @param number of the input, so that each can be made without those before it
 */
export function pickFrom(seed: number, number: number): Pick {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
