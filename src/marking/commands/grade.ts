/* Entry point of `fivedice grade`: marks of a course out of results, marks by hand and lateness. */
import {readFileSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT, inputError, messageOf, usageError} from '../../command-line/user-error.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {writeWhole} from '../../system/whole-file.js';
import {type ByHand, byHandIn} from '../grading/by-hand.js';
import {daysLate, daysLateIn, movedBy, parseDeadline} from '../grading/deadlines.js';
import {feedbackLines, gradeFor, type Policy, parsePenalty, whyUnmarked} from '../grading/grade.js';
import {People, type Student} from '../grading/people.js';
import {type Filling, filled, type Sheet, sheetIn} from '../grading/sheet.js';
import {parseTable, row, type Table} from '../results/csv.js';
import {openResults} from '../results/folder.js';
import {listIn, listSome} from '../results/grouping.js';
import {type SubmissionMarks, Submissions, severalStages} from '../results/marks.js';
import {complainOfDamage, reportsFrom, writeReports} from './shared/reports.js';

export const COMMAND: Command = {
  name: 'grade',
  usage: 'DIR',
  about: `Makes the table that a course uploads: for each person the points, those of each stage if there are several,
    marks by hand, lateness, its cost, and the mark. DIR holds the results of mark --results. Nothing is rounded, except in
    --sheet. Tables name people by name, number or e-mail address, in a column submission, id, email or name.`,
  // biome-ignore format: a table
  flags: [
    {name: 'due', takes: 'TIME', help: "the deadline, with its zone: '2016-09-04 23:59:59 Australia/Sydney'. Times of submission are those of the class, or of Moodle's worksheet"},
    {name: 'extensions', takes: 'CSV', help: 'who has more time: a table of people with a column days, or due for another deadline'},
    {name: 'late', takes: 'CSV', help: 'who is late: a table of people with a column days, such as 2 or 1:30:00. A started day counts whole. It wins over --due; without --due, all others are on time'},
    {name: 'penalty', takes: 'AMOUNT/day', help: 'the cost of each day: 10%/day of the maximum, or 0.5/day points. No mark is below 0'},
    {name: 'latest', takes: 'DAYS', help: 'a submission that is more days late than this gets 0'},
    {name: 'add', takes: 'CSV', many: true, help: 'marks by hand: a table of people and columns of marks, such as style/2, which gives at most 2, or copied, with -2 for some. Columns of text are comments for the student'},
    {name: 'sheet', takes: 'CSV', help: "write the course's own table, filled in, in place of ours: a fresh export of Moodle's grading worksheet or Canvas' gradebook"},
    {name: 'column', takes: 'NAME', help: 'the assignment in the gradebook, by title or number (the one with our maximum)'},
    {name: 'scale', help: 'scale the marks to the maximum of the sheet'},
    {name: 'out', takes: 'PATH', help: 'write the table to a file (standard output)'},
    {name: 'report', takes: '[student:]FORMAT:PATH', many: true, help: 'a report that begins with the mark, human, html or json. A PATH that contains {submission}, {id} or {folder} makes one file for each person'},
  ],
  exitStatus: `0 all graded; 2 the command line, a report or a table was wrong, or they do not belong together; 3 a
    submission has no mark, since a case could not be checked or a mark by hand is missing, or the output failed.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, gradeFrom);
}

function gradeFrom(given: ParsedFlags): number {
  const [folder] = given.only(1, 'name one folder of results');
  checkTogether(given);
  const policy = policyFrom(given);
  const out = given.text('out');
  const results = openResults(folder);
  const sheet = tableFor(given, 'sheet', sheetIn);
  const handed = results.run.submissions.map((target) => [target, results.handedBy(target)] as const);
  const people = withPath(given.text('sheet') ?? '', () => new People(handed, sheet));
  const names = people.students.map((one) => ({target: one.title, id: one.id, folder: one.handed.folder}));
  const inputs = [folder, ...['extensions', 'late', 'add', 'sheet'].flatMap((flag) => given.texts(flag))];
  const outputs = out === null ? [] : [{flag: '--out', path: out}];
  const reports = reportsFrom(given, names, inputs, outputs);

  const hands = given.texts('add').map((path) => tableAt(path, (table) => byHandIn(table, people)));
  const days = daysFrom(given, people);
  const marks = results.marks();
  const places = new Map(marks.submissions.targets.map((target, place) => [target, place]));
  let last = marks.submissions.first;
  /** Reads a submission once for all members of a group, who follow each other. */
  const marksOf = (target: string): SubmissionMarks => {
    if (last?.target !== target) last = marks.submissions.at(places.get(target) ?? 0);
    return last;
  };
  const gradedAt = (index: number): Graded => {
    const student = people.students[index] as Student;
    return graded(marksOf(student.target), student, hands, days.get(student) ?? 0, policy);
  };
  const rows: string[] = [];
  const fillings: Filling[] = [];
  const unmarked = new Map<string, string[]>();
  let most = '0';
  for (const [index, {title, row}] of people.students.entries()) {
    const one = gradedAt(index);
    const {mark, max, byHand} = one.grade;
    most = max;
    if (index === 0) rows.push(headOf(one));
    rows.push(rowOf(one));
    if (row !== null && mark !== null) fillings.push({title, row, mark, lines: feedbackLines(one)});
    const why = whyUnmarked(one, byHand);
    if (why !== null) listIn(unmarked, why).push(title);
  }
  complainOfDamage(results);

  const lines = sheet === null ? rows : [sheetWith(fillings, sheet, most, given)];
  if (out === null) for (const line of lines) process.stdout.write(line);
  else writeWhole(out, lines);
  const titles = people.students.map(({title}) => title);
  const isWritten = writeReports(reports, {...marks, submissions: new Submissions(titles, gradedAt)}, names);
  for (const [why, all] of unmarked) {
    const verb = all.length === 1 ? why.replace(/^are/, 'is').replace(/^have/, 'has') : why;
    complain(`${all.length} of ${titles.length} ${verb}: ${listSome(all)}`);
  }
  return unmarked.size > 0 || !isWritten ? EXIT.trouble : EXIT.passed;
}

function checkTogether(given: ParsedFlags): void {
  const has = (...flags: readonly string[]): boolean => flags.some((flag) => given.has(flag));
  if (has('due', 'late') !== has('penalty', 'latest'))
    throw usageError(
      '--due or --late says who is late, and --penalty or --latest what that costs: give both',
    );
  if (has('extensions') && !has('due')) throw usageError('--extensions moves the deadline: give --due, too');
  if (has('column', 'scale') && !has('sheet')) throw usageError('--column and --scale need --sheet');
  const other = given.texts('report').find((text) => !/^(?:student:)?(?:human|html|json)(?::|$)/.test(text));
  if (other !== undefined)
    throw usageError(`--report: only human, html and json show marks, not ${JSON.stringify(other)}`);
}

function policyFrom(given: ParsedFlags): Policy {
  return {penalty: parsed(given, 'penalty', parsePenalty), latest: given.count('latest', 0)};
}

function parsed<T>(given: ParsedFlags, flag: string, parse: (text: string) => T): T | null {
  const text = given.text(flag);
  try {
    return text === null ? null : parse(text);
  } catch (error) {
    throw usageError(`--${flag} takes ${messageOf(error)}`);
  }
}

function tableFor<T>(given: ParsedFlags, flag: string, parse: (table: Table) => T): T | null {
  const path = given.text(flag);
  return path === null ? null : tableAt(path, parse);
}

function tableAt<T>(path: string, parse: (table: Table) => T): T {
  return withPath(path, () => parse(parseTable(readFileSync(path))));
}

/** Puts the path before a problem with a file. Any other error is a bug. */
function withPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError || isSystemError(error))) throw error;
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
}

/** Returns the days of people who are late; all others are on time. @throws UserError if that is unknown */
function daysFrom(given: ParsedFlags, people: People): ReadonlyMap<Student, number> {
  const due = parsed(given, 'due', parseDeadline);
  const late = tableFor(given, 'late', (table) => people.valuesIn(table, ['days', 'days late'], daysLateIn));
  if (due === null) return late ?? new Map();
  const deadlines = tableFor(given, 'extensions', (table) =>
    people.valuesIn(table, ['days', 'due'], (row) => movedBy(row, due)),
  );
  return withPath('--due', () => daysLate(people.students, due, late ?? new Map(), deadlines ?? new Map()));
}

type Graded = Required<SubmissionMarks>;

function graded(
  one: SubmissionMarks,
  student: Student,
  hands: readonly ByHand[],
  days: number,
  policy: Policy,
): Graded {
  const {title: target, id, email, group} = student;
  const given = hands.flatMap((hand) => hand.get(student) ?? []);
  const byHand = given.flatMap((some) => some.byHand);
  const grade = gradeFor(one, {byHand, comments: given.flatMap((some) => some.comments)}, days, policy);
  return {...one, target, id, email, group, members: [], grade};
}

/** New columns come last, because scripts may cut the others by number. */
function headOf(one: Graded): string {
  const titles = [...severalStages(one), ...one.grade.byHand].map(({title}) => title);
  return row(['submission', 'points', ...titles, ...'max,days late,penalty,mark,id,email,group'.split(',')]);
}

function rowOf(one: Graded): string {
  const {target, points, id, email, group, grade} = one;
  const {byHand, max, daysLate, penalty, mark} = grade;
  const parts = [...severalStages(one), ...byHand].map((part) => part.points ?? '');
  const facts = [mark, id, email, group].map((fact) => fact ?? '');
  return row([target, points, ...parts, max, String(daysLate), penalty, ...facts]);
}

function sheetWith(fillings: readonly Filling[], sheet: Sheet, most: string, given: ParsedFlags): string {
  const path = given.text('sheet') ?? '';
  const {text, notes} = withPath(path, () =>
    filled(sheet, fillings, most, given.text('column'), given.has('scale')),
  );
  for (const note of notes) complain(`${path}: ${note}`);
  return text;
}
