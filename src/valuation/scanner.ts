/*
 * Bytes → scanned lines.
 *
 * The scanner never fails and never judges: it collects the facts of a line, and values.ts and choices.ts decide what
 * is an error and which error comes first. The facts have a fixed size, so a line of a gigabyte takes no more memory
 * than an empty one. Scanning is a fold over chunks: a line cut anywhere gives the same facts as the whole line.
 */

/** The facts of one line (see "Lines" in the README of this room). */
export interface ScannedLine {
  /** False if a byte is neither a digit nor white space, or if two digits touch. */
  readonly wellFormed: boolean;
  /** Number of digits on the line; each digit is a value. */
  readonly count: number;
  /** The first five values, each 0 to 9. */
  readonly values: readonly number[];
  /** The different values, each 0 to 9, in order of first appearance: at most ten. */
  readonly distinct: readonly number[];
  /** The first three bytes of the first word, as Latin-1 characters; empty on a blank line. */
  readonly word: string;
}

/** The start of a line, and what the scanner needs to go on. */
export interface PartialLine {
  readonly facts: ScannedLine;
  /** True once white space has followed the first word. */
  readonly wordEnded: boolean;
  /** True if the last byte was a digit: another digit would touch it. */
  readonly endsInDigit: boolean;
}

export const EMPTY_LINE: ScannedLine = {wellFormed: true, count: 0, values: [], distinct: [], word: ''};
export const LINE_START: PartialLine = {facts: EMPTY_LINE, wordEnded: false, endsInDigit: false};

/** No prompt takes more values than this: one for each die. */
const VALUES_KEPT = 5;
/** Enough of the first word to tell `2` from `22` and `2.5`. */
const WORD_KEPT = 3;

const NEWLINE = 0x0a;
const DIGIT_ZERO = 0x30;
const OTHER = 0;
const SPACE = 1;
const DIGIT = 2;
/** The class of each byte. White space is C's `isspace` in the C locale, without the newline. */
const CLASSES = new Uint8Array(256).fill(OTHER);
for (const character of ' \t\v\f\r') CLASSES[character.charCodeAt(0)] = SPACE;
for (const character of '0123456789') CLASSES[character.charCodeAt(0)] = DIGIT;

/**
 * Continues a line with `bytes`, from index `from` to the next newline or to the end of the bytes.
 *
 * @returns the line so far, whether its newline was reached, and the index of the first byte not scanned
 */
export function scan(
  line: PartialLine,
  bytes: Uint8Array,
  from = 0,
): {readonly line: PartialLine; readonly ended: boolean; readonly next: number} {
  let {wellFormed, count, word} = line.facts;
  let {wordEnded} = line;
  const values = [...line.facts.values];
  const distinct = [...line.facts.distinct];
  let seen = 0; // A bit for each value in `distinct`.
  for (const value of distinct) seen |= 1 << value;
  let previous = line.endsInDigit ? DIGIT : OTHER;

  const end = bytes.length;
  let next = from;
  let ended = false;
  while (next < end) {
    const byte = bytes[next++] ?? NEWLINE;
    const kind = CLASSES[byte] ?? OTHER;
    if (kind === SPACE) {
      if (word !== '') wordEnded = true;
    } else if (byte === NEWLINE) {
      ended = true;
      break;
    } else {
      if (!wordEnded && word.length < WORD_KEPT) word += String.fromCharCode(byte);
      if (kind === DIGIT) {
        if (previous === DIGIT) wellFormed = false;
        const value = byte - DIGIT_ZERO;
        if (count < VALUES_KEPT) values.push(value);
        count += 1;
        if ((seen & (1 << value)) === 0) {
          seen |= 1 << value;
          distinct.push(value);
        }
      } else {
        wellFormed = false;
      }
    }
    previous = kind;
  }
  const facts = {wellFormed, count, values, distinct, word};
  return {line: {facts, wordEnded, endsInDigit: previous === DIGIT}, ended, next};
}

/**
 * Returns the facts of a line of text or bytes, up to its first newline. Text is encoded as UTF-8.
 *
 * @throws TypeError unless the line is a string or a Uint8Array
 */
export function scanLine(line: string | Uint8Array): ScannedLine {
  return scan(LINE_START, bytesOf(line)).line.facts;
}

/**
 * Splits a stream of chunks into scanned lines. End of input ends a line, and every line after it is empty.
 *
 * @param readChunk returns the next bytes of the input, none at its end; called only when a line needs more
 */
export function lineReader(readChunk: () => Uint8Array): () => ScannedLine {
  let chunk: Uint8Array = new Uint8Array(0);
  let at = 0;
  let atEnd = false;
  return () => {
    let line = LINE_START;
    for (;;) {
      if (at === chunk.length && !atEnd) {
        chunk = readChunk();
        at = 0;
        // The end is final: a terminal could still be read after Ctrl-D.
        atEnd = chunk.length === 0;
      }
      if (atEnd) return line.facts;
      const scanned = scan(line, chunk, at);
      at = scanned.next;
      line = scanned.line;
      if (scanned.ended) return line.facts;
    }
  };
}

/**
 * Returns input as bytes; text is encoded as UTF-8.
 *
 * @throws TypeError for anything else, which callers without types can pass: it would never end
 */
export function bytesOf(input: string | Uint8Array): Uint8Array {
  if (typeof input === 'string') return new TextEncoder().encode(input);
  // Checked by tag: `instanceof` fails for bytes of another realm.
  if (Object.prototype.toString.call(input) === '[object Uint8Array]') return input;
  throw new TypeError(`input must be a string or a Uint8Array, not ${String(input)}`);
}
