/*
 * How an output may differ and still pass: an ordered list, mildest first. Each tolerance rewrites both the
 * expected and the actual output, as Latin-1 text with one character per byte. Then the bytes are compared.
 *
 * A rewrite never makes text longer, so that each place in the rewritten text leads back to its byte.
 */

export interface Tolerance {
  /** As written in a suite and shown in a report: `crlf`, `only A-Za-z0-9`. */
  readonly name: string;
  /** What it ignores, in words. */
  readonly ignores: string;
  /** One after the other. */
  readonly steps: readonly Step[];
  /** Matches each byte that the steps may drop, or put in the place of others. */
  readonly drops: RegExp;
}

interface Step {
  readonly pattern: RegExp;
  /** Never longer than what was found. A plain string is many times faster than a function. */
  readonly replacement: string | ((found: string) => string);
}

const CASE: Tolerance = {
  name: 'case',
  ignores: 'the case of the letters A to Z',
  steps: [{pattern: /[A-Z]+/g, replacement: (found) => found.toLowerCase()}],
  drops: /(?!)/,
};

const PLAIN_TOLERANCES: readonly Tolerance[] = [
  {
    name: 'final-newline',
    ignores: 'newlines at the very end',
    steps: [{pattern: /(?<!\n)\n+$/g, replacement: ''}],
    drops: /\n/,
  },
  {
    name: 'crlf',
    ignores: 'carriage returns before a newline or at the very end',
    // Also at the very end: `final-newline` may have removed the newline after it.
    steps: [{pattern: /(?<!\r)\r+(?=\n|$)/g, replacement: ''}],
    drops: /\r/,
  },
  {
    name: 'trailing-space',
    ignores: 'spaces and tabs at the ends of lines',
    // The look-behind makes each run match once. Without it, spaces inside a line would take quadratic time.
    steps: [{pattern: /(?<![ \t])[ \t]+(?=\n|$)/g, replacement: ''}],
    drops: /[ \t]/,
  },
  {
    name: 'blank-lines',
    ignores: 'lines without any character',
    steps: [{pattern: /(?<=^|\n)\n+/g, replacement: ''}],
    drops: /\n/,
  },
  {
    name: 'space',
    ignores: 'how much white space there is, and any at the start and the end',
    steps: [
      {pattern: /[ \t\n\v\f\r]{2,}|[\t\n\v\f\r]/g, replacement: ' '},
      {pattern: /^ | $/g, replacement: ''},
    ],
    drops: /[ \t\n\v\f\r]/,
  },
  CASE,
];

/** These two run as one: alternating, they would need a pass per byte where a line ends in `\r \r \r`. */
const LINE_ENDS = {
  names: ['crlf', 'trailing-space'],
  steps: [{pattern: /(?<![ \t\r])[ \t\r]+(?=\n|$)/g, replacement: ''}],
};

/** What lenient course markers compare. It is the strongest single tolerance that a failure is tried with. */
const ONLY_LETTERS_AND_DIGITS = 'only A-Za-z0-9';

/** The names of tolerances, for messages. */
export const TOLERANCE_NAMES: readonly string[] = [...PLAIN_TOLERANCES.map(({name}) => name), 'only CHARS'];

/**
 * @param name such as `crlf`, or `only 0-9.` with characters, ranges and escapes (`\n`, `\t`, `\\`, `\-`)
 * @throws RangeError that says what would be valid
 */
export function parseTolerance(name: string): Tolerance {
  const plain = PLAIN_TOLERANCES.find((one) => one.name === name);
  if (plain !== undefined) return plain;
  const characters = /^only (.+)$/s.exec(name)?.[1];
  if (characters === undefined) {
    throw new RangeError(`${JSON.stringify(name)} is not a tolerance: ${TOLERANCE_NAMES.join(', ')}`);
  }
  const kept = characterClass(characters);
  return {
    name,
    ignores: `all characters but ${characters}`,
    steps: [{pattern: new RegExp(`[^${kept}]+`, 'g'), replacement: ''}],
    drops: new RegExp(`[^${kept}]`),
  };
}

/** The tolerances in the order of the list, without duplicates. */
export function inOrder(tolerances: readonly Tolerance[]): Tolerance[] {
  const rank = ({name}: Tolerance): number => {
    const index = PLAIN_TOLERANCES.findIndex((one) => one.name === name);
    return index === -1 ? PLAIN_TOLERANCES.length : index;
  };
  const once = tolerances.filter(
    ({name}, index) => tolerances.findIndex((one) => one.name === name) === index,
  );
  return once.sort((a, b) => rank(a) - rank(b));
}

/** A text rewritten by tolerances, and the original place of each of its bytes. */
export interface Rewritten {
  readonly text: string;
  /** As long as the text. */
  readonly origins: readonly number[];
}

export function rewrite(text: string, tolerances: readonly Tolerance[]): string {
  const steps = stepsOf(tolerances);
  let result = text;
  // Repeat until nothing changes: one tolerance can expose something for another that has already run.
  for (let before: string | undefined; before !== result; ) {
    before = result;
    for (const {pattern, replacement} of steps) {
      result =
        typeof replacement === 'string'
          ? result.replace(pattern, replacement)
          : result.replace(pattern, replacement);
    }
  }
  return result;
}

/** Like `rewrite`, but keeps track of the original places. */
export function rewriteWithOrigins(text: string, tolerances: readonly Tolerance[]): Rewritten {
  const steps = stepsOf(tolerances);
  let result: Rewritten = {text, origins: Array.from(text, (_, index) => index)};
  for (let before: string | undefined; before !== result.text; ) {
    before = result.text;
    for (const step of steps) result = rewriteOnce(result, step);
  }
  return result;
}

/** A place in each of two texts. */
type Places = readonly [expectedAt: number, actualAt: number];

/**
 * Where, in each of two texts, the first byte is that no tolerance covers; null if they are equal. The texts are
 * rewritten piece by piece, so the memory it takes does not grow with them.
 *
 * @param known where they first differ under some of the tolerances: there is nothing to see before
 */
export function firstDifference(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
  known?: Places,
): Places | null {
  const readers = readersOf(expected, actual, tolerances, known);
  return readEqual(...readers) ? null : [readers[0].place(), readers[1].place()];
}

/** The tolerances needed to make the outputs equal, joined by ` + `; `''` if none, null if they differ. */
export function passesWith(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): string | null {
  const equal = (some: readonly Tolerance[]): boolean => readEqual(...readersOf(expected, actual, some));
  if (expected === actual) return '';
  const single = tolerances.find((one) => equal([one]));
  if (single !== undefined) return single.name;
  if (tolerances.length < 2 || !equal(tolerances)) return null;
  // Drop those that are not needed, strongest first.
  const needed = [...tolerances].reverse().reduce((some, one) => {
    const without = some.filter((other) => other !== one);
    return equal(without) ? without : some;
  }, tolerances);
  return needed.map(({name}) => name).join(' + ');
}

/** The mildest single tolerance that, added to those in force, would have made the outputs equal. */
export function wouldPassWith(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): string | null {
  const candidates = [...PLAIN_TOLERANCES, parseTolerance(ONLY_LETTERS_AND_DIGITS)];
  const place = firstDifference(expected, actual, tolerances);
  const found = candidates.find((one) =>
    readEqual(...readersOf(expected, actual, inOrder([...tolerances, one]), place ?? undefined)),
  );
  return found?.name ?? null;
}

/** A text is rewritten in pieces of at least this many bytes. */
const PIECE = 1 << 16;

/**
 * Reads a text as rewritten, one piece at a time. A piece begins with a byte that no tolerance drops, and is
 * rewritten together with the next such byte. What a tolerance does never depends on anything beyond those, so
 * the rewritten pieces together are the rewritten text.
 */
class Reader {
  /** What was rewritten and not yet taken. */
  pending = '';
  private readonly text: string;
  private readonly tolerances: readonly Tolerance[];
  /** By the code of a byte, once it was asked for: whether no tolerance drops it. */
  private readonly kept: boolean[] = [];
  /** The piece that `pending` comes from: where it begins and ends, and how much of it was taken. */
  private from = 0;
  private to: number;
  private taken = 0;

  /** @param at begins with the last byte before this place that no tolerance drops, or else with the text */
  constructor(text: string, tolerances: readonly Tolerance[], at: number) {
    this.text = text;
    this.tolerances = tolerances;
    this.to = Math.max(0, at - 1);
    while (this.to > 0 && !this.isKept(this.to)) this.to -= 1;
  }

  /** The piece that comes next, as it is; null if there is something left to take. */
  ahead(): {readonly isFirst: boolean; readonly isLast: boolean; readonly raw: string} | null {
    if (this.pending !== '') return null;
    const to = this.endOfPiece(this.to);
    return {isFirst: this.to === 0, isLast: to === this.text.length, raw: this.text.slice(this.to, to)};
  }

  skip({raw}: {readonly raw: string}): void {
    this.from = this.to;
    this.to += raw.length;
  }

  /** Rewrites pieces until there is something to take; false at the end of the text. */
  read(): boolean {
    while (this.pending === '' && this.to < this.text.length) {
      [this.from, this.to, this.taken] = [this.to, this.endOfPiece(this.to), 0];
      const rewritten = rewrite(this.piece(), this.tolerances);
      this.pending = this.to < this.text.length ? rewritten.slice(0, -1) : rewritten;
    }
    return this.pending !== '';
  }

  take(count: number): void {
    this.pending = this.pending.slice(count);
    this.taken += count;
  }

  /** Where in the text the first byte to take came from. */
  place(): number {
    if (this.pending === '') return this.text.length;
    return this.from + (rewriteWithOrigins(this.piece(), this.tolerances).origins[this.taken] ?? 0);
  }

  private piece(): string {
    return this.text.slice(this.from, this.to + 1);
  }

  private endOfPiece(from: number): number {
    let to = from + PIECE;
    while (to < this.text.length && !this.isKept(to)) to += 1;
    return Math.min(to, this.text.length);
  }

  private isKept(at: number): boolean {
    const code = this.text.charCodeAt(at);
    const kept = this.kept[code] ?? isKept(String.fromCharCode(code), this.tolerances);
    this.kept[code] = kept;
    return kept;
  }
}

/** Where the case does not count, a letter is kept only if its other form is. */
function isKept(byte: string, tolerances: readonly Tolerance[]): boolean {
  const forms = tolerances.includes(CASE) ? [byte, byte.toLowerCase(), byte.toUpperCase()] : [byte];
  return !tolerances.some(({drops}) => forms.some((form) => drops.test(form)));
}

function readersOf(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
  [expectedAt, actualAt]: Places = [0, 0],
): [Reader, Reader] {
  return [new Reader(expected, tolerances, expectedAt), new Reader(actual, tolerances, actualAt)];
}

/** Reads both texts up to their first difference; false if there is one. */
function readEqual(left: Reader, right: Reader): boolean {
  for (;;) {
    skipEqual(left, right);
    const [more, others] = [left.read(), right.read()];
    if (!more && !others) return true;
    const length = commonLength(left.pending, right.pending);
    if (length === 0) return false;
    left.take(length);
    right.take(length);
  }
}

/** Passes over pieces that are the same byte for byte, without rewriting them. */
function skipEqual(left: Reader, right: Reader): void {
  for (;;) {
    const [one, other] = [left.ahead(), right.ahead()];
    if (one === null || other === null || one.raw === '' || one.raw !== other.raw) return;
    if (one.isFirst !== other.isFirst || one.isLast !== other.isLast) return;
    left.skip(one);
    right.skip(other);
  }
}

/** How many characters two texts have in common at the start. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  // Whole blocks are compared much faster than characters.
  while (at < most && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && a[at] === b[at]) at += 1;
  return Math.min(at, most);
}

const BLOCK = 1024;

function stepsOf(tolerances: readonly Tolerance[]): readonly Step[] {
  const together = LINE_ENDS.names.every((name) => tolerances.some((one) => one.name === name));
  return [...(together ? [LINE_ENDS] : []), ...tolerances].flatMap(({steps}) => steps);
}

function rewriteOnce({text, origins}: Rewritten, {pattern, replacement}: Step): Rewritten {
  const kept: number[] = [];
  let end = 0;
  const changed = text.replace(pattern, (found: string, at: number) => {
    for (; end < at; end += 1) kept.push(origins[end] ?? 0);
    const put = typeof replacement === 'string' ? replacement : replacement(found);
    for (let index = 0; index < put.length; index += 1) kept.push(origins[at + index] ?? 0);
    end = at + found.length;
    return put;
  });
  for (; end < text.length; end += 1) kept.push(origins[end] ?? 0);
  return {text: changed, origins: kept};
}

/** Characters and ranges as the inside of a regular expression's character class, with everything escaped. */
function characterClass(characters: string): string {
  const ESCAPES: Readonly<Record<string, string>> = {'\\n': '\n', '\\t': '\t', '\\\\': '\\', '\\-': '-'};
  const units = characters.match(/\\[nt\\-]|./gs) ?? [];
  const hex = (unit: string): string => {
    if (unit === '\\')
      throw new RangeError('only: a backslash must come before n, t, - or another backslash');
    const code = (ESCAPES[unit] ?? unit).charCodeAt(0);
    if (code > 0xff) throw new RangeError(`only: ${JSON.stringify(unit)} is not a single byte`);
    return `\\x${code.toString(16).padStart(2, '0')}`;
  };
  let result = '';
  for (let index = 0; index < units.length; index += 1) {
    const [low = '', dash, high] = units.slice(index, index + 3);
    if (dash === '-' && high !== undefined) {
      const [from, to] = [hex(low), hex(high)];
      if (from > to) throw new RangeError(`only: the range ${low}-${high} is backwards`);
      result += `${from}-${to}`;
      index += 2;
    } else {
      result += hex(low);
    }
  }
  return result;
}
