/* The difference of two outputs in words: a summary for people, and a name that groups equal mistakes. */
import {visible, visibleWords} from '../results/visible.js';
import {blockOf, commonLength, hasWords, type RowChange} from './alignment.js';
import {EXACT, withNumbersOf} from './numbers.js';
import {areEqual, normalForm, type Tolerance} from './tolerances.js';

type Rows = readonly RowChange[];

const LONGEST_QUOTE = 80;

/** Says in a few words what is wrong, the same for equal mistakes but for numbers. @param before rows in common */
export function summarise(before: Rows, changes: Rows, tolerances: readonly Tolerance[]): string {
  const block = blockOf(changes);
  const rest = changes.slice(block.length).map(({row}) => row.text);
  const [wanted, printed] = [textsOf(block, 'expected'), textsOf(block, 'actual')];
  const [expected, actual] = [wanted.join(''), printed.join('')];
  const next = firstOf(rest);
  const where = next === '' ? 'at the end' : `before ${quote(next)}`;

  if (actual === '' || (isBlank(actual) && hasWords(expected))) {
    if (actual === '' && before.length === 0 && rest.length === 0) return 'no output';
    if (isBlank(expected)) return `no empty line ${where}`;
    const last = before.findLast(({row}) => row.text !== '\n')?.row;
    // Names the last line printed, which is equal in all cases; after a prompt, the program may have read an answer.
    const isStopped = next === '' && wanted.filter((text) => text !== '\n').length > 1;
    return isStopped && last !== undefined && last.prompt === null
      ? `the output ends after ${quote(firstOf([last.text]))}`
      : `${quote(firstOf(wanted))} is missing`;
  }
  if (expected === '' || (isBlank(expected) && hasWords(actual))) {
    return isBlank(actual)
      ? `an extra empty line ${where}`
      : `${quote(firstOf(printed))} is unexpected ${where}`;
  }
  if (expected === `${actual}\n`) return 'no newline at the end';
  if (expected === `${actual}\n\n`) return 'no newline and no empty line at the end';
  if (`${expected}\n` === actual) return 'an extra newline at the end';
  if (actual !== expected && actual.replaceAll('\r\n', '\n') === expected)
    return `carriage returns at the end of ${wanted.length > 1 ? 'lines' : quote(firstOf(wanted))}`;
  const [shorter, longer] = expected.length < actual.length ? [expected, actual] : [actual, expected];
  const at = commonLength(shorter, longer);
  const isOneMore = longer[at] === '\n' && longer.slice(0, at) + longer.slice(at + 1) === shorter;
  if (isOneMore && at < shorter.length) {
    const place = `line break before ${quote(firstOf(longer.slice(at).split('\n')))}`;
    return longer === expected ? `no ${place}` : `an extra ${place}`;
  }
  // The newline of the last row is missing, and more.
  if (expected.startsWith(`${actual}\n`)) return `${quote(firstOf([expected.slice(at + 1)]))} is missing`;
  return instead(firstOf(wanted), firstOf(printed), tolerances);
}

function isBlank(rows: string): boolean {
  return /^\n+$/.test(rows);
}

/** Summaries that quote a row. */
const OF_ROWS = /^".*" (?:instead of |is unexpected |is missing$)| in ".*"$/s;

/**
 * Names a mistake by the expected and the printed row if these are alike. Otherwise, the last printed row is the name
 * if the program ended too early, else the expected row. Null: the summary is the name, or nothing more was printed.
 */
export function mistakeIn(summary: string, changes: Rows, tolerances: readonly Tolerance[]): string | null {
  const spoken = changes.filter(({row}) => hasWords(row.text));
  const golden = spoken.filter(({kind}) => kind !== 'actual');
  const output = spoken.filter(({kind}) => kind !== 'expected');
  if (output.length === 0 || !OF_ROWS.test(summary)) return null;
  const block = blockOf(changes);
  const [expected, actual] = [firstOf(textsOf(block, 'expected')), firstOf(textsOf(block, 'actual'))];
  const formOf = (row: string): string => visible(normalForm(row.slice(0, LONGEST_QUOTE), tolerances));
  if (expected === '' || areAlike(expected, actual)) return `${formOf(expected)}\n${formOf(actual)}`;
  const endsEarly = golden.length > 1 && output.length === 1 && wordsIn(actual).length > 0;
  return endsEarly ? `\n${formOf(actual)} at the end` : `${formOf(expected)}\n`;
}

/** Returns whether half of the words are equal, or the expected row has none. */
function areAlike(expected: string, actual: string): boolean {
  const [words, others] = [wordsIn(expected), wordsIn(actual)];
  const shared = words.filter((word) => others.includes(word)).length;
  return words.length === 0 || shared * 2 >= Math.max(words.length, others.length);
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z\x80-\xff]+/g) ?? [];
}

function textsOf(changes: Rows, side: RowChange['kind']): string[] {
  return changes.filter(({kind}) => kind === side).map(({row}) => row.text);
}

export const WRONG_NUMBER = 'a wrong number';
export const OTHER_ORDER = 'the numbers are in another order';

function instead(wanted: string, printed: string, tolerances: readonly Tolerance[]): string {
  if (wanted === printed) return `other line breaks at ${quote(wanted)}`;
  const words = withoutNumbers(wanted);
  const format = otherFormat(wanted, printed);
  if (format !== null && areEqual(words, withoutNumbers(printed), tolerances))
    return `the number is right, its format is not: ${format}`;
  if (/[A-Za-z\x80-\xff]/.test(words) && areEqual(words, withoutNumbers(printed), tolerances)) {
    const [numbers, others] = [wanted, printed].map((row) => [...numbersIn(row)].sort().join(' '));
    const what = numbers === others ? OTHER_ORDER : WRONG_NUMBER;
    return `${what} in ${quote(withOthersHidden(wanted, printed, NUMBERS))}`;
  }
  // Long rows are quoted from where they differ.
  const at = commonLength(wanted, printed);
  const from = quote(wanted) === quote(printed) ? Math.max(0, at - LONGEST_QUOTE / 2) : 0;
  return `${quote(printed.slice(from))} instead of ${quote(wanted.slice(from))}`;
}

export const NUMBERS = /(?:(?<![\w)])-)?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** `7.5 for 7.50`: the first number in another format; null if there is none, or a value differs. */
function otherFormat(wanted: string, printed: string): string | null {
  const [numbers, others] = [numbersIn(wanted), numbersIn(printed)];
  const places = numbers.flatMap((number, index) => (number === others[index] ? [] : [index]));
  const [first] = places;
  const isSame = places.every(
    (index) => withNumbersOf(others[index] ?? '', numbers[index] ?? '', EXACT) === others[index],
  );
  return first === undefined || !isSame ? null : `${others[first]} for ${numbers[first]}`;
}

function numbersIn(text: string): readonly string[] {
  return text.match(NUMBERS) ?? [];
}

function withoutNumbers(text: string): string {
  return text.replace(NUMBERS, '#');
}

/** Replaces numbers (matches of a global pattern) with `#`, unless another text has the same ones in their place. */
export function withOthersHidden(text: string, other: string, numbers: RegExp): string {
  const others = other.match(numbers) ?? [];
  let index = 0;
  return text.replace(numbers, (number) => (number === others[index++] ? number : '#'));
}

function quote(text: string): string {
  if (text === '') return 'an empty line';
  return `"${visibleWords(text.slice(0, LONGEST_QUOTE))}"`;
}

function firstOf(rows: readonly string[]): string {
  return rows.find((row) => row !== '' && row !== '\n')?.replace(/\n$/, '') ?? '';
}
