/*
 * The report for people. Each mistake is told once, however many cases it fails: who has it, and one example. If
 * there are several submissions, a table comes first. With `verbose`, every case is shown in full.
 */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, Marks, SubmissionMarks} from '../marks/marks.js';
import {sumOf} from '../marks/points.js';
import {detailsOf, headline, notesOf} from './details.js';
import {type Line, type Part, painted, type Tone} from './drawing.js';
import {oneLine} from './plain.js';
import {exampleOf, type Room, type SomeCases, type Trouble, troublesOf} from './troubles.js';

export interface HumanOptions {
  /** Whether to use terminal colours. */
  readonly colour: boolean;
  /** Whether to show every case, not just an example of each mistake. */
  readonly verbose?: boolean;
}

export function* writeHuman(marks: Marks, {colour, verbose = false}: HumanOptions): Iterable<string> {
  const print = (one: Line): string => `${colour ? painted(one) : one.text}\n`;
  for (const one of bodyOf(marks, verbose)) yield print(one);
  yield print(line(totalOf(marks), marks.complete ? 'strong' : 'bad'));
}

function* bodyOf({submissions}: Marks, verbose: boolean): Iterable<Line> {
  const [only] = submissions;
  const isClass = submissions.length !== 1 || only === undefined;
  if (!verbose) {
    yield* isClass ? classLines(submissions) : submissionLines(only);
    return;
  }
  if (isClass) yield* [...tableLines(submissions), line('')];
  for (const one of submissions) yield* everyCase(one);
}

/** The last line: points, cases, and whether the programs ran in the sandbox. */
export function totalOf({submissions, sandbox, shard, complete}: Marks): string {
  const cases = submissions.flatMap((one) => one.cases);
  const unchecked = cases.filter(({verdict}) => verdict === 'could-not-check').length;
  const points = sumOf(submissions.map((one) => one.points));
  const maxPoints = sumOf(submissions.map((one) => one.maxPoints));
  return [
    ...(complete ? [] : ['INCOMPLETE']),
    ...(submissions.length === 1 ? [] : [counted(submissions.length, 'submission')]),
    `${points}/${maxPoints} points`,
    `${passedOf(cases)} of ${counted(cases.length, 'case')} passed`,
    ...(unchecked === 0 ? [] : [`${unchecked} could not be checked`]),
    `sandbox ${sandbox ? 'on' : 'off'}`,
    ...(shard === null ? [] : [`shard ${oneLine(shard)}`]),
  ].join(', ');
}

/** One or two mistakes fit on a terminal of 24 lines, with the sum. */
function submissionLines(submission: SubmissionMarks): Line[] {
  const troubles = troublesOf([submission]);
  const room: Room = troubles.length === 1 ? 'ample' : 'scarce';
  return [
    line(oneLine(submission.target), 'strong'),
    ...suiteLines(submission),
    line(''),
    ...troubles.flatMap((trouble) => [...ownTroubleLines(trouble, submission, room), line('')]),
    ...noteLines([submission], 'case'),
  ];
}

/** The points of each suite, if there are several. */
function suiteLines({cases}: SubmissionMarks): Line[] {
  const suites = [...groupBy(cases, ({suite}) => suite)];
  if (suites.length < 2) return [];
  const width = Math.max(...suites.map(([suite]) => oneLine(suite).length));
  return suites.map(([suite, members]) => line(`  ${oneLine(suite).padEnd(width)}  ${pointsOf(members)}`));
}

function ownTroubleLines({label, example, members}: Trouble, {cases}: SubmissionMarks, room: Room): Line[] {
  const affected = members.flatMap((one) => one.cases);
  const isAll = affected.length === cases.length && cases.length > 1;
  const names = affected.length === 1 ? affected.map(nameOf) : affected.map(shortNameOf);
  return [
    line(`${isAll ? 'all ' : ''}${counted(affected.length, 'case')}: ${label}`, 'bad'),
    ...(isAll ? [] : wrapped(names, room === 'ample' ? 3 : 1)),
    ...indented(exampleOf(example.one, room, affected.length > 1), 2),
  ];
}

function* classLines(submissions: readonly SubmissionMarks[]): Iterable<Line> {
  yield* tableLines(submissions);
  yield line('');
  for (const trouble of troublesOf(submissions)) yield* [...troubleLines(trouble), line('')];
  yield* noteLines(submissions, 'submission');
}

function tableLines(submissions: readonly SubmissionMarks[]): Line[] {
  const rows = submissions.map(({target, points, maxPoints, cases}) => {
    const first = cases.find(({verdict}) => verdict !== 'pass');
    return [
      oneLine(target),
      `${points}/${maxPoints}`,
      `${passedOf(cases)}/${cases.length}`,
      first === undefined ? '' : `${oneLine(first.case)}: ${headline(first)}`,
    ];
  });
  const table = [['submission', 'points', 'passed', 'first problem'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row, index) =>
    line(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      index === 0 ? 'strong' : 'plain',
    ),
  );
}

function troubleLines({label, members, example}: Trouble): Line[] {
  return [
    line(`${counted(members.length, 'submission')}: ${label}`, 'bad'),
    ...wrapped(members.map(memberOf)),
    line(`  for example ${oneLine(example.target)}, ${nameOf(example.one)}`),
    ...indented(exampleOf(example.one, 'ample', false), 4),
  ];
}

/** Notes on cases that passed, grouped by note. */
function noteLines(submissions: readonly SubmissionMarks[], noun: 'case' | 'submission'): Line[] {
  const notes = submissions.flatMap(({target, cases}) => {
    const passed = cases.filter(({verdict}) => verdict === 'pass');
    const noted = passed.flatMap((one) => notesOf(one).map((note) => ({note, one})));
    return [...groupBy(noted, ({note}) => note)].map(([note, some]) => ({
      note,
      member: {target, cases: some.map(({one}) => one)},
    }));
  });
  return [...groupBy(notes, ({note}) => note)].flatMap(([note, some]) => {
    const members = some.map(({member}) => member);
    const names =
      noun === 'case' ? members.flatMap(({cases}) => cases.map(shortNameOf)) : members.map(memberOf);
    const who = noun === 'case' ? 'that passed' : 'with cases that passed';
    return [
      line(`${counted(names.length, noun)} ${who}: ${note}`, 'strong'),
      ...wrapped(names, noun === 'case' ? 3 : Number.POSITIVE_INFINITY),
      line(''),
    ];
  });
}

/** A submission with all its cases, in full. */
function everyCase({target, cases}: SubmissionMarks): Line[] {
  const told = new Map<string, string>();
  return [
    line(oneLine(target), 'strong'),
    line(''),
    ...[...groupBy(cases, ({suite}) => suite)].flatMap(([suite, members]) => [
      line(`${oneLine(suite)}  ${pointsOf(members)}`, 'strong'),
      ...failuresInFull(members, told),
      ...members
        .filter(({verdict}) => verdict === 'pass')
        .map((one) => line(`  pass  ${[nameOf(one), ...notesOf(one)].join('; ')}`)),
      line(''),
    ]),
  ];
}

/** @param told details already shown, and for which case, so that a compiler's message appears only once */
function failuresInFull(cases: readonly CaseMarks[], told: Map<string, string>): Line[] {
  const failures = cases.filter(({verdict}) => verdict !== 'pass');
  return [...groupBy(failures, (one) => JSON.stringify(detailsOf(one)))].flatMap(([key, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    const details = detailsOf(first);
    const before = told.get(key);
    told.set(key, before ?? oneLine(first.case));
    return [
      line(''),
      ...members.map((one) => line(`  ${nameOf(one)}  ${one.points}/${one.maxPoints}`, 'strong')),
      ...(before !== undefined && details.length > 1
        ? [line(`    the same as ${before}`)]
        : indented(details, 4)),
    ];
  });
}

/** A line of names may be this long. */
const WIDTH = 96;

/** Names separated by commas, in lines that fit a terminal; of too many, the first and how many there are more. */
function wrapped(names: readonly string[], most = Number.POSITIVE_INFINITY): Line[] {
  let lines = linesFrom(names);
  for (let shown = Math.min(names.length, most * WIDTH); lines.length > most && shown > 1; ) {
    shown -= 1;
    lines = linesFrom([...names.slice(0, shown), `and ${names.length - shown} more (--verbose)`]);
  }
  return lines.map((text) => line(`  ${text}`));
}

function linesFrom(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const item = index === names.length - 1 ? name : `${name},`;
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length + 1 > WIDTH) lines.push(item);
    else lines[lines.length - 1] = `${last} ${item}`;
  }
  return lines;
}

function memberOf({target, cases}: SomeCases): string {
  return oneLine(target) + (cases.length === 1 ? '' : ` (${cases.length} cases)`);
}

/** Path and title of a case; the title only if it says more than the path. */
function nameOf({case: path, title, visibility, withheld}: CaseMarks): string {
  const stem = path.slice(path.lastIndexOf('/') + 1);
  return (
    oneLine(path) +
    (title === stem || withheld ? '' : `  ${oneLine(title)}`) +
    (visibility === 'public' || withheld ? '' : '  (hidden)')
  );
}

/** In a list of many. */
function shortNameOf(one: CaseMarks): string {
  return oneLine(one.case) + (one.visibility === 'public' || one.withheld ? '' : ' (hidden)');
}

function pointsOf(cases: readonly CaseMarks[]): string {
  const [points, maxPoints] = [
    sumOf(cases.map((one) => one.points)),
    sumOf(cases.map((one) => one.maxPoints)),
  ];
  return `${points}/${maxPoints} points, ${passedOf(cases)} of ${counted(cases.length, 'case')} passed`;
}

function passedOf(cases: readonly CaseMarks[]): number {
  return cases.filter(({verdict}) => verdict === 'pass').length;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function line(text: string, tone: Tone = 'plain'): Line {
  return {tone, text};
}

function indented(lines: readonly Line[], by: number): Line[] {
  const moved = ({from, to, tone}: Part): Part => ({from: from + by, to: to + by, tone});
  return lines.map(({tone, text, parts = []}) => ({
    tone,
    text: ' '.repeat(by) + text,
    parts: parts.map(moved),
  }));
}
