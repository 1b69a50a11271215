/*
 * The comparison of an output with its golden: equal under tolerances, or where they first differ, and how to show it. All
 * texts are Latin-1, one character per byte. Rows are compared in normal form and shown as they were.
 */

import {diffArrays} from 'diff';
import type {Instead} from '../../running/work-files.js';
import {groupBy} from '../results/grouping.js';
import type {Difference} from '../results/marks.js';
import {linesOf, visible, visibleWords} from '../results/visible.js';
import {type Numbers, withNumbersOf} from './numbers.js';
import {
  answerTo,
  promptEnds,
  questionIn,
  type Row,
  type RowChange,
  type RowsAround,
  rowsAround,
  type Session,
  shownRow,
} from './session.js';
import {
  areEqual,
  inOrder,
  neededTolerances,
  normalForm,
  parseTolerance,
  type Tolerance,
  wouldPassWith,
} from './tolerances.js';

export interface Outputs {
  readonly expected: string;
  readonly actual: string;
  readonly session: Session;
  readonly tolerances: readonly Tolerance[];
  /** Numbers that may be off; null: none may. */
  readonly numbers?: Numbers | null;
  /** Path of the compared file; null: standard output. */
  readonly file?: string | null;
}

/** Tolerances that a right output needs, or the difference of a wrong one. */
export type Compared =
  | {readonly needed: readonly Tolerance[]}
  | {readonly difference: Difference; readonly wouldPassWith: string | null};

const SPACE = parseTolerance('space');

const EXACT: Numbers = {kind: 'numbers', absolute: 0, relative: 0};

export function compare(outputs: Outputs): Compared {
  const {actual, numbers = null, tolerances} = outputs;
  const always = numbers === null ? [] : [SPACE];
  const expected = numbers === null ? outputs.expected : withNumbersOf(actual, outputs.expected, numbers);
  const needed = neededTolerances(normalForm(expected, always), normalForm(actual, always), tolerances);
  if (needed !== null) return {needed};
  const all = inOrder([...always, ...tolerances]);
  const hint =
    wouldPassWith(expected, actual, all) ?? (isOfNumbers(expected, actual, all) ? 'numbers' : null);
  const difference = differenceOf({...outputs, expected, tolerances: all});
  const summary = hint === 'order' ? 'the lines are in another order' : difference.summary;
  const exactness = numbers === null ? difference.exactness : 'line';
  return {difference: {...difference, summary: inFile(summary, outputs), exactness}, wouldPassWith: hint};
}

/** Returns whether two outputs are equal but for the format of numbers and white space. */
function isOfNumbers(expected: string, actual: string, tolerances: readonly Tolerance[]): boolean {
  return areEqual(withNumbersOf(actual, expected, EXACT), actual, inOrder([SPACE, ...tolerances]));
}

/** Describes a file that cannot be read. */
export function missingFile(file: string, instead: Instead, outputs: Outputs): Compared {
  const words: Readonly<Record<Instead, string>> = {
    nothing: `it wrote no file ${file}`,
    closed: `${file} is not readable`,
    'no regular file': `${file} is not a regular file`,
  };
  const difference = differenceOf({...outputs, file, actual: ''});
  return {difference: {...difference, summary: words[instead]}, wouldPassWith: null};
}

function inFile(summary: string, {file = null}: Outputs): string {
  return file === null ? summary : `in ${file}: ${summary}`;
}

/** Describes how two outputs differ that are not equal under the tolerances. */
export function differenceOf(outputs: Outputs): Difference {
  const {actual, session, file = null} = outputs;
  const isInOrder = !outputs.tolerances.some(({name}) => name === 'order');
  const tolerances = outputs.tolerances.filter(({name}) => name !== 'order');
  const expected = isInOrder ? outputs.expected : inOrderOf(actual, outputs.expected, tolerances);
  const [expectedAt, actualAt] = firstDifference(expected, actual, tolerances);
  const [wanted, printed] = [
    rowsAround(expected, expectedAt, session),
    rowsAround(actual, actualAt, session),
  ];
  const {before, changes} = changesFrom(wanted, printed, tolerances);
  const [asked, answered] = [expected.slice(0, expectedAt), actual.slice(0, actualAt)].map((text) =>
    promptEnds(text, session.prompts),
  ) as [number[], number[]];
  // A tolerated prompt shifts the answers.
  const known = asked.length === answered.length ? session : {...session, answers: null};
  const count = (side: RowChange['kind']): number => changes.filter(({kind}) => kind === side).length;
  return {
    exactness: isInOrder ? 'byte' : 'line',
    summary: summarise(before, changes, tolerances),
    ...positionOf(actual, changes.every(({kind}) => kind === 'expected') ? actual.length : actualAt),
    prompt: promptAfter(asked, expected, known),
    diff: [
      ...before.slice(-SHOWN_BEFORE).map(({row}) => {
        const typed = answerTo(row, known);
        return {kind: 'same' as const, text: shownRow(row, 0), ...(typed === null ? {} : {typed})};
      }),
      ...shownOf(changes).map(({kind, row}) => {
        return {kind, text: shownRow(row, kind === 'expected' ? expectedAt : actualAt)};
      }),
    ].slice(0, MOST_SHOWN),
    differing: {expected: count('expected'), actual: count('actual')},
    file,
  };
}

/** Sorts the lines of a golden like those of an output, with missing ones beside unexpected ones, or at the end. */
function inOrderOf(actual: string, golden: string, tolerances: readonly Tolerance[]): string {
  const bare = (text: string): string[] => linesOf(text).map((line) => line.replace(/\n$/, ''));
  const left = groupBy(bare(golden), (line) => normalForm(line, tolerances));
  // Taken from the end: equal forms may stand in any order.
  const found = bare(actual).map((line) => left.get(normalForm(line, tolerances))?.pop());
  const missing = [...left.values()].flat().reverse();
  const lines = found.flatMap((line) => line ?? missing.pop() ?? []);
  return [...lines, ...missing.reverse()].join('\n') + (golden.endsWith('\n') ? '\n' : '');
}

type Places = readonly [expectedAt: number, actualAt: number];

/** Finds the first byte of each text that no tolerance covers. */
function firstDifference(expected: string, actual: string, tolerances: readonly Tolerance[]): Places {
  const length = commonLength(normalForm(expected, tolerances), normalForm(actual, tolerances));
  const placeIn = (text: string): number => {
    if (tolerances.length === 0) return length;
    const formed = (end: number): number => normalForm(text.slice(0, end), tolerances).length;
    const most = Math.min(length + 1, formed(text.length));
    // A longer start never has a shorter form: search for the shortest start whose form is long enough.
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (formed(middle) < most) low = middle + 1;
      else high = middle;
    }
    // The last byte may add several: spaces count only when more follows them.
    return Math.max(0, high - (formed(high) - length));
  };
  return [placeIn(expected), placeIn(actual)];
}

/** Max insertions and deletions: beyond, two outputs have too little in common. */
const MOST_EDITS = 1000;

/** Compares the rows of two outputs from the first difference on. */
function changesFrom(
  wanted: RowsAround,
  printed: RowsAround,
  tolerances: readonly Tolerance[],
): {readonly before: readonly RowChange[]; readonly changes: readonly RowChange[]} {
  const isDifferent = ({kind}: RowChange): boolean => kind !== 'same';
  const above = printed.before.map((row): RowChange => ({kind: 'same', row}));
  let all = [...above, ...rowChanges(wanted.rows, printed.rows, tolerances)];
  // Under a tolerance for line breaks, all rows can be equal although the texts differ.
  if (!all.some(isDifferent))
    all = rowChanges([...wanted.before, ...wanted.rows], [...printed.before, ...printed.rows], []);
  const first = all.findIndex(isDifferent);
  return {before: all.slice(0, first), changes: all.slice(first)};
}

/** Compares rows in normal form, without empty ones. */
function rowChanges(
  wanted: readonly Row[],
  printed: readonly Row[],
  tolerances: readonly Tolerance[],
): RowChange[] {
  const formed = (rows: readonly Row[]) =>
    rows.map((row) => ({row, form: formOf(row.text, tolerances)})).filter(({form}) => form !== '');
  const [left, right] = [formed(wanted), formed(printed)];
  const parts = diffArrays(left, right, {
    maxEditLength: MOST_EDITS,
    comparator: (a, b) => a.form === b.form,
  });
  const blocks = [
    {removed: true, added: false, value: left},
    {removed: false, added: true, value: right},
  ];
  return (parts ?? blocks).flatMap(({added, removed, value}) =>
    value.map(({row}): RowChange => ({kind: removed ? 'expected' : added ? 'actual' : 'same', row})),
  );
}

/** Returns the normal form of a row, which may be the last; `final-newline` covers no empty row elsewhere. */
function formOf(row: string, tolerances: readonly Tolerance[]): string {
  const others = tolerances.filter(({name}) => name !== 'final-newline');
  const form = normalForm(row, others);
  return others.length === tolerances.length ? form : form.replace(/(?<=.)\n$/s, '');
}

/** Max rows shown, rows before the first difference, and successive rows of one side. */
const MOST_SHOWN = 12;
const SHOWN_BEFORE = 2;
const MOST_OF_A_SIDE = 4;

/** Number of equal rows that end what is shown. */
const GAP = 3;

function shownOf(changes: readonly RowChange[]): RowChange[] {
  const isSame = ({kind}: RowChange): boolean => kind === 'same';
  const end = changes.findIndex((_, index) => index > 0 && changes.slice(index, index + GAP).every(isSame));
  let ofSide = 0;
  return (end === -1 ? changes : changes.slice(0, end + 1)).filter((one, index) => {
    ofSide = !isSame(one) && one.kind === changes[index - 1]?.kind ? ofSide + 1 : 1;
    return ofSide <= MOST_OF_A_SIDE;
  });
}

/** @param ends of the prompts before the difference */
function promptAfter(ends: readonly number[], expected: string, {answers}: Session): Difference['prompt'] {
  const number = ends.length;
  if (number === 0 || answers === null) return null;
  const question = questionIn(expected.slice(ends.at(-2) ?? 0, ends.at(-1)));
  const answer = answers[number - 1];
  return {number, text: visible(question), input: answer === undefined ? null : visible(answer)};
}

function positionOf(text: string, at: number): {readonly line: number; readonly column: number} {
  const before = text.slice(0, at);
  return {line: before.split('\n').length, column: at - before.lastIndexOf('\n')};
}

const LONGEST_QUOTE = 80;

/**
 * Says in a few words what is wrong: the same for the same mistake, except in numbers.
 *
 * @param before rows in common
 * @param changes from the first difference on
 */
function summarise(
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
  if (expected === `${actual}\n\n`) return 'no newline and no empty line at the end';
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
  const format = otherFormat(wanted, printed);
  if (format !== null && areEqual(words, withoutNumbers(printed), tolerances))
    return `the number is right, its format is not: ${format}`;
  if (/[A-Za-z\x80-\xff]/.test(words) && areEqual(words, withoutNumbers(printed), tolerances))
    return `a wrong number in ${quote(withOtherNumbers(wanted, printed))}`;
  // Rows that differ far from their start are quoted from there.
  const at = commonLength(wanted, printed);
  const from = quote(wanted) === quote(printed) ? Math.max(0, at - LONGEST_QUOTE / 2) : 0;
  return `${quote(printed.slice(from))} instead of ${quote(wanted.slice(from))}`;
}

/** Numbers with sign, fraction and exponent. */
export const NUMBERS = /(?:(?<![\w)])-)?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Returns the first number that is written in another way, as `7.5 for 7.50`; null if there is none, or another value. */
function otherFormat(wanted: string, printed: string): string | null {
  const numbersIn = (text: string): readonly string[] => text.match(NUMBERS) ?? [];
  const [numbers, others] = [numbersIn(wanted), numbersIn(printed)];
  const places = numbers.flatMap((number, index) => (number === others[index] ? [] : [index]));
  const [first] = places;
  const isSame = places.every(
    (index) => withNumbersOf(others[index] ?? '', numbers[index] ?? '', EXACT) === others[index],
  );
  return first === undefined || !isSame ? null : `${others[first]} for ${numbers[first]}`;
}

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

function firstOf(rows: readonly string[]): string {
  return rows.find((row) => row !== '' && row !== '\n')?.replace(/\n$/, '') ?? '';
}

const BLOCK = 1024;

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  // Blocks are compared much faster than characters.
  while (at < most && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && a[at] === b[at]) at += 1;
  return Math.min(at, most);
}
