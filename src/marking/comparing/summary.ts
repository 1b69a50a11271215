/* Says in a few words what is wrong with an output; the same mistake always gives the same words. */

import {visibleWords} from '../results/visible.js';
import type {Place, RowChange} from './diff.js';
import {commonLength, passesWith} from './equality.js';
import {isPrompt} from './rows.js';
import type {Tolerance} from './tolerances.js';

/** A summary quotes no more characters of a row than this. */
const LONGEST_QUOTE = 80;

/** The first difference in a few words. Numbers become `#`, so that the same mistake gives the same words. */
export function summarise(
  changes: readonly RowChange[],
  place: Place,
  {prompt, tolerances}: {readonly prompt: string; readonly tolerances: readonly Tolerance[]},
): string {
  const {first} = place;
  const after = changes.findIndex(({kind}, index) => index > first && kind === 'same');
  const end = after === -1 ? changes.length : after;
  // If a tolerance ignores line breaks, the byte can be behind all the rows that differ.
  const isBehind = Math.min(place.expected, place.actual) >= end;
  const rows = (kind: 'expected' | 'actual'): string[] =>
    changes
      .slice(isBehind ? first : Math.max(first, place[kind]), end)
      .flatMap((one) => (one.kind === kind ? one.row : []));
  const [wanted, printed] = [rows('expected'), rows('actual')];
  const [expected, actual] = [wanted.join(''), printed.join('')];
  const next = firstOf(changes.slice(end).map(({row}) => row));
  const before = next === '' ? 'at the end' : `before ${quote(next)}`;

  if (!changes.some(({kind}) => kind !== 'expected')) return 'no output';
  if (actual === '') {
    if (/^\n+$/.test(expected)) return `no empty line ${before}`;
    const said = changes
      .slice(0, first)
      .flatMap(({kind, row}) => (kind === 'expected' || row === '\n' ? [] : row));
    const last = said.at(-1);
    // What it did not get to say differs from case to case, where it stopped does not. An answer it may have read.
    const stopped = next === '' && wanted.filter((row) => row !== '\n').length > 1;
    return stopped && last !== undefined && !isPrompt(last, prompt)
      ? `the output ends after ${quote(last)}`
      : `${quote(firstOf(wanted))} is missing`;
  }
  if (expected === '') {
    return /^\n+$/.test(actual)
      ? `an extra empty line ${before}`
      : `${quote(firstOf(printed))} is unexpected`;
  }
  if (expected === `${actual}\n`) return 'no newline at the end';
  if (`${expected}\n` === actual) return 'an extra newline at the end';
  if (next === '' && /^\n\n+$/.test(restOf(expected, actual)))
    return 'no newline and no empty line at the end';
  if (actual.replaceAll('\r\n', '\n') === expected)
    return `carriage returns at the end of ${quote(firstOf(wanted))}`;
  const [shorter, longer] = expected.length < actual.length ? [expected, actual] : [actual, expected];
  const at = commonLength(shorter, longer);
  if (longer[at] === '\n' && longer.slice(0, at) + longer.slice(at + 1) === shorter && at < shorter.length) {
    const where = `line break before ${quote(longer.slice(at + 1))}`;
    return longer === expected ? `no ${where}` : `an extra ${where}`;
  }
  if (longer.startsWith(`${shorter}\n`) && /[^\n]/.test(longer.slice(at))) {
    return `${quote(longer.slice(at))} is ${longer === expected ? 'missing' : 'unexpected'}`;
  }
  return instead(firstOf(wanted), firstOf(printed), tolerances);
}

/** What a text has more than its start; `''` if it begins otherwise. */
function restOf(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : '';
}

/** What was printed instead of what was wanted, where they differ. */
export function instead(wanted: string, printed: string, tolerances: readonly Tolerance[] = []): string {
  if (wanted === printed) return `other line breaks at ${quote(wanted)}`;
  const [wantedWords, printedWords] = [withoutNumbers(wanted), withoutNumbers(printed)];
  if (passesWith(wantedWords, printedWords, tolerances) !== null) return `a wrong number in ${quote(wanted)}`;
  if (quote(wanted) !== quote(printed)) return `${quote(printed)} instead of ${quote(wanted)}`;
  // They differ far into the row.
  const at = commonLength(wantedWords, printedWords);
  const from = at < LONGEST_QUOTE ? 0 : at - LONGEST_QUOTE / 2;
  return `${quote(printedWords.slice(from))} instead of ${quote(wantedWords.slice(from))}`;
}

/** The first line that is not empty, quoted. */
export function quote(text: string): string {
  const line = withoutNumbers(firstOf(text.split('\n'))).slice(0, LONGEST_QUOTE);
  return `"${visibleWords(line)}"`;
}

/** The first row that is not empty, without its newline; `''` if there is none. */
function firstOf(rows: readonly string[]): string {
  return rows.find((row) => row !== '' && row !== '\n')?.replace(/\n$/, '') ?? '';
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '#');
}
