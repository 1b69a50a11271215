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
    // At the very end, too: `final-newline` may have removed the newline after it.
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

/** Those that a failure is tried with, one by one, mildest first. The last is what lenient course markers compare. */
export const SINGLE_TOLERANCES: readonly Tolerance[] = [
  ...PLAIN_TOLERANCES,
  parseTolerance('only A-Za-z0-9'),
];

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

/** Whether no tolerance drops a byte. Where the case does not count, a letter is kept only if its other form is. */
export function keeps(byte: string, tolerances: readonly Tolerance[]): boolean {
  const forms = tolerances.includes(CASE) ? [byte, byte.toLowerCase(), byte.toUpperCase()] : [byte];
  return !tolerances.some(({drops}) => forms.some((form) => drops.test(form)));
}

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
