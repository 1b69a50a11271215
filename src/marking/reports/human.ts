/* The report for a terminal: a table of the class, then each mistake once, by one example; with `verbose`, every case. */
import {aligned, tableWidth, wrapWords} from '../../command-line/terminal.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {commentLines, gradeRows} from '../grading/grade.js';
import {counted, listIn, listSome} from '../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  passedOf,
  type RunFacts,
  type Score,
  type SubmissionMarks,
  type Submissions,
  severalStages,
  stagesOf,
  type Totals,
} from '../results/marks.js';
import {oneLine} from '../results/visible.js';
import {type Member, type Mistake, Mistakes, type NamedCase} from './causes.js';
import {drawn, paint, unpainted} from './draw.js';
import {
  type Audience,
  type Block,
  dangerIn,
  errorOnPass,
  explain,
  headline,
  isOfSubmission,
  Legend,
  markedFile,
  notesOf,
  type ReportOptions,
  remedyFor,
} from './explain.js';
import {milderMarks} from './milder.js';

export function* writeHuman(marks: Marks, options: ReportOptions): Iterable<string> {
  const {colour, verbose, audience} = options;
  const {submissions} = marks;
  const legend = new Legend();
  for (const line of verbose ? everyCase(submissions, options) : mistakes(marks, options))
    yield printed(legend.see(line), colour);
  const {totals} = submissions;
  const dangers = audience === 'marker' ? dangerIn(totals).map((text) => paint('bad', text)) : [];
  const total = paint(totals.complete ? 'strong' : 'bad', totalLine(totals, audience));
  const signs = audience === 'student' ? legend.lines() : [];
  for (const line of [...dangers, total, ...signs]) yield printed(line, colour);
}

export function* writeExample(one: CaseMarks, colour: boolean): Iterable<string> {
  const [, ...blocks] = explain(one, 'marker');
  for (const line of [...heading(headline(one)), ...indented(blocks, 2)]) yield printed(line, colour);
}

function printed(line: string, colour: boolean): string {
  return withoutCommands(`${colour ? line : unpainted(line)}\n`);
}

function indented(blocks: readonly Block[], by: number): string[] {
  return drawn(blocks).map((line) => ' '.repeat(by) + line);
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
function* mistakes({submissions, run}: Marks, {audience, columns}: ReportOptions): Iterable<string> {
  const isOne = submissions.length === 1;
  const rows: string[][] = [];
  const found = new Mistakes();
  const notes = new Map<string, string[]>();
  const doubts = new Doubts();
  const milder = new Map<string, string[]>();
  let last: SubmissionMarks | null = null;
  for (const one of submissions) {
    rows.push(tableRow(one));
    found.add(one);
    for (const [note, cases] of notedPasses(one, audience))
      listIn(notes, note).push(...(isOne ? cases.map(shortNameOf) : [memberOf({...one, cases})]));
    doubts.add(one);
    for (const [words, {points, maxPoints}] of milderMarks(one, run))
      listIn(milder, words).push(
        isOne ? `${points} of ${maxPoints} points` : `${oneLine(one.target)} ${points} of ${maxPoints}`,
      );
    last = one;
  }
  const only = isOne ? last : null;
  yield* only === null ? tableLines(rows, submissions, columns) : submissionLines(only);
  yield '';
  let hidden = 0;
  for (const mistake of found.sorted()) {
    // Students see only the number of hidden cases that did not pass.
    if (mistake.example.one.withheld) {
      const isFailure = mistake.example.one.verdict !== 'could-not-check';
      for (const {cases} of mistake.members) hidden += isFailure ? cases.length : 0;
    } else yield* [...mistakeLines(mistake, only, audience), ''];
  }
  if (hidden > 0) yield* [paint('bad', `${counted(hidden, 'hidden case')} did not pass`), ''];
  const [who, what] = isOne ? ['case', 'that'] : ['submission', 'with cases that'];
  for (const [note, names] of notes) {
    const head = `${counted(names.length, who)} ${what} passed: ${note}`;
    yield* [paint('strong', head), ...listed(names, isOne), ''];
  }
  if (audience === 'student') return;
  yield* doubts.lines();
  for (const [words, all] of milder) yield isOne ? `${all.join()} ${words}` : `${words}: ${listSome(all)}`;
  yield* further(run, submissions);
}

function further({further}: RunFacts, {length, targets, totals}: Submissions): string[] {
  const isRight = length === 1 && totals.passed === totals.cases;
  return isRight && further !== null
    ? [`${further} ${oneLine(targets[0] ?? '')} looks for mistakes that these cases miss`]
    : [];
}

function submissionLines(submission: SubmissionMarks): string[] {
  const {target, grade} = submission;
  const stages = stagesOf(submission).map((one) => [oneLine(one.title), resultText(one)]);
  const rows = stages.length > 1 || grade ? [...stages, ...(grade ? gradeRows(grade) : [])] : [];
  const comments = grade ? commentLines(grade).flatMap((lines) => ['', ...lines]) : [];
  const lines = [...markedFile(submission), ...aligned(rows), ...comments];
  return [paint('strong', oneLine(target)), ...lines.map((text) => text && `  ${text}`)];
}

function tableRow(one: SubmissionMarks): string[] {
  const {target, cases, program} = one;
  return [
    oneLine(target),
    scoreText(one) + (isIncomplete(one) ? ' INCOMPLETE' : ''),
    ...severalStages(one).map(scoreText),
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
): string[] {
  const titles = severalStages(submissions.first).map(({title}) => oneLine(title));
  const heads = ['submission', 'points', ...titles, 'passed', 'program', 'first problem'];
  const hasPrograms = new Set(rows.map((row) => row.at(-2))).size > 1;
  const table = [heads, ...rows].map((row) => (hasPrograms ? row : row.toSpliced(-2, 1)));
  const isWide = tableWidth(table) > columns;
  const short = (cell: string, column: number): string => {
    const stage = titles[column - 2];
    return stage === undefined ? cell : cell === stage ? `(${column - 1})` : cell.replace(/\/.*/, '');
  };
  const shown = isWide ? table.map((row) => row.map(short)) : table;
  const legend = isWide ? titles.map((title, index) => `(${index + 1}) ${title}`).join(', ') : '';
  const [head = '', ...others] = aligned(shown, {width: columns});
  return [paint('strong', head), ...others, ...(legend === '' ? [] : wrapWords(legend.split(' '), WIDTH))];
}

/** @param only the only submission, whose cases are named; null: a class, whose submissions are */
function mistakeLines(
  {label, members, wouldPassWith, example: {target, one}}: Mistake,
  only: SubmissionMarks | null,
  audience: Audience,
): string[] {
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
    ...(isOne || isAll ? [] : listed(names, only !== null)),
    ...(isOne || wouldPassWith === null || audience === 'student'
      ? []
      : [`  all would pass with ${remedyFor(wouldPassWith)}`]),
    ...(named === '' ? [] : [`  ${isOne ? '' : 'for example '}${named}`]),
    ...indented(blocks, 2),
  ];
}

function notedPasses({cases}: SubmissionMarks, audience: Audience): Map<string, CaseMarks[]> {
  const noted = new Map<string, CaseMarks[]>();
  for (const one of cases)
    if (one.verdict === 'pass') for (const note of notesOf(one, audience)) listIn(noted, note).push(one);
  if (audience === 'marker') for (const {note, one} of errorOnPass(cases)) listIn(noted, note).push(one);
  return noted;
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

  lines(): string[] {
    const nobodys = [...this.isFailed].flatMap(([name, isFailed]) => (isFailed ? [oneLine(name)] : []));
    const isInDoubt = this.able >= ENOUGH && nobodys.length > 0;
    const doubts = isInDoubt ? [`nobody passed ${listSome(nobodys)}: look at the goldens`] : [];
    for (const [name, count] of this.lacks) {
      const isPackaged = PACKAGED.includes(name);
      const who = `${counted(count, 'submission')} import${count === 1 ? 's' : ''}`;
      const remedy = isPackaged ? `: apt-get install python3-${name.toLowerCase()}` : '';
      if (isPackaged || count > 1) doubts.push(`${who} ${name}, which is not installed here${remedy}`);
    }
    return doubts.length === 0 ? [] : [...doubts.map((text) => paint('strong', text)), ''];
  }
}

function* everyCase(submissions: Submissions, {audience, columns}: ReportOptions): Iterable<string> {
  if (submissions.length !== 1)
    yield* [...tableLines(Array.from(submissions, tableRow), submissions, columns), ''];
  for (const submission of submissions) {
    const {target, cases} = submission;
    const errors = audience === 'marker' ? errorOnPass(cases).map(({note}) => `passed with ${note}`) : [];
    yield paint('strong', oneLine(target));
    yield* [...[...markedFile(submission), ...errors].map((text) => `  ${text}`), ''];
    for (const stage of stagesOf({cases})) {
      yield paint('strong', `${oneLine(stage.title)}  ${resultText(stage)}`);
      for (const one of stage.cases) {
        if (one.verdict === 'pass') yield `  pass  ${[nameOf(one), ...notesOf(one, audience)].join('; ')}`;
        else {
          yield* ['', paint('strong', `  ${nameOf(one)}  ${scoreText(one)}`)];
          yield* indented(explain(one, audience), 4);
        }
      }
      yield '';
    }
  }
}

const WIDTH = 78;

const MOST_NAME_LINES = 3;

/** Lists names. If `isShort`, the last of a few lines ends with the number of the rest. */
function listed(names: readonly string[], isShort: boolean): string[] {
  const first = (count: number): string[] => {
    const rest = names.length - count;
    const items = rest === 0 ? names : [...names.slice(0, count), `and ${rest} more`];
    return wrapWords(
      items.map((name, index) => (index === items.length - 1 ? name : `${name},`)),
      WIDTH,
    );
  };
  let lines = first(names.length);
  if (isShort && lines.length > MOST_NAME_LINES) {
    let count = 1;
    while (first(count + 1).length <= MOST_NAME_LINES) count += 1;
    lines = first(count);
  }
  return lines.map((text) => `  ${text}`);
}

function heading(text: string): string[] {
  return wrapWords(text.split(' '), WIDTH).map((part, index) =>
    paint('bad', index === 0 ? part : `  ${part}`),
  );
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

export function scoreText({points, maxPoints}: Score): string {
  return `${points}/${maxPoints}`;
}
