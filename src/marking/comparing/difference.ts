/*
 * Compares an output with its golden: equal under tolerances, or where they first differ, in words and as a diff. All texts
 * are Latin-1, one character per byte.
 */
import type {Instead} from '../../running/work-files.js';
import type {Difference} from '../results/marks.js';
import {visible, visibleWords} from '../results/visible.js';
import {
  type Alignment,
  aligned,
  blockOf,
  commonLength,
  hasWords,
  isDifferent,
  type RowChange,
  type Side,
} from './alignment.js';
import {type Numbers, withNumbersOf} from './numbers.js';
import {answerTo, NO_SESSION, promptEnds, questionIn, type Session, shownRow} from './session.js';
import {
  areEqual,
  ComparedText,
  inOrder,
  isOrder,
  neededTolerances,
  normalForm,
  parseTolerance,
  type Tolerance,
  textOf,
  wouldPassWith,
} from './tolerances.js';

export interface Outputs {
  readonly expected: Buffer;
  readonly actual: Buffer;
  /** Finds prompts and answers if the outputs differ; absent for a file. */
  readonly session?: () => Session;
  readonly tolerances: readonly Tolerance[];
  readonly numbers?: Numbers | null;
  readonly file?: string | null;
}

/** Tolerances that a right output needs, or the difference of a wrong one. */
export type Compared =
  | {readonly needed: readonly Tolerance[]}
  | {readonly difference: Difference; readonly wouldPassWith: string | null};

const SPACE = parseTolerance('space');

const EXACT: Numbers = {kind: 'numbers', absolute: 0, relative: 0};

export function compare(outputs: Outputs): Compared {
  const {numbers = null} = outputs;
  if (outputs.expected.equals(outputs.actual)) return {needed: []};
  const [golden, actual] = [textOf(outputs.expected), textOf(outputs.actual)];
  const expected =
    numbers === null ? golden : new ComparedText(withNumbersOf(actual.raw, golden.raw, numbers));
  const always = numbers === null ? [] : [SPACE];
  const needed = neededTolerances(expected, actual, outputs.tolerances, always);
  if (needed !== null) return {needed};
  const session = outputs.session?.() ?? NO_SESSION;
  const tolerances = inOrder([...always, ...outputs.tolerances]);
  const alignment = aligned(expected, actual, tolerances, session);
  const hint = hintFrom(alignment, expected, actual, tolerances);
  const difference = described(alignment, session, {...outputs, tolerances});
  const {summary, mistake} =
    hint === 'order' ? {summary: 'the lines are in another order', mistake: null} : difference;
  const exactness = numbers === null ? difference.exactness : 'line';
  return {
    difference: {...difference, summary: inFile(summary, outputs), mistake, exactness},
    wouldPassWith: hint,
  };
}

/** Returns the tolerance, or the checker `numbers`, that would accept an output. */
function hintFrom(
  alignment: Alignment,
  expected: ComparedText,
  actual: ComparedText,
  tolerances: readonly Tolerance[],
): string | null {
  const wanted = partOf(alignment.expected);
  const printed = partOf(alignment.actual);
  const missing = alignment.changes.find(({kind}) => kind === 'expected')?.row.text ?? '';
  const mayPass = (golden: string, some: readonly Tolerance[]): boolean => {
    const others = some.filter((one) => !isOrder(one));
    if (others.length < some.length)
      return actual.under(others).includes(normalForm(missing.replace(/\n$/, ''), others));
    const [one, other] = [normalForm(golden, some), normalForm(printed, some)];
    return one.startsWith(other) || other.startsWith(one);
  };
  const found = wouldPassWith(expected, actual, tolerances, (some) => mayPass(wanted, some));
  const all = inOrder([SPACE, ...tolerances]);
  const isOfNumbers = (): boolean =>
    mayPass(withNumbersOf(printed, wanted, EXACT), all) &&
    areEqual(withNumbersOf(actual.raw, expected.raw, EXACT), actual.raw, all);
  return found ?? (isOfNumbers() ? 'numbers' : null);
}

/** Min bytes after the first difference that must be equal under a tolerance before it is tried on the rest. */
const AHEAD = 4096;

/** Returns whole lines around the first difference. */
function partOf({raw, place, rows: [first]}: Side): string {
  const end = raw.indexOf('\n', place + AHEAD);
  return raw.slice(first?.start ?? raw.length, end === -1 ? raw.length : end);
}

export function missingFile(file: string, instead: Instead, outputs: Outputs): Compared {
  const words: Readonly<Record<Instead, string>> = {
    nothing: `it wrote no file ${file}`,
    closed: `${file} is not readable`,
    'no regular file': `${file} is not a regular file`,
  };
  return {difference: {...differenceOf({...outputs, file}), summary: words[instead]}, wouldPassWith: null};
}

function inFile(summary: string, {file = null}: Outputs): string {
  return file === null ? summary : `in ${file}: ${summary}`;
}

/** Describes two outputs that are not equal under the tolerances. */
export function differenceOf(outputs: Outputs): Difference {
  const {expected, actual, tolerances} = outputs;
  const session = outputs.session?.() ?? NO_SESSION;
  return described(aligned(textOf(expected), textOf(actual), tolerances, session), session, outputs);
}

function described(
  {expected, actual, before, changes}: Alignment,
  session: Session,
  {tolerances, file = null}: Outputs,
): Difference {
  const endsIn = ({raw, place}: Side): number[] => promptEnds(raw.slice(0, place), session.prompts);
  const ends = endsIn(expected);
  // A tolerated prompt shifts the answers.
  const known = ends.length === endsIn(actual).length ? session : {...session, answers: null};
  const count = (side: RowChange['kind']): number => changes.filter(({kind}) => kind === side).length;
  const summary = summarise(before, changes, tolerances);
  return {
    exactness: tolerances.some(isOrder) ? 'line' : 'byte',
    summary,
    mistake: OF_ROWS.test(summary) ? mistakeIn(changes, tolerances) : null,
    ...positionOf(actual.raw, actual.place),
    prompt: promptAfter(ends, expected.raw, known),
    diff: [
      ...before.slice(-SHOWN_BEFORE).map(({row}) => {
        const typed = answerTo(row, known);
        return {kind: 'same' as const, text: shownRow(row, 0), ...(typed === null ? {} : {typed})};
      }),
      ...shownOf(changes).map(({kind, row}) => {
        return {kind, text: shownRow(row, kind === 'expected' ? expected.place : actual.place)};
      }),
    ].slice(0, MOST_SHOWN),
    differing: {expected: count('expected'), actual: count('actual')},
    file,
  };
}

/** Max rows shown, rows above the first difference, and successive rows of one side. */
const MOST_SHOWN = 12;
const SHOWN_BEFORE = 2;
const MOST_OF_A_SIDE = 4;

/** Number of equal rows that end what is shown. */
const GAP = 3;

function shownOf(changes: readonly RowChange[]): RowChange[] {
  const isOver = (index: number): boolean => !changes.slice(index, index + GAP).some(isDifferent);
  const end = changes.findIndex((_, index) => index > 0 && isOver(index));
  let ofSide = 0;
  return (end === -1 ? changes : changes.slice(0, end + 1)).filter((one, index) => {
    ofSide = isDifferent(one) && one.kind === changes[index - 1]?.kind ? ofSide + 1 : 1;
    return ofSide <= MOST_OF_A_SIDE;
  });
}

/** @param ends those of the prompts before the difference */
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

/** Says in a few words what is wrong: equal for equal mistakes, but for numbers. @param before rows in common */
function summarise(
  before: readonly RowChange[],
  changes: readonly RowChange[],
  tolerances: readonly Tolerance[],
): string {
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
 * Names a mistake by the expected and the printed row if these are alike; else the program did something else: it is named by
 * its last words if it ended too early, or by the expected row. Null: the program printed no more.
 */
function mistakeIn(changes: readonly RowChange[], tolerances: readonly Tolerance[]): string | null {
  const spoken = changes.filter(({row}) => hasWords(row.text));
  const golden = spoken.filter(({kind}) => kind !== 'actual');
  const output = spoken.filter(({kind}) => kind !== 'expected');
  if (output.length === 0) return null;
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

function textsOf(changes: readonly RowChange[], side: RowChange['kind']): string[] {
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

/** Replaces numbers, matches of a global pattern, by `#` unless another text has the same in their place. */
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
