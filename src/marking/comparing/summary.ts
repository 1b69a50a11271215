/* The mistake in an output, in a few words: equal for the same mistake, except in numbers. */
import {visibleWords} from '../results/visible.js';
import type {RowChange} from './session.js';
import {areEqual, type Tolerance} from './tolerances.js';

/** Max characters of a row that a summary quotes. */
const LONGEST_QUOTE = 80;

/**
 * @param before rows in common
 * @param changes from the first difference on
 */
export function summarise(
  before: readonly RowChange[],
  changes: readonly RowChange[],
  tolerances: readonly Tolerance[],
): string {
  const same = changes.findIndex(({kind}) => kind === 'same');
  const block = same === -1 ? changes : changes.slice(0, same);
  const rest = same === -1 ? [] : changes.slice(same).map(({row}) => row.text);
  const rows = (kind: RowChange['kind']): string[] =>
    block.flatMap((one) => (one.kind === kind ? one.row.text : []));
  const [wanted, printed] = [rows('expected'), rows('actual')];
  const [expected, actual] = [wanted.join(''), printed.join('')];
  const next = firstOf(rest);
  const where = next === '' ? 'at the end' : `before ${quote(next)}`;

  if (actual === '') {
    if (before.length === 0 && same === -1) return 'no output';
    if (/^\n+$/.test(expected)) return `no empty line ${where}`;
    const last = before.findLast(({row}) => row.text !== '\n')?.row;
    // All cases have in common where the program stopped, not what is missing. After a prompt it may have read an answer.
    const isStopped = next === '' && wanted.filter((text) => text !== '\n').length > 1;
    return isStopped && last !== undefined && last.prompt === null
      ? `the output ends after ${quote(firstOf([last.text]))}`
      : `${quote(firstOf(wanted))} is missing`;
  }
  if (expected === '') {
    return /^\n+$/.test(actual)
      ? `an extra empty line ${where}`
      : `${quote(firstOf(printed))} is unexpected ${where}`;
  }
  if (expected === `${actual}\n`) return 'no newline at the end';
  if (`${expected}\n` === actual) return 'an extra newline at the end';
  if (actual !== expected && actual.replaceAll('\r\n', '\n') === expected)
    return `carriage returns at the end of ${quote(firstOf(wanted))}`;
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

/** Quotes the printed and the expected row, from where they differ. */
function instead(wanted: string, printed: string, tolerances: readonly Tolerance[]): string {
  if (wanted === printed) return `other line breaks at ${quote(wanted)}`;
  const words = withoutNumbers(wanted);
  if (/[A-Za-z\x80-\xff]/.test(words) && areEqual(words, withoutNumbers(printed), tolerances))
    return `a wrong number in ${quote(withOtherNumbers(wanted, printed))}`;
  // Rows that differ far from their start are quoted from there.
  const at = commonLength(wanted, printed);
  const from = quote(wanted) === quote(printed) ? Math.max(0, at - LONGEST_QUOTE / 2) : 0;
  return `${quote(printed.slice(from))} instead of ${quote(wanted.slice(from))}`;
}

const NUMBERS = /(?:(?<![\w)])-)?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

function withoutNumbers(text: string): string {
  return text.replace(NUMBERS, '#');
}

/** Replaces different numbers by `#`. */
function withOtherNumbers(wanted: string, printed: string): string {
  const others = printed.match(NUMBERS) ?? [];
  let index = 0;
  return wanted.replace(NUMBERS, (number) => (number === others[index++] ? number : '#'));
}

function quote(text: string): string {
  if (text === '') return 'an empty line';
  return `"${visibleWords(text.slice(0, LONGEST_QUOTE))}"`;
}

/** Returns the first row that is not empty, without its newline, or else `''`. */
function firstOf(rows: readonly string[]): string {
  return rows.find((row) => row !== '' && row !== '\n')?.replace(/\n$/, '') ?? '';
}

const BLOCK = 1024;

/** Returns the length of the common start of two texts. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  // Blocks are compared much faster than characters.
  while (at < most && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && a[at] === b[at]) at += 1;
  return Math.min(at, most);
}
