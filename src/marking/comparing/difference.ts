/*
 * Compares an output with its golden: equal under tolerances, or where they first differ, as a diff. All texts are Latin-1,
 * one character per byte.
 */
import type {Instead} from '../../running/work-files.js';
import type {Difference} from '../results/marks.js';
import {visible} from '../results/visible.js';
import {type Alignment, aligned, isDifferent, type RowChange, type Side} from './alignment.js';
import {EXACT, type Numbers, withNumbersOf} from './numbers.js';
import {answerTo, NO_SESSION, promptEnds, questionIn, type Session, shownRow} from './session.js';
import {mistakeIn, summarise} from './summary.js';
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
    mistake: mistakeIn(summary, changes, tolerances),
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

/** Number of successive equal rows that end a diff. */
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

/** @param ends ends of the prompts before the difference */
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
