/* Says in a few words what is wrong with an output; the same mistake always gives the same words. */

import {linesOf, visible} from '../marks/visible.js';
import type {Change, Place} from './diff.js';
import {passesWith, type Tolerance} from './tolerances.js';

/** A summary quotes no more characters of a line than this. */
const LONGEST_QUOTE = 80;

/** The first difference in a few words. Numbers become `#`, so that the same mistake gives the same words. */
export function summarise(
  changes: readonly Change[],
  place: Place,
  {prompt, tolerances}: {readonly prompt: string; readonly tolerances: readonly Tolerance[]},
): string {
  const {first} = place;
  const after = changes.findIndex(({kind}, index) => index > first && kind === 'same');
  const end = after === -1 ? changes.length : after;
  const text = (kind: 'expected' | 'actual'): string =>
    changes
      .slice(Math.max(first, place[kind]), end)
      .filter((change) => change.kind === kind)
      .map(({line}) => line)
      .join('');
  const [expected, actual] = [text('expected'), text('actual')];
  const next = changes.slice(end).find(({line}) => line !== '\n')?.line;
  const before = next === undefined ? 'at the end' : `before ${quote(next, prompt)}`;

  if (!changes.some(({kind}) => kind !== 'expected')) return 'no output';
  if (actual === '') {
    return /^\n+$/.test(expected) ? `no empty line ${before}` : `${quote(expected, prompt)} is missing`;
  }
  if (expected === '') {
    return /^\n+$/.test(actual) ? `an extra empty line ${before}` : `${quote(actual, prompt)} is unexpected`;
  }
  if (expected === `${actual}\n`) return 'no newline at the end';
  if (`${expected}\n` === actual) return 'an extra newline at the end';
  if (actual.replaceAll('\r\n', '\n') === expected)
    return `carriage returns at the end of ${quote(expected, prompt)}`;
  const [shorter, longer] = expected.length < actual.length ? [expected, actual] : [actual, expected];
  const at = commonLength(shorter, longer);
  if (longer[at] === '\n' && longer.slice(0, at) + longer.slice(at + 1) === shorter && at < shorter.length) {
    // After a prompt, the line looks empty on a terminal.
    const lineBefore = linesOf(longer.slice(0, at)).at(-1);
    const what = lineBefore === bareOf(prompt) ? 'empty line' : 'line break';
    const where = `before ${quote(longer.slice(at + 1), prompt)}`;
    return longer === expected ? `no ${what} ${where}` : `an extra ${what} ${where}`;
  }
  if (longer.startsWith(`${shorter}\n`) && /[^\n]/.test(longer.slice(at))) {
    return `${quote(longer.slice(at), prompt)} is ${longer === expected ? 'missing' : 'unexpected'}`;
  }
  return instead(firstLine(expected), firstLine(actual), prompt, tolerances);
}

function instead(wanted: string, printed: string, prompt: string, tolerances: readonly Tolerance[]): string {
  if (wanted === printed) return `other line breaks at ${quote(wanted, prompt)}`;
  const [wantedWords, printedWords] = [withoutNumbers(wanted), withoutNumbers(printed)];
  if (passesWith(wantedWords, printedWords, tolerances) !== null) {
    return `a wrong number in ${quote(wanted, prompt)}`;
  }
  if (quote(wanted, prompt) !== quote(printed, prompt)) {
    return `${quote(printed, prompt)} instead of ${quote(wanted, prompt)}`;
  }
  // They differ in the prompt, or far into the line.
  const at = commonLength(wantedWords, printedWords);
  const from = at < LONGEST_QUOTE ? 0 : at - LONGEST_QUOTE / 2;
  return `${quote(printedWords.slice(from), '')} instead of ${quote(wantedWords.slice(from), '')}`;
}

/** The first line that is not empty, quoted. Single spaces inside it stay spaces, which reads better. */
function quote(text: string, prompt: string): string {
  const bare = bareOf(prompt);
  const lines = text
    .split('\n')
    .map((line) => (bare !== '' && line.startsWith(bare) ? line.slice(bare.length) : line));
  const line = withoutNumbers(firstLine(lines.join('\n'))).slice(0, LONGEST_QUOTE);
  return `"${visible(line).replace(/(?<=[^·])·(?=[^·])/g, ' ')}"`;
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line !== '') ?? '';
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '#');
}

/** A prompt as it appears on its line. */
function bareOf(prompt: string): string {
  return prompt.replace(/^\n/, '');
}

/** How many characters two texts have in common at the start. */
export function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}
