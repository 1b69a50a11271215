/*
 * An example of a mistake: in a few lines what a person needs to see it. Whatever it leaves out is in the details.
 */
import {widthOf, wrapWords} from '../../command-line/terminal.js';
import {lastWordsIn} from '../results/last-words.js';
import type {CaseMarks, DiffLine} from '../results/marks.js';
import {around, clipped, oneLine, plainLines} from '../results/visible.js';
import {
  FLUSH_HINT,
  faultOf,
  givenParts,
  judgeLines,
  NOTHING_PRINTED,
  notesOf,
  promptBefore,
  reasonBelow,
  testsLines,
  wouldPass,
} from './details.js';
import {drawnDifference, drawnInput, type Gutters, type Line, plain, rowsOf} from './drawing.js';

/** How an example is shown. */
export interface Showing {
  /** How many rows of a terminal it may take; null: ample, and the command counts as nothing. */
  readonly rows: number | null;
  /** Whether it stands for the first of several cases. */
  readonly isFirst: boolean;
  /** Whether a student reads it, who cannot ask for more. */
  readonly isForStudent: boolean;
}

/** The rows of an example without its command, where there is room. */
const AMPLE = 14;

/** In the order in which they are shown. `output`: how it differs, or what was printed. */
const PARTS = [
  'reason',
  'judge',
  'place',
  'tests',
  'output',
  'facts',
  'stderr',
  'given',
  'input',
  'command',
] as const;
type PartName = (typeof PARTS)[number];

/** What is worth most first: a part, and how many lines of it. A part that comes again gets longer. */
const WORTH: readonly (readonly [part: PartName, lines: number])[] = [
  ['reason', 4],
  ['output', 2],
  ['given', 1],
  ['input', 1],
  ['place', 1],
  ['facts', 1],
  ['judge', 4],
  ['stderr', 1],
  ['tests', 1],
  ['given', 3],
  ['reason', AMPLE],
  ['judge', AMPLE],
  ['output', 5],
  ['command', 1],
  ['stderr', 3],
  ['output', AMPLE],
];

/** A difference has at least a line of each side, or an empty line with its neighbours. */
const LEAST_SHOWN = 2;
const LEAST_AROUND_EMPTY = 3;

/** Lines are cut to about so many characters, so that they stay one line on a terminal. */
const WIDTH = 64;

/** A sentence may be longer: nothing stands before it. */
const SENTENCE = 77;

/** Words, because few people know by heart which side of a diff is theirs. */
const GUTTERS: Gutters = {
  same: '          ',
  expected: 'expected  ',
  actual: 'actual    ',
  omitted: '        … ',
};

/** The example of a mistake, without its headline. */
export function exampleOf(one: CaseMarks, {rows, isFirst, isForStudent}: Showing): Line[] {
  const facts = [...wouldPass(one).map(({text}) => text), ...notesOf(one)];
  const parts: Readonly<Record<PartName, (most: number) => readonly Line[]>> = {
    reason: (most) => reasonLines(one, most, isForStudent),
    judge: (most) => judgeLines(one).slice(0, most),
    place: () => placeLines(one, isFirst),
    tests: () => testsLines(one),
    output: (most) => [...diffLines(one, most), ...printedLines(one, most)],
    facts: () => (facts.length === 0 ? [] : [plain(facts.join('; '))]),
    stderr: (most) => errorLines(one, most),
    given: (most) => givenLines(one).slice(0, most),
    input: () => inputLines(one),
    command: () => commandLines(one),
  };
  const chosen: Partial<Record<PartName, readonly Line[]>> = {};
  let left = rows ?? AMPLE + rowsOf(commandLines(one));
  for (const [name, most] of WORTH) {
    const before = chosen[name];
    const longer = longestIn(left + rowsOf(before ?? []), most, parts[name]);
    if (longer === null) continue;
    left += rowsOf(before ?? []) - rowsOf(longer);
    chosen[name] = longer;
  }
  return PARTS.flatMap((name) => chosen[name] ?? []);
}

/** As many lines of a part as fit; null if none do. */
function longestIn(
  rows: number,
  most: number,
  part: (most: number) => readonly Line[],
): readonly Line[] | null {
  for (let lines = most; lines > 0; ) {
    const drawn = part(lines);
    const over = rowsOf(drawn) - rows;
    if (over <= 0) return drawn;
    lines -= over;
  }
  return null;
}

function reasonLines(one: CaseMarks, most: number, isForStudent: boolean): Line[] {
  return [...cut(reasonBelow(one), most, isForStudent), ...faultOf(one)].map(plain);
}

function placeLines({difference}: CaseMarks, isFirst: boolean): Line[] {
  if (difference === null || difference.exactness === 'none') return [];
  const {exactness, line, column, prompt} = difference;
  const where = exactness === 'byte' ? `line ${line}, column ${column}` : `line ${line}`;
  const place = `${isFirst ? 'in the first, ' : ''}at ${where}`;
  if (prompt === null) return [plain(place)];
  const answer = prompt.input === null ? 'the end of the input' : clipped(oneLine(prompt.input), 30);
  const sentence = `${place}, after ${answer} at prompt ${prompt.number}, ${oneLine(prompt.text)}`;
  return [plain(clipped(sentence, SENTENCE))];
}

function diffLines({difference}: CaseMarks, most: number): Line[] {
  if (difference === null) return [];
  return drawnDifference({...difference, diff: aroundFirst(difference.diff, most)}, GUTTERS, WIDTH);
}

/** The last that was printed, because there it stopped. */
function printedLines({printed}: CaseMarks, most: number): Line[] {
  if (printed === null) return [];
  const lines = plainLines(printed);
  if (lines.length === 0) return [plain(`printed until then: ${NOTHING_PRINTED}`), plain(FLUSH_HINT)];
  const last = lines.slice(-most).map((text) => plain(`| ${around(text, text.length, WIDTH)}`));
  const which = lines.length > most ? ', the end' : '';
  return [plain(`printed until then${which}:`), ...last];
}

/** The first lines that differ, with some of those around them: an empty line alone says nothing. */
function aroundFirst(diff: readonly DiffLine[], atMost: number): DiffLine[] {
  const differs = ({kind}: DiffLine): boolean => kind === 'expected' || kind === 'actual';
  const first = diff.findIndex(differs);
  if (first === -1) return [];
  const length = diff.slice(first).findIndex((line) => !differs(line));
  const end = length === -1 ? diff.length : first + length;
  const above = sameFrom(diff.slice(0, first).reverse());
  const below = sameFrom(diff.slice(end));
  const block = diff.slice(first, end);
  const isEmpty = block.every(({text}) => EMPTY.test(text));
  const most = Math.max(isEmpty ? LEAST_AROUND_EMPTY : LEAST_SHOWN, atMost);
  const changed = fewOf(
    block,
    block.length < most || most > LEAST_SHOWN ? most - Math.min(1, above.length) : most,
  );
  const room = most - changed.length;
  const anchor = isEmpty ? Math.min(1, below.length) : 0;
  const before = above.slice(0, Math.max(0, Math.min(Math.ceil((2 * room) / 3), room - anchor))).reverse();
  return [...before, ...changed, ...below.slice(0, Math.max(anchor, room - before.length))];
}

/** A line of nothing but white space, as visible text. */
const EMPTY = /^[·⇥]*⏎?$/;

/** If they are too many, some of both sides, and how many more there are. */
function fewOf(changed: readonly DiffLine[], most: number): DiffLine[] {
  if (changed.length <= most) return [...changed];
  const [expected, actual] = (['expected', 'actual'] as const).map((side) =>
    changed.filter(({kind}) => kind === side),
  );
  const room = Math.max(LEAST_SHOWN, most - 1);
  const ofExpected = Math.max(Math.ceil(room / 2), room - (actual?.length ?? 0));
  const few = [...(expected ?? []).slice(0, ofExpected)];
  few.push(...(actual ?? []).slice(0, room - few.length));
  const left = changed.length - few.length;
  return few.length >= most ? few : [...few, {kind: 'omitted', text: `${left} more lines differ here`}];
}

/** The lines at the start that are in both outputs. */
function sameFrom(lines: readonly DiffLine[]): readonly DiffLine[] {
  const end = lines.findIndex(({kind}) => kind !== 'same');
  return end === -1 ? lines : lines.slice(0, end);
}

/** The last lines that say something, because the last one of Python says what it was. */
function errorLines({stderr, lastWords}: CaseMarks, most: number): Line[] {
  if (stderr === null) return [];
  const lines = plainLines(stderr);
  // What comes after the last words is a legend, or a stack.
  const end = lastWords === null ? lines.length : lineOfLastWords(lines);
  const telling = lines.slice(0, end).filter((text) => !EMPTY.test(text));
  const last = telling.slice(-most).map((text) => clipped(text, WIDTH));
  const isEnd = end === lines.length ? 'the end ' : '';
  const label = `standard error${telling.length > most ? `, ${isEnd}of ${lines.length} lines` : ''}:`;
  if (last.length === 0) return [plain(`${label} only empty lines`)];
  return last.length === 1
    ? [plain(`${label} ${last.join('')}`)]
    : [label, ...last.map((text) => `| ${text}`)].map(plain);
}

/** How many lines there are to the end of the last words. */
function lineOfLastWords(lines: readonly string[]): number {
  const text = lines.map((line) => line.replaceAll('·', ' ').replace(/⏎$/, '')).join('\n');
  return text.slice(0, lastWordsIn(text)?.end).split('\n').length;
}

/** On one line, if there is room. */
function givenLines(one: CaseMarks): Line[] {
  const parts = givenParts(one).map((part) => clipped(part, SENTENCE));
  const ended = parts.map((part, index) => (index === parts.length - 1 ? part : `${part};`));
  return wrapWords(ended, SENTENCE, widthOf).map(plain);
}

/** Cut around the answer to the prompt before the difference. An empty one says nothing of a case with arguments. */
function inputLines({input, given, difference}: CaseMarks): Line[] {
  if (input === null || (input === '' && given !== null)) return [];
  const lines = plainLines(input).map((line) => drawnInput(line, WIDTH));
  const before = lines.slice(0, Math.max(0, (promptBefore(difference)?.number ?? 1) - 1)).join('');
  return [plain(input === '' ? 'input: empty' : `input: ${around(lines.join(''), before.length, WIDTH)}`)];
}

function commandLines({reproduce}: CaseMarks): Line[] {
  return reproduce === null ? [] : [{tone: 'command', text: oneLine(reproduce)}];
}

function cut(lines: readonly string[], most: number, isForStudent: boolean): string[] {
  if (lines.length <= most) return [...lines];
  const left = `… ${lines.length - most + 1} more lines`;
  return [...lines.slice(0, most - 1), isForStudent ? left : `${left} (--verbose)`];
}
