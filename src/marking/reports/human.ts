/*
 * The report for people. Each mistake is told once, however many cases it fails: who has it, and one example. If
 * there are several submissions, a table comes first. With `verbose`, every case is shown in full.
 */

import {padEnd, widthOf, wrapWords} from '../../command-line/terminal.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {counted, groupBy} from '../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  mapped,
  type SubmissionMarks,
  type Submissions,
} from '../results/marks.js';
import {sumOf} from '../results/points.js';
import {oneLine} from '../results/visible.js';
import {type NamedCase, type SomeCases, type Trouble, troublesOf} from './causes.js';
import {detailsOf, headline, notesOf} from './details.js';
import {COLUMNS, type Line, painted, rowsOf, type Span, type Tone} from './drawing.js';
import {exampleOf} from './example.js';

export interface HumanOptions {
  /** Whether to use terminal colours. */
  readonly colour: boolean;
  /** Whether to show every case, not just an example of each mistake. */
  readonly verbose?: boolean;
  /** How many rows the terminal has; null if it is not printed on one, so that there is room for all. */
  readonly rows?: number | null;
  /** Whether a student reads it, who cannot ask for more. */
  readonly isForStudent?: boolean;
}

export function* writeHuman(marks: Marks, options: HumanOptions): Iterable<string> {
  const print = (one: Line): string => withoutCommands(`${options.colour ? painted(one) : one.text}\n`);
  for (const one of bodyOf(marks, options)) yield print(one);
  yield print(line(totalOf(marks), marks.complete ? 'strong' : 'bad'));
}

/** One failure, as a report tells it that has room for all of it. */
export function* writeExample(one: CaseMarks, colour: boolean): Iterable<string> {
  const lines = [
    ...headingLines(headline(one), 'bad'),
    ...indented(exampleOf(one, {rows: null, isFirst: false, isForStudent: false}), 2),
  ];
  for (const each of lines) yield withoutCommands(`${colour ? painted(each) : each.text}\n`);
}

function* bodyOf({submissions}: Marks, options: HumanOptions): Iterable<Line> {
  const {verbose = false, rows = null, isForStudent = false} = options;
  const only = submissions.at(0);
  const isClass = submissions.length !== 1 || only === undefined;
  if (!verbose) {
    yield* isClass ? classLines(submissions, isForStudent) : submissionLines(only, rows, isForStudent);
    return;
  }
  if (isClass) yield* [...tableLines(submissions), line('')];
  for (const one of submissions) yield* everyCase(one);
}

/** The last line: points, cases, and whether the programs ran in the sandbox. */
export function totalOf({submissions, sandbox, sandboxOff, complete}: Marks): string {
  let [count, passed, unchecked] = [0, 0, 0];
  const sums = Array.from(submissions, ({points, maxPoints, cases}) => {
    count += cases.length;
    passed += passedOf(cases);
    unchecked += cases.filter(({verdict}) => verdict === 'could-not-check').length;
    return {points, maxPoints};
  });
  const points = sumOf(sums.map((one) => one.points));
  const maxPoints = sumOf(sums.map((one) => one.maxPoints));
  return [
    ...(complete && unchecked === 0 ? [] : ['INCOMPLETE']),
    ...(submissions.length === 1 ? [] : [counted(submissions.length, 'submission')]),
    `${points}/${maxPoints} points`,
    `${passed} of ${counted(count, 'case')} passed`,
    ...(unchecked === 0 ? [] : [`${unchecked} could not be checked`]),
    `sandbox ${sandbox ? 'on' : 'off'}${sandboxOff === null ? '' : ` (${oneLine(sandboxOff)})`}`,
  ].join(', ');
}

/** An example has at least so many rows, even if the terminal is too small for it. */
const LEAST_ROWS = 4;

/** What else is on a terminal: the sum, where to find commands, and where the next command is typed. */
const ROWS_BELOW = 3;

/** One or two mistakes fit on a terminal of 24 rows. */
function submissionLines(submission: SubmissionMarks, rows: number | null, isForStudent: boolean): Line[] {
  const above = [line(oneLine(submission.target), 'strong'), ...suiteLines(submission), line('')];
  const below = [...hiddenLines([submission]), ...noteLines([submission], 'case', isForStudent)];
  const seen = withoutHidden(submission);
  const troubles = troublesOf([seen]);
  const most = rows === null ? 3 : 1;
  const parts = troubles.map((trouble) => {
    const head = headLines(trouble, submission, most, isForStudent);
    const example = (own: number | null): Line[] => ownExample(trouble, own, isForStudent);
    return {head, example, needs: rowsOf(example(null))};
  });
  const told = rowsOf([...above, ...below, ...parts.flatMap(({head}) => [...head, line('')])]);
  const needs = parts.map((one) => one.needs);
  const shares = rows === null ? needs.map(() => null) : sharesOf(rows - told - ROWS_BELOW, needs);
  const examples = parts.map(({head, example}, index) => ({head, lines: example(shares[index] ?? null)}));
  const lacksCommand = troubles.some(
    ({example}, index) =>
      example().one.reproduce !== null && examples[index]?.lines.every(({tone}) => tone !== 'command'),
  );
  return [
    ...above,
    ...examples.flatMap(({head, lines}) => [...head, ...lines, line('')]),
    ...below,
    ...(lacksCommand && !isForStudent ? [line(WHERE_COMMANDS)] : []),
  ];
}

const WHERE_COMMANDS = '--verbose or --case NAME prints the command that reproduces a failure';

/** Shares rows among examples: what one does not need is for the others. */
function sharesOf(rows: number, needs: readonly number[]): number[] {
  const shares = [...needs];
  let left = rows;
  const least = [...needs.keys()].sort((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0));
  for (const [done, index] of least.entries()) {
    const even = Math.max(LEAST_ROWS, Math.floor(left / (needs.length - done)));
    shares[index] = Math.min(needs[index] ?? 0, even);
    left -= shares[index] ?? 0;
  }
  return shares;
}

/** A student learns only how many of the hidden cases did not pass. */
function hiddenLines(submissions: Iterable<SubmissionMarks>): Line[] {
  let hidden = 0;
  for (const {cases} of submissions) hidden += cases.filter(isWithheldFailure).length;
  return hidden === 0 ? [] : [line(`${counted(hidden, 'hidden case')} did not pass`, 'bad'), line('')];
}

function withoutHidden(submission: SubmissionMarks): SubmissionMarks {
  return {...submission, cases: submission.cases.filter((one) => !isWithheldFailure(one))};
}

function isWithheldFailure({withheld, verdict}: CaseMarks): boolean {
  return withheld && verdict !== 'pass';
}

/** The points of each suite, if there are several. */
function suiteLines({cases}: SubmissionMarks): Line[] {
  const suites = [...groupBy(cases, ({suite}) => suite)];
  if (suites.length < 2) return [];
  const width = Math.max(...suites.map(([suite]) => widthOf(oneLine(suite))));
  return suites.map(([suite, members]) => line(`  ${padEnd(oneLine(suite), width)}  ${pointsOf(members)}`));
}

function headLines(
  {label, members}: Trouble,
  {cases}: SubmissionMarks,
  most: number,
  isForStudent: boolean,
): Line[] {
  const affected = members.flatMap((one) => one.cases);
  const isAll = affected.length === cases.length && cases.length > 1;
  const names = affected.length === 1 ? affected.map(nameOf) : affected.map(shortNameOf);
  return [
    ...headingLines(`${isAll ? 'all ' : ''}${counted(affected.length, 'case')}: ${label}`, 'bad'),
    ...(isAll ? [] : wrapped(names, isForStudent, most)),
  ];
}

function ownExample({members, example}: Trouble, rows: number | null, isForStudent: boolean): Line[] {
  const isFirst = members.flatMap(({cases}) => cases).length > 1;
  return indented(exampleOf(example().one, {rows, isFirst, isForStudent}), 2);
}

function* classLines(submissions: Submissions, isForStudent: boolean): Iterable<Line> {
  yield* tableLines(submissions);
  yield line('');
  for (const trouble of troublesOf(mapped(submissions, withoutHidden)))
    yield* [...troubleLines(trouble, isForStudent), line('')];
  yield* hiddenLines(submissions);
  yield* noteLines(submissions, 'submission', isForStudent);
}

function tableLines(submissions: Iterable<SubmissionMarks>): Line[] {
  const rows = Array.from(submissions, (one) => {
    const {target, points, maxPoints, cases} = one;
    const first = cases.find(({verdict}) => verdict !== 'pass');
    return [
      oneLine(target),
      `${points}/${maxPoints}${isIncomplete(one) ? ' INCOMPLETE' : ''}`,
      `${passedOf(cases)}/${cases.length}`,
      first === undefined ? '' : `${oneLine(first.case)}: ${headline(first)}`,
    ];
  });
  const table = [['submission', 'points', 'passed', 'first problem'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  return table.map((row, index) =>
    line(
      row
        .map((cell, column) => padEnd(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      index === 0 ? 'strong' : 'plain',
    ),
  );
}

function troubleLines({label, members, example}: Trouble, isForStudent: boolean): Line[] {
  const {target, one} = example();
  return [
    ...headingLines(`${counted(members.length, 'submission')}: ${label}`, 'bad'),
    ...wrapped(members.map(memberOf), isForStudent),
    line(`  for example ${oneLine(target)}, ${nameOf(one)}`),
    ...indented(exampleOf(one, {rows: null, isFirst: false, isForStudent}), 4),
  ];
}

/** Notes on cases that passed, grouped by note. */
function noteLines(
  submissions: Iterable<SubmissionMarks>,
  noun: 'case' | 'submission',
  isForStudent: boolean,
): Line[] {
  const named = new Map<string, string[]>();
  for (const {target, cases} of submissions) {
    const passed = cases.filter(({verdict}) => verdict === 'pass');
    const noted = passed.flatMap((one) => notesOf(one).map((note) => ({note, one})));
    for (const [note, some] of groupBy(noted, (one) => one.note)) {
      const own = some.map(({one}) => one);
      const names = noun === 'case' ? own.map(shortNameOf) : [memberOf({target, cases: own})];
      const before = named.get(note) ?? [];
      before.push(...names);
      named.set(note, before);
    }
  }
  return [...named].flatMap(([note, names]) => {
    const who = noun === 'case' ? 'that passed' : 'with cases that passed';
    return [
      line(`${counted(names.length, noun)} ${who}: ${note}`, 'strong'),
      ...wrapped(names, isForStudent, noun === 'case' ? 3 : Number.POSITIVE_INFINITY),
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

/** A line of names may be this long: with what it is indented by it fits a terminal. */
const WIDTH = COLUMNS - 2;

/** Names separated by commas, in lines that fit a terminal; of too many, the first and how many there are more. */
function wrapped(names: readonly string[], isForStudent: boolean, most = Number.POSITIVE_INFINITY): Line[] {
  const listed = (items: readonly string[]): string[] =>
    linesOf(items.map((name, index) => (index === items.length - 1 ? name : `${name},`)));
  let lines = listed(names);
  // Beside what is said of the rest there may be room for fewer.
  const fit = lines.slice(0, most).join(' ').split(', ').length;
  for (let shown = Math.min(fit, names.length - 1); lines.length > most && shown > 0; shown -= 1) {
    const more = `and ${names.length - shown} more`;
    lines = listed([...names.slice(0, shown), isForStudent ? more : `${more} (--verbose)`]);
  }
  return lines.map((text) => line(`  ${text}`));
}

/** A heading, broken between words. */
function headingLines(text: string, tone: Tone): Line[] {
  return linesOf(text.split(' ')).map((part, index) => line(index === 0 ? part : `  ${part}`, tone));
}

function linesOf(words: readonly string[]): string[] {
  return wrapWords(words, WIDTH, widthOf);
}

function memberOf({target, cases}: SomeCases): string {
  return oneLine(target) + (cases.length === 1 ? '' : ` (${cases.length} cases)`);
}

/** Path and title of a case; the title only if it says more than the path. */
function nameOf({case: path, title, visibility, withheld}: NamedCase): string {
  const stem = path.slice(path.lastIndexOf('/') + 1);
  return (
    oneLine(path) +
    (title === stem || withheld ? '' : `  ${oneLine(title)}`) +
    (visibility === 'public' || withheld ? '' : '  (hidden)')
  );
}

/** In a list of many. */
function shortNameOf(one: NamedCase): string {
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

function line(text: string, tone: Tone = 'plain'): Line {
  return {tone, text};
}

function indented(lines: readonly Line[], by: number): Line[] {
  const moved = ({from, to, tone}: Span): Span => ({from: from + by, to: to + by, tone});
  return lines.map(({tone, text, parts = []}) => ({
    tone,
    text: ' '.repeat(by) + text,
    parts: parts.map(moved),
  }));
}
