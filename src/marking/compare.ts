/*
 * Expected against actual output: where they first differ, and how to show it. Bytes travel as Latin-1 text, one
 * character for each byte.
 */
import {diffArrays} from 'diff';
import type {Difference, DiffLine, PromptAnswer} from './marks.js';
import {rewrite, rewriteWithOrigins, type Tolerance} from './tolerances.js';
import {linesOf, visible} from './visible.js';

export interface Comparison {
  readonly expected: string;
  readonly actual: string;
  /** What the program was given to read. */
  readonly input: string;
  /** What stands in the output where the program waits for a line of input. */
  readonly prompt: string;
  readonly tolerances: readonly Tolerance[];
}

/** Lines that are shown around a difference. */
const CONTEXT = 3;

/** A diff with more lines than this shows the first difference and what follows it, up to so many. */
const MOST_LINES = 200;

/** A line with more characters is shown around the difference only. */
const LONGEST_LINE = 400;

/** Beyond so many insertions and deletions the two have nothing in common that is worth the search. */
const MOST_EDITS = 1000;

/** Describes how two outputs differ that are not equal under the tolerances. */
export function differenceOf(comparison: Comparison): Difference {
  const {expected, actual, tolerances} = comparison;
  const [expectedAt, actualAt] = firstDifference(expected, actual, tolerances);
  const before = actual.slice(0, actualAt);
  const column = actualAt - (before.lastIndexOf('\n') + 1) + 1;
  const changes = diffLines(expected, actual, tolerances);
  return {
    summary: summarise(changes, comparison.prompt),
    offset: actualAt,
    line: before.split('\n').length,
    column,
    expectedByte: byteAt(expected, expectedAt),
    actualByte: byteAt(actual, actualAt),
    prompt: promptBefore(comparison, expectedAt),
    diff: shown(changes, column),
  };
}

/** The places in both outputs of the first byte that no tolerance lets pass. */
function firstDifference(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): readonly [expectedAt: number, actualAt: number] {
  if (tolerances.length === 0) {
    const at = commonLength(expected, actual);
    return [at, at];
  }
  const [left, right] = [rewriteWithOrigins(expected, tolerances), rewriteWithOrigins(actual, tolerances)];
  const at = commonLength(left.text, right.text);
  return [left.origins[at] ?? expected.length, right.origins[at] ?? actual.length];
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function byteAt(text: string, at: number): number | null {
  return at < text.length ? text.charCodeAt(at) : null;
}

/** The last prompt that stands whole before the difference, and what answered it. */
function promptBefore({expected, input, prompt}: Comparison, expectedAt: number): PromptAnswer | null {
  if (prompt === '') return null;
  const places: number[] = [];
  for (let at = expected.indexOf(prompt); at !== -1; at = expected.indexOf(prompt, at + prompt.length)) {
    if (at + prompt.length > expectedAt) break;
    places.push(at);
  }
  const last = places.at(-1);
  if (last === undefined) return null;
  const answer = linesOf(input)[places.length - 1];
  return {
    number: places.length,
    text: visible(asking(expected, last, prompt)),
    input: answer === undefined ? null : visible(answer),
  };
}

/** The line that asks: the first of the block that ends in the prompt, or the prompt's own line if it says enough. */
function asking(expected: string, at: number, prompt: string): string {
  const block = expected.slice(0, at).split(/\n\n+/).at(-1) ?? '';
  const first = block.split('\n').find((line) => line !== '');
  return first ?? prompt.trim();
}

/** One step of a diff: a line of both, or of one of them. Raw, with its newline. */
interface Change {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly line: string;
}

function diffLines(expected: string, actual: string, tolerances: readonly Tolerance[]): Change[] {
  const [left, right] = [linesOf(expected), linesOf(actual)];
  const parts = diffArrays(left, right, {
    maxEditLength: MOST_EDITS,
    comparator: (a, b) =>
      a === b || (tolerances.length > 0 && rewrite(a, tolerances) === rewrite(b, tolerances)),
  });
  if (parts === undefined) return blockDiff(left, right);
  return parts.flatMap(({added, removed, value}) =>
    value.map((line): Change => ({kind: removed ? 'expected' : added ? 'actual' : 'same', line})),
  );
}

/** What is the same at the beginning, and then all of the one and all of the other. */
function blockDiff(left: readonly string[], right: readonly string[]): Change[] {
  const differs = left.findIndex((line, index) => line !== right[index]);
  const same = differs === -1 ? left.length : differs;
  return [
    ...left.slice(0, same).map((line): Change => ({kind: 'same', line})),
    ...left.slice(same).map((line): Change => ({kind: 'expected', line})),
    ...right.slice(same).map((line): Change => ({kind: 'actual', line})),
  ];
}

/** The lines to show: each difference with some lines around it, and the first difference in any case. */
function shown(changes: readonly Change[], column: number): DiffLine[] {
  const near = changes.map(() => false);
  for (const [index, {kind}] of changes.entries()) {
    if (kind !== 'same') near.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  const first = Math.max(0, near.indexOf(true));
  // Where a whole block was replaced, its other side must not be lost behind the limit.
  const firstActual = changes.findIndex(({kind}) => kind === 'actual');
  const isShown = (index: number): boolean =>
    near[index] === true &&
    (index < first + MOST_LINES || (index >= firstActual && index < firstActual + MOST_LINES / 2));

  const lines: DiffLine[] = [];
  let omitted = 0;
  const close = (): void => {
    if (omitted > 0)
      lines.push({kind: 'omitted', text: `${omitted} more ${omitted === 1 ? 'line' : 'lines'}`});
    omitted = 0;
  };
  for (const [index, {kind, line}] of changes.entries()) {
    if (isShown(index)) {
      close();
      lines.push({kind, text: clip(line, column)});
    } else {
      omitted += 1;
    }
  }
  close();
  return lines;
}

/** A line as visible text; a very long one around the column of the difference, so that this is never cut away. */
function clip(line: string, column: number): string {
  const end = line.endsWith('\n') ? '' : ' (no newline at end)';
  if (line.length <= LONGEST_LINE) return visible(line) + end;
  const from = Math.max(0, Math.min(column - 1, line.length) - LONGEST_LINE / 2);
  const part = line.slice(from, from + LONGEST_LINE);
  const left = line.length - from - part.length;
  const more = (count: number): string => (count > 0 ? `…(${count} bytes)…` : '');
  return more(from) + visible(part) + more(left) + end;
}

/** The first difference in a few words; numbers are `#`, so that the same mistake gives the same words. */
function summarise(changes: readonly Change[], prompt: string): string {
  const first = changes.findIndex(({kind}) => kind !== 'same');
  const after = changes.findIndex(({kind}, index) => index > first && kind === 'same');
  const hunk = changes.slice(first, after === -1 ? undefined : after);
  const text = (kind: Change['kind']): string =>
    hunk
      .filter((change) => change.kind === kind)
      .map(({line}) => line)
      .join('');
  const [expected, actual] = [text('expected'), text('actual')];
  const next = changes.slice(after === -1 ? changes.length : after).find(({line}) => line !== '\n')?.line;
  const before = next === undefined ? 'at the end' : `before ${quote(next, prompt)}`;

  if (!changes.some(({kind}) => kind !== 'expected')) return 'no output';
  if (actual === '') {
    return /^\n+$/.test(expected) ? `no empty line ${before}` : `${quote(expected, prompt)} is missing`;
  }
  if (expected === '') {
    return /^\n+$/.test(actual) ? `an extra empty line ${before}` : `${quote(actual, prompt)} is too much`;
  }
  if (expected === `${actual}\n`) return 'no newline at the end';
  if (`${expected}\n` === actual) return 'a newline too much at the end';
  const [shorter, longer] = expected.length < actual.length ? [expected, actual] : [actual, expected];
  const at = commonLength(shorter, longer);
  if (longer[at] === '\n' && longer.slice(0, at) + longer.slice(at + 1) === shorter && at < shorter.length) {
    const where = `before ${quote(longer.slice(at + 1), prompt)}`;
    return longer === expected ? `no empty line ${where}` : `an extra empty line ${where}`;
  }
  const [wanted, printed] = [quote(expected, prompt), quote(actual, prompt)];
  return wanted === printed ? `a wrong number in ${wanted}` : `${printed} instead of ${wanted}`;
}

/** The first line with something on it, quoted; single spaces inside as they are, because they read better. */
function quote(text: string, prompt: string): string {
  const bare = prompt.replace(/^\n/, '');
  const lines = text
    .split('\n')
    .map((line) => (bare !== '' && line.startsWith(bare) ? line.slice(bare.length) : line));
  const line = (lines.find((one) => one !== '') ?? '').slice(0, 80);
  return `"${visible(line)
    .replace(/(?<=[^·])·(?=[^·])/g, ' ')
    .replace(/\d+/g, '#')}"`;
}
