/* The report for people. One submission is shown in full; several as a line each, with failures grouped. */
import {groupBy} from '../marks/grouping.js';
import type {CaseMarks, Marks, SubmissionMarks} from '../marks/marks.js';
import {sumOf} from '../marks/points.js';
import {detailsOf, headline, type Line, notesOf, type Tone} from './details.js';
import {oneLine} from './plain.js';
import {type Trouble, troublesOf} from './troubles.js';

export interface HumanOptions {
  /** Whether to use terminal colours. */
  readonly colour: boolean;
}

export function* writeHuman(marks: Marks, {colour}: HumanOptions): Iterable<string> {
  const {submissions} = marks;
  const [only] = submissions;
  const print = ({tone, text}: Line): string => `${colour ? paint(tone, text) : text}\n`;
  const body =
    submissions.length === 1 && only !== undefined ? submissionLines(only) : classLines(submissions);
  for (const one of body) yield print(one);
  yield print(line(totalOf(marks), marks.complete ? 'strong' : 'bad'));
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

function submissionLines({target, cases}: SubmissionMarks): Line[] {
  const told = new Map<string, string>();
  const suites = groupBy(cases, ({suite}) => suite);
  return [
    line(oneLine(target), 'strong'),
    line(''),
    ...[...suites].flatMap(([suite, members]) => [...suiteLines(suite, members, told), line('')]),
  ];
}

/** @param told details already shown, and for which case, so that a compiler's message appears only once */
function suiteLines(suite: string, cases: readonly CaseMarks[], told: Map<string, string>): Line[] {
  const points = `${sumOf(cases.map((one) => one.points))}/${sumOf(cases.map((one) => one.maxPoints))}`;
  const failures = groupBy(
    cases.filter(({verdict}) => verdict !== 'pass'),
    (one) => JSON.stringify(detailsOf(one)),
  );
  const noted = cases.filter((one) => one.verdict === 'pass' && notesOf(one).length > 0);
  return [
    line(
      `${oneLine(suite)}  ${points} points, ${passedOf(cases)} of ${counted(cases.length, 'case')} passed`,
      'strong',
    ),
    ...[...failures].flatMap(([key, members]) => failureLines(key, members, told)),
    ...noted.map((one) => line(`  pass  ${nameOf(one)}: ${notesOf(one).join('; ')}`)),
  ];
}

function failureLines(key: string, members: readonly CaseMarks[], told: Map<string, string>): Line[] {
  const [first] = members;
  if (first === undefined) return [];
  const details = detailsOf(first);
  const before = told.get(key);
  told.set(key, before ?? oneLine(first.case));
  const isLong = details.length > 1;
  return [
    line(''),
    ...members.map((one) => line(`  ${nameOf(one)}  ${one.points}/${one.maxPoints}`, 'strong')),
    ...(before !== undefined && isLong ? [line(`    the same as ${before}`)] : indented(details, 4)),
  ];
}

function* classLines(submissions: readonly SubmissionMarks[]): Iterable<Line> {
  yield* tableLines(submissions);
  yield line('');
  for (const trouble of troublesOf(submissions)) yield* [...troubleLines(trouble), line('')];
  yield* noteLines(submissions);
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
    line(`${counted(members.length, 'submission')}: ${label}`, 'strong'),
    ...wrapped(members.map(({target, cases}) => oneLine(target) + (cases === 1 ? '' : ` (${cases} cases)`))),
    line(`  for example ${oneLine(example.target)}, ${nameOf(example.one)}`),
    ...indented(detailsOf(example.one), 4),
  ];
}

/** Notes on cases that passed, grouped by note. */
function noteLines(submissions: readonly SubmissionMarks[]): Line[] {
  const notes = submissions.flatMap(({target, cases}) => {
    const passed = cases.filter(({verdict}) => verdict === 'pass');
    return [...groupBy(passed.flatMap(notesOf), (note) => note)].map(([note, {length}]) => ({
      target,
      note,
      length,
    }));
  });
  return [...groupBy(notes, ({note}) => note)].flatMap(([note, members]) => [
    line(`${counted(members.length, 'submission')} with cases that passed: ${note}`, 'strong'),
    ...wrapped(
      members.map(({target, length}) => oneLine(target) + (length === 1 ? '' : ` (${length} cases)`)),
    ),
    line(''),
  ]);
}

/** Names separated by commas, in lines that fit a terminal. */
function wrapped(names: readonly string[]): Line[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const item = index === names.length - 1 ? name : `${name},`;
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length > 96) lines.push(item);
    else lines[lines.length - 1] = `${last} ${item}`;
  }
  return lines.map((text) => line(`  ${text}`));
}

/** Path and title of a case; the title only if it says more than the path. */
function nameOf({case: path, title, visibility}: CaseMarks): string {
  const stem = path.slice(path.lastIndexOf('/') + 1);
  return (
    oneLine(path) +
    (title === stem ? '' : `  ${oneLine(title)}`) +
    (visibility === 'hidden' ? '  (hidden)' : '')
  );
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
  return lines.map(({tone, text}) => ({tone, text: ' '.repeat(by) + text}));
}

/** How a terminal shows a tone: SGR codes. */
const COLOURS: Readonly<Record<Tone, string | null>> = {
  plain: null,
  strong: '1',
  good: '32',
  bad: '31',
  command: '36',
};

function paint(tone: Tone, text: string): string {
  const colour = COLOURS[tone];
  return colour === null ? text : `\x1b[${colour}m${text}\x1b[0m`;
}
