/* The report for a terminal: a table of the class, then each mistake once, by one example; with `verbose`, every case. */
import {aligned, tableWidth, wrapWords} from '../../command-line/terminal.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {commentLines, gradeRows} from '../grading/grade.js';
import {counted, groupBy, listIn, listSome} from '../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  passedOf,
  type RunFacts,
  type Score,
  type SubmissionMarks,
  type Submissions,
  stagesOf,
  stageTitles,
  type Totals,
} from '../results/marks.js';
import {oneLine} from '../results/visible.js';
import {type Member, type Mistake, Mistakes, type NamedCase} from './causes.js';
import {drawn, indented, type Line, line, painted} from './draw.js';
import {
  type Audience,
  dangerIn,
  errorOnPass,
  explain,
  headline,
  isOfSubmission,
  Legend,
  markedFile,
  notesOf,
  remedyFor,
} from './explain.js';
import {MilderMarks} from './milder.js';

export interface HumanOptions {
  readonly colour: boolean;
  readonly verbose?: boolean;
  readonly audience?: Audience;
  /** Width of the terminal; undefined: unlimited. */
  readonly columns?: number | undefined;
}

export function* writeHuman(marks: Marks, options: HumanOptions): Iterable<string> {
  const {colour, verbose = false, audience = 'marker', columns} = options;
  const {submissions} = marks;
  const body = verbose ? everyCase(submissions, audience, columns) : mistakes(marks, audience, columns);
  const legend = new Legend();
  for (const one of body) {
    legend.see(one.text);
    yield printed(one, colour);
  }
  const {totals} = submissions;
  if (audience === 'marker') for (const text of dangerIn(totals)) yield printed(line(text, 'bad'), colour);
  yield printed(line(totalLine(totals, audience), totals.complete ? 'strong' : 'bad'), colour);
  if (audience === 'student') for (const text of legend.lines()) yield printed(line(text), colour);
}

export function* writeExample(one: CaseMarks, colour: boolean): Iterable<string> {
  const [, ...blocks] = explain(one, 'marker');
  for (const each of [...heading(headline(one)), ...indented(drawn(blocks), 2)]) yield printed(each, colour);
}

function printed(one: Line, colour: boolean): string {
  return withoutCommands(`${colour ? painted(one) : one.text}\n`);
}

export function totalLine(
  {submissions, cases, passed, unchecked, complete, sandbox, ...score}: Totals,
  audience: Audience,
): string {
  return [
    ...(complete && unchecked === 0 ? [] : ['INCOMPLETE']),
    ...(submissions === 1 ? [] : [counted(submissions, 'submission')]),
    `${scoreText(score)} points`,
    `${passed} of ${counted(cases, 'case')} passed`,
    ...(unchecked === 0 ? [] : [`${unchecked} could not be checked`]),
    ...(audience === 'marker' ? [`sandbox ${sandbox ? 'on' : 'off'}`] : []),
  ].join(', ');
}

/** Reads each submission once, because a large class takes long. */
function* mistakes({submissions, run}: Marks, audience: Audience, columns?: number): Iterable<Line> {
  const isOne = submissions.length === 1;
  const rows: string[][] = [];
  const found = new Mistakes();
  const notes = new Notes(isOne, audience);
  const doubts = new Doubts();
  const milder = new MilderMarks(run);
  let last: SubmissionMarks | null = null;
  for (const one of submissions) {
    rows.push(tableRow(one));
    found.add(one);
    notes.add(one);
    doubts.add(one);
    milder.add(one);
    last = one;
  }
  const only = isOne ? last : null;
  yield* only === null ? tableLines(rows, submissions, columns) : submissionLines(only);
  yield line('');
  let hidden = 0;
  for (const mistake of found.sorted()) {
    // Students see only the number of hidden cases that did not pass.
    if (mistake.example.one.withheld) {
      const isFailure = mistake.example.one.verdict !== 'could-not-check';
      for (const {cases} of mistake.members) hidden += isFailure ? cases.length : 0;
    } else yield* [...mistakeLines(mistake, only, audience), line('')];
  }
  if (hidden > 0) yield* [line(`${counted(hidden, 'hidden case')} did not pass`, 'bad'), line('')];
  yield* notes.lines();
  if (audience === 'student') return;
  yield* doubts.lines();
  const advice = [...milder.lines(isOne), ...further(run, submissions)];
  yield* advice.map((text) => line(text));
}

function further({further}: RunFacts, {length, targets, totals}: Submissions): string[] {
  const isRight = length === 1 && totals.passed === totals.cases;
  return isRight && further !== null
    ? [`${further} ${oneLine(targets[0] ?? '')} looks for mistakes that these cases miss`]
    : [];
}

function submissionLines(submission: SubmissionMarks): Line[] {
  const {target, grade} = submission;
  const stages = stagesOf(submission).map((one) => [oneLine(one.title), resultText(one)]);
  const rows = stages.length > 1 || grade ? [...stages, ...(grade ? gradeRows(grade) : [])] : [];
  const marked = markedFile(submission).map((text) => line(`  ${text}`));
  const comments = grade ? commentLines(grade).flatMap((lines) => ['', ...lines]) : [];
  return [
    line(oneLine(target), 'strong'),
    ...marked,
    ...[...aligned(rows), ...comments].map((text) => line(text && `  ${text}`)),
  ];
}

function tableRow(one: SubmissionMarks): string[] {
  const {target, cases, program} = one;
  const stages = stagesOf(one);
  return [
    oneLine(target),
    scoreText(one) + (isIncomplete(one) ? ' INCOMPLETE' : ''),
    ...(stages.length > 1 ? stages.map(scoreText) : []),
    `${passedOf(cases)}/${cases.length}`,
    oneLine(program ?? ''),
    firstProblem(one),
  ];
}

/** Names the first failure; `''` if all passed. */
export function firstProblem({cases}: Pick<SubmissionMarks, 'cases'>): string {
  const first = cases.find(({verdict}) => verdict !== 'pass');
  if (first === undefined) return '';
  return `${isOfSubmission(first) ? '' : `${oneLine(first.case)}: `}${headline(first)}`;
}

/** In a table that is too wide, stages shrink to their numbers. */
function tableLines(
  rows: readonly string[][],
  submissions: Submissions,
  columns = Number.POSITIVE_INFINITY,
): Line[] {
  const titles = stageTitles(submissions).map(oneLine);
  const heads = ['submission', 'points', ...titles, 'passed', 'program', 'first problem'];
  const hasPrograms = new Set(rows.map((row) => row.at(-2))).size > 1;
  const table = [heads, ...rows].map((row) => (hasPrograms ? row : row.toSpliced(-2, 1)));
  const isWide = columns < Number.POSITIVE_INFINITY && tableWidth(table) > columns;
  const short = (cell: string, column: number): string => {
    const stage = titles[column - 2];
    return stage === undefined ? cell : cell === stage ? `(${column - 1})` : cell.replace(/\/.*/, '');
  };
  const shown = isWide ? table.map((row) => row.map(short)) : table;
  const legend = isWide ? titles.map((title, index) => `(${index + 1}) ${title}`).join(', ') : '';
  return [
    ...aligned(shown, {width: columns}).map((text, index) => line(text, index === 0 ? 'strong' : 'plain')),
    ...(legend === '' ? [] : wrap(legend.split(' ')).map((text) => line(text))),
  ];
}

/** @param only the only submission, whose cases are named; null: a class, whose submissions are */
function mistakeLines(
  {label, members, wouldPassWith, example: {target, one}}: Mistake,
  only: SubmissionMarks | null,
  audience: Audience,
): Line[] {
  const cases = members.flatMap((member) => member.cases);
  const isWhole = isOfSubmission(one);
  const isOne = (isWhole ? members : cases).length === 1;
  const isAll = only !== null && (isWhole || (!isOne && cases.length === only.cases.length));
  const count = only === null ? counted(members.length, 'submission') : counted(cases.length, 'case');
  const names = only === null ? members.map(memberOf) : cases.map(shortNameOf);
  const named = [only === null ? oneLine(target) : '', isWhole ? '' : nameOf(one)].filter(Boolean).join(', ');
  const [, ...blocks] = explain(one, audience);
  return [
    ...heading(only !== null && isWhole ? label : `${isAll ? 'all ' : ''}${count}: ${label}`),
    ...(isOne || isAll ? [] : listed(names, only === null ? Number.POSITIVE_INFINITY : MOST_NAME_LINES)),
    ...(isOne || wouldPassWith === null || audience === 'student'
      ? []
      : [line(`  all would pass with ${remedyFor(wouldPassWith)}`)]),
    ...(named === '' ? [] : [line(`  ${isOne ? '' : 'for example '}${named}`)]),
    ...indented(drawn(blocks), 2),
  ];
}

/** Gathers notes on passes, each with the cases of the only submission, or the submissions of a class. */
class Notes {
  private readonly named = new Map<string, string[]>();
  private readonly isOne: boolean;
  private readonly audience: Audience;

  constructor(isOne: boolean, audience: Audience) {
    this.isOne = isOne;
    this.audience = audience;
  }

  add({target, cases}: SubmissionMarks): void {
    const passed = cases.filter(({verdict}) => verdict === 'pass');
    const noted = passed.flatMap((one) => notesOf(one, this.audience).map((note) => ({note, one})));
    if (this.audience === 'marker') noted.push(...errorOnPass(cases));
    for (const [note, some] of groupBy(noted, (one) => one.note)) {
      const own = some.map(({one}) => one);
      const names = this.isOne ? own.map(shortNameOf) : [memberOf({target, cases: own})];
      listIn(this.named, note).push(...names);
    }
  }

  lines(): Line[] {
    const [who, what] = this.isOne ? ['case', 'that'] : ['submission', 'with cases that'];
    const most = this.isOne ? MOST_NAME_LINES : Number.POSITIVE_INFINITY;
    return [...this.named].flatMap(([note, names]) => [
      line(`${counted(names.length, who)} ${what} passed: ${note}`, 'strong'),
      ...listed(names, most),
      line(''),
    ]);
  }
}

/** Min submissions that passed something, before a case that nobody passed is doubted. */
const ENOUGH = 5;

/** Common modules of Python. Debian's packages have their names. */
const PACKAGED = ['matplotlib', 'networkx', 'numpy', 'pandas', 'PIL', 'requests', 'scipy', 'sympy', 'yaml'];

/** Gathers doubts about goldens that nobody passes, and modules that this machine lacks. */
class Doubts {
  private readonly isFailed = new Map<string, boolean>();
  private readonly lacks = new Map<string, number>();
  private able = 0;

  add({cases}: SubmissionMarks): void {
    if (passedOf(cases) > 0) this.able += 1;
    for (const {case: name, verdict} of cases)
      this.isFailed.set(name, (this.isFailed.get(name) ?? true) && verdict !== 'pass');
    const modules = cases.flatMap(
      ({lastWords}) => /No module named '?(\w+)/.exec(lastWords ?? '')?.[1] ?? [],
    );
    for (const name of new Set(modules)) this.lacks.set(name, (this.lacks.get(name) ?? 0) + 1);
  }

  lines(): Line[] {
    const nobodys = [...this.isFailed].flatMap(([name, isFailed]) => (isFailed ? [oneLine(name)] : []));
    const isInDoubt = this.able >= ENOUGH && nobodys.length > 0;
    const doubts = isInDoubt ? [`nobody passed ${listSome(nobodys)}: look at the goldens`] : [];
    for (const [name, count] of this.lacks) {
      const isPackaged = PACKAGED.includes(name);
      const who = `${counted(count, 'submission')} import${count === 1 ? 's' : ''}`;
      const remedy = isPackaged ? `: apt-get install python3-${name.toLowerCase()}` : '';
      if (isPackaged || count > 1) doubts.push(`${who} ${name}, which is not installed here${remedy}`);
    }
    return doubts.length === 0 ? [] : [...doubts.map((text) => line(text, 'strong')), line('')];
  }
}

function* everyCase(submissions: Submissions, audience: Audience, columns?: number): Iterable<Line> {
  if (submissions.length !== 1)
    yield* [...tableLines(Array.from(submissions, tableRow), submissions, columns), line('')];
  for (const one of submissions) {
    const {target, cases} = one;
    const marked = markedFile(one).map((text) => line(`  ${text}`));
    const errors =
      audience === 'marker' ? errorOnPass(cases).map(({note}) => line(`  passed with ${note}`)) : [];
    yield* [line(oneLine(target), 'strong'), ...marked, ...errors, line('')];
    for (const stage of stagesOf({cases})) {
      yield line(`${oneLine(stage.title)}  ${resultText(stage)}`, 'strong');
      for (const one of stage.cases) {
        if (one.verdict === 'pass')
          yield line(`  pass  ${[nameOf(one), ...notesOf(one, audience)].join('; ')}`);
        else {
          yield* [line(''), line(`  ${nameOf(one)}  ${scoreText(one)}`, 'strong')];
          yield* indented(drawn(explain(one, audience)), 4);
        }
      }
      yield line('');
    }
  }
}

/** Max columns of a line. */
const WIDTH = 78;

const MOST_NAME_LINES = 3;

/** Lists names on at most `most` lines, which end with the number of the rest. */
function listed(names: readonly string[], most: number): Line[] {
  const first = (count: number): string[] => {
    const rest = names.length - count;
    const items = rest === 0 ? names : [...names.slice(0, count), `and ${rest} more`];
    return wrap(items.map((name, index) => (index === items.length - 1 ? name : `${name},`)));
  };
  let lines = first(names.length);
  if (lines.length > most) {
    let count = 1;
    while (first(count + 1).length <= most) count += 1;
    lines = first(count);
  }
  return lines.map((text) => line(`  ${text}`));
}

function heading(text: string): Line[] {
  return wrap(text.split(' ')).map((part, index) => line(index === 0 ? part : `  ${part}`, 'bad'));
}

function wrap(words: readonly string[]): string[] {
  return wrapWords(words, WIDTH);
}

function memberOf({target, cases}: Member): string {
  const isWhole = cases.length === 1 || cases.some(isOfSubmission);
  return oneLine(target) + (isWhole ? '' : ` (${cases.length} cases)`);
}

function nameOf(one: NamedCase): string {
  const hasTitle = !one.withheld && one.title !== one.case.slice(one.case.lastIndexOf('/') + 1);
  return shortNameOf(one) + (hasTitle ? `  ${oneLine(one.title)}` : '');
}

function shortNameOf(one: NamedCase): string {
  return oneLine(one.case) + (one.visibility === 'public' || one.withheld ? '' : ' (hidden)');
}

function resultText({cases, ...score}: Score & Pick<SubmissionMarks, 'cases'>): string {
  return `${scoreText(score)} points, ${passedOf(cases)} of ${counted(cases.length, 'case')} passed`;
}

/** `4.9/5.0` */
export function scoreText({points, maxPoints}: Score): string {
  return `${points}/${maxPoints}`;
}
