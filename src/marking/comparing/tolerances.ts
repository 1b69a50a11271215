/*
 * Tolerances: ways in which an output may differ and still pass. Each is a function from text to text, Latin-1 with one
 * character per byte. Outputs are equal under tolerances if their normal forms are.
 */

export interface Tolerance {
  /** Name in suites and reports: `crlf`, `only A-Za-z0-9`. */
  readonly name: string;
  readonly rewrite: (text: string) => string;
}

/** Escapes in the characters of `only`. */
const ESCAPES: Readonly<Record<string, string>> = {'\\n': '\n', '\\t': '\t', '\\\\': '\\', '\\-': '-'};

/** Lookbehinds match each run once, to avoid quadratic time on spaces inside a line. */
const PLAIN_TOLERANCES: readonly Tolerance[] = [
  {name: 'final-newline', rewrite: (text) => text.replace(/(?<!\n)\n+$/, '')},
  // Also at the very end: `final-newline` may have removed the newline.
  {name: 'crlf', rewrite: (text) => text.replace(/(?<!\r)\r+(?=\n|$)/g, '')},
  {name: 'trailing-space', rewrite: (text) => text.replace(/(?<![ \t])[ \t]+(?=\n|$)/g, '')},
  {name: 'blank-lines', rewrite: (text) => text.replace(/(?<=^|\n)\n+/g, '')},
  {name: 'order', rewrite: sorted},
  // A match for each space between words would take ten times as long.
  {
    name: 'space',
    rewrite: (text) =>
      text
        .replace(/ [ \t\n\v\f\r]+|[\t\n\v\f\r][ \t\n\v\f\r]*/g, ' ')
        .replace(/^ /, '')
        .replace(/ $/, ''),
  },
  {name: 'case', rewrite: lowerCase},
];

const ORDER_NAMES = PLAIN_TOLERANCES.map(({name}) => name);

export const TOLERANCE_NAMES: readonly string[] = [...ORDER_NAMES, 'only CHARS'];

/** @param name `crlf`, or `only 0-9.` with characters, ranges and escapes (`\n`, `\t`, `\\`, `\-`). @throws RangeError */
export function parseTolerance(name: string): Tolerance {
  const plain = PLAIN_TOLERANCES.find((one) => one.name === name);
  if (plain !== undefined) return plain;
  const characters = /^only (.+)$/s.exec(name)?.[1];
  if (characters === undefined) {
    throw new RangeError(`${JSON.stringify(name)} is not a tolerance: ${TOLERANCE_NAMES.join(', ')}`);
  }
  const others = new RegExp(`[^${characterClass(characters)}]+`, 'g');
  return {name, rewrite: (text) => text.replace(others, '')};
}

export const LENIENT = parseTolerance('only A-Za-z0-9');

/** Milder tolerances that a tolerance includes. */
export const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  'blank-lines': ['final-newline'],
  'trailing-space': ['crlf'],
  space: ['final-newline', 'crlf', 'trailing-space', 'blank-lines'],
  [LENIENT.name]: ['final-newline', 'crlf', 'trailing-space', 'blank-lines', 'space'],
};

/** Digits with their sign and point. */
const SIGNED = /(?:(?<![\w)])[-+])?(?:\d*\.)?\d+/g;

/** Sorts tolerances, mildest first, and drops duplicates. */
export function inOrder(tolerances: readonly Tolerance[]): Tolerance[] {
  const rank = ({name}: Tolerance): number => ORDER_NAMES.indexOf(name) + 1 || Number.POSITIVE_INFINITY;
  const once = new Map(tolerances.map((one) => [one.name, one]));
  return [...once.values()].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

export function isOrder({name}: Tolerance): boolean {
  return name === 'order';
}

/** Max passes: a tolerance can expose work for an earlier one, but no honest output needs more. */
const MOST_PASSES = 10;

export function normalForm(text: string, tolerances: readonly Tolerance[]): string {
  let result = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = result;
    for (const {rewrite} of tolerances) result = rewrite(result);
    if (result === before || tolerances.length === 1) break;
  }
  return result;
}

export function areEqual(expected: string, actual: string, tolerances: readonly Tolerance[]): boolean {
  return new ComparedText(expected).equals(new ComparedText(actual), tolerances);
}

/** A text with its normal forms, each made once. */
export class ComparedText {
  readonly raw: string;
  private readonly forms = new Map<string, string>();

  constructor(raw: string) {
    this.raw = raw;
  }

  under(tolerances: readonly Tolerance[]): string {
    const key = JSON.stringify(tolerances.map(({name}) => name));
    const form = this.forms.get(key) ?? normalForm(this.raw, tolerances);
    this.forms.set(key, form);
    return form;
  }

  equals(other: ComparedText, tolerances: readonly Tolerance[]): boolean {
    return this.raw === other.raw || this.under(tolerances) === other.under(tolerances);
  }
}

const TEXTS = new WeakMap<Buffer, ComparedText>();

/** Returns the same text for the same buffer, so that a golden is normalised once for all students. */
export function textOf(bytes: Buffer): ComparedText {
  const text = TEXTS.get(bytes) ?? new ComparedText(bytes.toString('latin1'));
  TEXTS.set(bytes, text);
  return text;
}

/** Returns the fewest tolerances that, added to `always`, make two outputs equal; null if they differ under all. */
export function neededTolerances(
  expected: ComparedText,
  actual: ComparedText,
  tolerances: readonly Tolerance[],
  always: readonly Tolerance[] = [],
): readonly Tolerance[] | null {
  const areEqualUnder = (some: readonly Tolerance[]): boolean =>
    expected.equals(actual, inOrder([...always, ...some]));
  if (areEqualUnder([])) return [];
  const single = tolerances.find((one) => areEqualUnder([one]));
  if (single !== undefined) return [single];
  if (!areEqualUnder(tolerances)) return null;
  // The strongest are dropped first.
  return [...tolerances].reverse().reduce((some, one) => {
    const without = some.filter((other) => other !== one);
    return areEqualUnder(without) ? without : some;
  }, tolerances);
}

/** Returns the mildest tolerance that, added to these, makes two outputs equal. @param mayBeEqual cheap first check */
export function wouldPassWith(
  expected: ComparedText,
  actual: ComparedText,
  tolerances: readonly Tolerance[],
  mayBeEqual: (tolerances: readonly Tolerance[]) => boolean = () => true,
): string | null {
  const numbersIn = ({raw}: ComparedText): string => (raw.match(SIGNED) ?? []).join(' ');
  const found = [...PLAIN_TOLERANCES, LENIENT].find((one) => {
    const all = inOrder([...tolerances, one]);
    if (!mayBeEqual(all) || !expected.equals(actual, all)) return false;
    // Under the lenient tolerance, 3.5 equals 35.
    return one !== LENIENT || numbersIn(expected) === numbersIn(actual);
  });
  return found?.name ?? null;
}

/** Leaves bytes beyond ASCII as they are: they may be parts of letters. */
function lowerCase(text: string): string {
  return text.replace(/[\0-\x7f]+/g, (part) => part.toLowerCase());
}

/** Sorts lines; those that other tolerances may make equal stand together. A missing final newline stays missing. */
function sorted(text: string): string {
  const counts = new Map<string, number>();
  // A list of all lines would take much more memory than the text.
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = text.indexOf('\n', start) + 1 || text.length;
    const line = text.slice(start, end).replace(/\n?$/, '\n');
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const keyed = [...counts].map(([line, count]) => {
    return {key: `${lowerCase(line).replace(/[^a-z0-9]+/g, '')}\n${line}`, lines: line.repeat(count)};
  });
  const lines = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map((one) => one.lines);
  return lines.join('').slice(0, text.length);
}

function characterClass(characters: string): string {
  const hex = (unit: string): string => {
    if (unit === '\\')
      throw new RangeError('only: a backslash must come before n, t, - or another backslash');
    const code = (ESCAPES[unit] ?? unit).charCodeAt(0);
    if (code > 0xff) throw new RangeError(`only: ${JSON.stringify(unit)} is not a single byte`);
    return `\\x${code.toString(16).padStart(2, '0')}`;
  };
  return characters.replace(/(\\[nt\\-]|.)(?:-(\\[nt\\-]|.))?/gs, (_, low: string, high?: string) => {
    if (high === undefined) return hex(low);
    if (hex(low) > hex(high)) throw new RangeError(`only: the range ${low}-${high} is backwards`);
    return `${hex(low)}-${hex(high)}`;
  });
}
