/*
 * What went wrong, grouped by cause: in one submission, or across a class. Of each cause an example shows in a few
 * lines what a person needs to see the mistake; whatever it leaves out is in the details.
 */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, DiffLine, SubmissionMarks} from '../marks/marks.js';
import {
  faultLines,
  headline,
  judgeLines,
  NOTHING_PRINTED,
  notesOf,
  reasonBelow,
  whyLines,
  wouldPass,
} from './details.js';
import {drawnDiff, drawnInput, type Gutters, type Line} from './drawing.js';
import {around, clipped, oneLine, plainLines} from './plain.js';

/** One thing that went wrong, and everything that it affects. */
export interface Trouble {
  readonly label: string;
  /** Each submission once, with its cases. */
  readonly members: readonly SomeCases[];
  readonly example: {readonly target: string; readonly one: CaseMarks};
}

/** Cases of a submission, at least one. */
export interface SomeCases {
  readonly target: string;
  readonly cases: readonly CaseMarks[];
}

/** What affects most submissions first, then what affects most cases, and skipped cases last. */
export function troublesOf(submissions: readonly SubmissionMarks[]): Trouble[] {
  const failures = submissions.flatMap(({target, cases}, index) =>
    cases.filter(({verdict}) => verdict !== 'pass').map((one) => ({index, target, one})),
  );
  const groups = [...groupBy(failures, ({one}) => causeOf(one)).values()];
  return groups
    .sort((a, b) => b.length - a.length)
    .flatMap((group): Trouble[] => {
      const [example] = group;
      if (example === undefined) return [];
      const members = [...groupBy(group, ({index}) => String(index)).values()].map((some) => ({
        target: some[0]?.target ?? '',
        cases: some.map(({one}) => one),
      }));
      return [{label: headline(example.one), members, example}];
    })
    .sort((a, b) => skips(a) - skips(b) || b.members.length - a.members.length);
}

/** The same text for failures with the same cause. */
export function causeOf(one: CaseMarks): string {
  // Two different reasons can begin with the same line, so the whole reason counts.
  return JSON.stringify([headline(one), one.difference === null ? one.reason : null]);
}

function skips({example}: Trouble): number {
  return example.one.verdict === 'skipped' ? 1 : 0;
}

/** How much of a terminal there is for an example: `ample` if it is the only one. */
export type Room = 'ample' | 'scarce';

/** How many lines each part may take. What the others leave of `all` is for the difference, or what was printed. */
const MOST: Readonly<Record<Room, Readonly<Record<'all' | 'reason' | 'stderr' | 'input', number>>>> = {
  ample: {all: 14, reason: 14, stderr: 3, input: 1},
  scarce: {all: 5, reason: 4, stderr: 1, input: 0},
};

/** A difference has at least a line of each side. */
const LEAST_SHOWN = 2;

/** Lines are cut to about so many characters, so that they stay one line on a terminal. */
const WIDTH = 84;

/** Words, because few people know by heart which side of a diff is theirs. */
const GUTTERS: Gutters = {
  same: '          ',
  expected: 'expected  ',
  actual: 'actual    ',
  omitted: '        … ',
};

/**
 * The example of a mistake, without its headline.
 *
 * @param isFirst whether it stands for the first of several cases
 */
export function exampleOf(one: CaseMarks, room: Room, isFirst: boolean): Line[] {
  const most = MOST[room];
  const facts = [...wouldPass(one).map(({text}) => text), ...notesOf(one)];
  // One line less.
  const isJoined = room === 'scarce' && one.difference !== null;
  const above = [
    ...reasonLines(one, most.reason),
    ...judgeLines(one).slice(0, most.reason),
    ...(room === 'scarce' && isFirst ? [] : whyLines(one)),
    ...placeLines(one, isFirst, isJoined ? facts : null),
  ];
  const below = [
    ...(facts.length === 0 || isJoined ? [] : [plain(facts.join('; '))]),
    ...errorLines(one, most.stderr),
    ...inputLines(one, most.input),
    ...commandLines(one),
  ];
  const left = Math.max(LEAST_SHOWN, most.all - above.length - below.length - 1);
  return [...above, ...diffLines(one.difference?.diff ?? [], left), ...printedLines(one, left), ...below];
}

function reasonLines(one: CaseMarks, most: number): Line[] {
  return [...cut(reasonBelow(one), most), ...faultLines(one)].map(plain);
}

/** @param facts instead of the question, on the same line; null: they have a line of their own */
function placeLines({difference}: CaseMarks, isFirst: boolean, facts: readonly string[] | null): Line[] {
  if (difference === null) return [];
  const {line, column, prompt} = difference;
  const place = `${isFirst ? 'in the first, ' : ''}at line ${line}, column ${column}`;
  const more = (facts ?? []).map((fact) => `; ${fact}`).join('');
  if (prompt === null) return [plain(place + more)];
  const answer = prompt.input === null ? 'the end of the input' : clipped(oneLine(prompt.input), 30);
  const question = facts === null ? `, ${clipped(oneLine(prompt.text), 40)}` : '';
  return [plain(`${place}, after ${answer} at prompt ${prompt.number}${question}${more}`)];
}

function diffLines(diff: readonly DiffLine[], most: number): Line[] {
  return drawnDiff(aroundFirst(diff, most), GUTTERS, WIDTH);
}

/** The last that was printed, because there it stopped. */
function printedLines({printed}: CaseMarks, most: number): Line[] {
  if (printed === null) return [];
  const lines = plainLines(printed);
  if (lines.length === 0) return [plain(NOTHING_PRINTED)];
  const last = lines.slice(-most).map((text) => plain(`| ${around(text, text.length, WIDTH)}`));
  const which = lines.length > most ? ', the end' : '';
  return [plain(`printed until then${which}:`), ...last];
}

/** The first lines that differ, with some of those around them. */
function aroundFirst(diff: readonly DiffLine[], most: number): DiffLine[] {
  const differs = ({kind}: DiffLine): boolean => kind === 'expected' || kind === 'actual';
  const first = diff.findIndex(differs);
  if (first === -1) return [];
  const length = diff.slice(first).findIndex((line) => !differs(line));
  const end = length === -1 ? diff.length : first + length;
  const above = sameFrom(diff.slice(0, first).reverse());
  const block = diff.slice(first, end);
  const changed = fewOf(
    block,
    block.length < most || most > LEAST_SHOWN ? most - Math.min(1, above.length) : most,
  );
  const room = most - changed.length;
  const before = above.slice(0, Math.ceil((2 * room) / 3)).reverse();
  const after = sameFrom(diff.slice(end)).slice(0, room - before.length);
  return [...before, ...changed, ...after];
}

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

/** The last lines, because the last one of Python says what it was. */
function errorLines({stderr}: CaseMarks, most: number): Line[] {
  if (stderr === null) return [];
  const lines = plainLines(stderr);
  const last = lines.slice(-most).map((text) => clipped(text, WIDTH));
  const label = `standard error${lines.length > most ? `, the end of ${lines.length} lines` : ''}:`;
  return last.length === 1
    ? [plain(`${label} ${last.join('')}`)]
    : [label, ...last.map((text) => `| ${text}`)].map(plain);
}

/** Cut around the answer to the prompt before the difference. */
function inputLines({input, difference}: CaseMarks, most: number): Line[] {
  if (input === null || most === 0) return [];
  const lines = plainLines(input).map((line) => drawnInput(line, WIDTH));
  const before = lines.slice(0, Math.max(0, (difference?.prompt?.number ?? 1) - 1)).join('');
  return [plain(input === '' ? 'input: empty' : `input: ${around(lines.join(''), before.length, WIDTH)}`)];
}

function commandLines({reproduce}: CaseMarks): Line[] {
  return reproduce === null ? [] : [{tone: 'command', text: oneLine(reproduce)}];
}

function cut(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more lines (--verbose)`];
}

function plain(text: string): Line {
  return {tone: 'plain', text};
}
