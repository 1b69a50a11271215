/*
 * What went wrong, grouped by cause: in one submission, or across a class. Of each cause an example shows in a few
 * lines what a person needs to see the mistake; whatever it leaves out is in the details.
 */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, DiffLine, SubmissionMarks} from '../marks/marks.js';
import {DIFF_TONES, headline, judgeLines, type Line, notesOf, reasonBelow, wouldPass} from './details.js';
import {around, clipped, oneLine, plainLines, sameLength} from './plain.js';

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
  // Two different reasons can begin with the same line, so the whole reason is the key.
  const keyOf = (one: CaseMarks): string =>
    JSON.stringify([headline(one), one.difference === null ? one.reason : null]);
  const groups = [...groupBy(failures, ({one}) => keyOf(one)).values()];
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

function skips({example}: Trouble): number {
  return example.one.verdict === 'skipped' ? 1 : 0;
}

/** How much of a terminal there is for an example: `ample` if it is the only one. */
export type Room = 'ample' | 'scarce';

/** How many lines each part may take. */
const MOST: Readonly<Record<Room, {reason: number; diff: number; stderr: number; input: number}>> = {
  ample: {reason: 14, diff: 7, stderr: 3, input: 1},
  scarce: {reason: 4, diff: 3, stderr: 1, input: 0},
};

/** Lines are cut to about so many characters, so that they stay one line on a terminal. */
const WIDTH = 84;

/** Words, because few people know by heart which side of a diff is theirs. */
const GUTTERS: Readonly<Record<DiffLine['kind'], string>> = {
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
  return [
    ...reasonLines(one, most.reason),
    ...judgeLines(one).slice(0, most.reason),
    ...placeLines(one, isFirst),
    ...diffLines(one.difference?.diff ?? [], most.diff),
    ...(facts.length === 0 ? [] : [plain(facts.join('; '))]),
    ...errorLines(one, most.stderr),
    ...inputLines(one, most.input),
    ...commandLines(one),
  ];
}

function reasonLines(one: CaseMarks, most: number): Line[] {
  const ours = one.verdict === 'could-not-check' ? ["this is the marker's fault, not the program's"] : [];
  return [...cut(reasonBelow(one), most), ...ours].map(plain);
}

function placeLines({difference}: CaseMarks, isFirst: boolean): Line[] {
  if (difference === null) return [];
  const {line, column, prompt} = difference;
  const place = `${isFirst ? 'in the first, ' : ''}at line ${line}, column ${column}`;
  if (prompt === null) return [plain(place)];
  const answer = prompt.input === null ? 'the end of the input' : clipped(oneLine(prompt.input), 30);
  return [
    plain(`${place}, after ${answer} at prompt ${prompt.number}, ${clipped(oneLine(prompt.text), 40)}`),
  ];
}

function diffLines(diff: readonly DiffLine[], most: number): Line[] {
  const lines = aroundFirst(diff, most);
  const textOf = (wanted: DiffLine['kind']): string[] => [
    ...oneLine(lines.find(({kind}) => kind === wanted)?.text ?? ''),
  ];
  const at = sameLength(textOf('expected'), textOf('actual'));
  return lines.map(({kind, text}) => ({
    tone: DIFF_TONES[kind],
    text: GUTTERS[kind] + around(oneLine(text), kind === 'same' ? 0 : at, WIDTH),
  }));
}

/** The first lines that differ, with some of those around them. */
function aroundFirst(diff: readonly DiffLine[], most: number): DiffLine[] {
  const differs = ({kind}: DiffLine): boolean => kind === 'expected' || kind === 'actual';
  const first = diff.findIndex(differs);
  if (first === -1) return [];
  const length = diff.slice(first).findIndex((line) => !differs(line));
  const end = length === -1 ? diff.length : first + length;
  const above = sameFrom(diff.slice(0, first).reverse());
  const changed = fewOf(diff.slice(first, end), most - Math.min(1, above.length));
  const room = most - changed.length;
  const before = above.slice(0, Math.ceil(room / 2)).reverse();
  const after = sameFrom(diff.slice(end)).slice(0, room - before.length);
  return [...before, ...changed, ...after];
}

/** If they are too many, some of both sides, and how many more there are. */
function fewOf(changed: readonly DiffLine[], most: number): DiffLine[] {
  if (changed.length <= most) return [...changed];
  const [expected, actual] = (['expected', 'actual'] as const).map((side) =>
    changed.filter(({kind}) => kind === side),
  );
  const room = most - 1;
  const ofExpected = Math.max(Math.ceil(room / 2), room - (actual?.length ?? 0));
  const few = [...(expected ?? []).slice(0, ofExpected)];
  few.push(...(actual ?? []).slice(0, room - few.length));
  return [...few, {kind: 'omitted', text: `${changed.length - few.length} more lines differ here`}];
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

function inputLines({input}: CaseMarks, most: number): Line[] {
  if (input === null || most === 0) return [];
  return [plain(input === '' ? 'input: empty' : `input: ${clipped(plainLines(input).join(''), WIDTH)}`)];
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
