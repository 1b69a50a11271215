/* Entry point of `fivedice grade`: results, marks by hand and lateness become the marks of a course. */
import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT, inputError, messageOf, slipFor, usageError} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {writeWhole} from '../../system/whole-file.js';
import {type ByHand, parseByHand} from '../grading/by-hand.js';
import {gradeText, type Part, type StudentGrade} from '../grading/grade-text.js';
import {gradeOf, type Policy, parseLateness, parsePenalty} from '../grading/lateness.js';
import {parseWorksheet} from '../grading/worksheet.js';
import {guarded, row} from '../results/csv.js';
import {openResults} from '../results/folder.js';
import {stageForStudent} from '../results/for-student.js';
import {listSome} from '../results/grouping.js';
import {isIncomplete, type Stage, type SubmissionMarks, stagesOf} from '../results/marks.js';
import {shortPoints, sumOf} from '../results/points.js';
import {checkOutputs, EACH, pathFor} from './shared/outputs.js';
import {complainOfDamage} from './shared/reports.js';

export const COMMAND: Command = {
  name: 'grade',
  usage: 'DIR',
  about: `Makes the table that a course uploads: for each submission its points, those of each stage if there are several,
    marks by hand, lateness, its cost, and the mark. DIR holds the results of mark --results. Nothing is rounded.`,
  flags: [
    {
      name: 'late',
      takes: 'CSV',
      help: 'who is late: a table with the columns submission and days. A started day counts whole; submissions not listed are on time',
    },
    {
      name: 'penalty',
      takes: 'AMOUNT/day',
      help: 'the cost of each day: 10%/day of the maximum, or 0.5/day points. No mark is below 0',
    },
    {name: 'latest', takes: 'DAYS', help: 'a submission that is more days late than this gets 0'},
    {
      name: 'add',
      takes: 'CSV',
      many: true,
      help: 'marks by hand: a table with the column submission and others with marks, such as style/2, which gives at most 2. Columns of text are comments for the student',
    },
    {
      name: 'worksheet',
      takes: 'CSV',
      help: "fill the column Grade of Moodle's grading worksheet, and write that in place of the table. People are matched by the numbers in the names of Moodle's export",
    },
    {name: 'out', takes: 'PATH', help: 'write the table to a file (standard output)'},
    {
      name: 'texts',
      takes: 'DIR',
      help: 'write a text for each student into this folder: how the mark is made up, and the comments',
    },
  ],
  exitStatus: `0 all graded; 2 the command line, a report or a table was wrong, or they do not belong together; 3 a
    submission has no mark, since a case could not be checked or a mark by hand is missing, or the output failed.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, gradeFrom);
}

function gradeFrom(given: ParsedFlags): number {
  const [folder] = given.only(1, 'name one folder of results');
  const [policy, table, out] = [policyFrom(given), given.text('late'), given.text('out')];
  const [texts, worksheet, added] = [given.text('texts'), given.text('worksheet'), given.texts('add')];
  const results = openResults(folder);
  const targets = results.run.submissions;
  const eachText = texts === null ? null : join(texts, `${EACH}.txt`);
  const outputs = [
    ...(out === null ? [] : [{flag: '--out', path: out}]),
    ...(eachText === null ? [] : [{flag: '--texts', path: eachText}]),
  ];
  checkOutputs(outputs, targets, [folder, ...given.texts('late'), ...added, ...given.texts('worksheet')]);

  const late =
    table === null ? new Map<string, bigint>() : matched(tableIn(table, parseLateness), targets, table);
  const hands = added.map((path): ByHand => {
    const {columns, rows} = tableIn(path, parseByHand);
    return {columns, rows: matched(rows, targets, path)};
  });
  const grades = Array.from(results.marks().submissions, (one) =>
    graded(one, hands, late.get(one.target) ?? 0n, policy),
  );
  complainOfDamage(results);

  const lines = worksheet === null ? tableOf(grades) : [worksheetWith(grades, worksheet)];
  if (out === null) for (const line of lines) process.stdout.write(line);
  else writeWhole(out, lines);
  for (const one of grades)
    if (eachText !== null) writeWhole(pathFor(eachText, one.target), [gradeText(one)]);
  const unmarked = grades.filter(({mark}) => mark === null);
  for (const {target, missing} of unmarked) complain(`${target}: ${missing}, so it has no mark`);
  return unmarked.length > 0 ? EXIT.trouble : EXIT.passed;
}

interface Graded extends StudentGrade {
  readonly id: string | null;
  readonly points: string;
  /** The stages by their own names. */
  readonly columns: readonly Part[];
  /** Reason why there is no mark; null if there is one. */
  readonly missing: string | null;
}

function graded(one: SubmissionMarks, hands: readonly ByHand[], days: bigint, policy: Policy): Graded {
  const partOf = ({title, points, maxPoints}: Stage): Part => ({title, points, max: maxPoints});
  const columns = stagesOf(one).map(partOf);
  const stages = stagesOf(one, stageForStudent(one)).map(partOf);
  const byHand = hands.flatMap(({columns, rows}) =>
    columns.map(({name, max}, at) => ({title: name, points: rows.get(one.target)?.marks[at] ?? null, max})),
  );
  const sum = sumOf([one.points, ...byHand.flatMap(({points}) => points ?? [])]);
  const max = sumOf([one.maxPoints, ...byHand.flatMap((part) => part.max ?? [])]);
  const {penalty, mark} = gradeOf(sum, max, days, policy);
  const absent = byHand.filter(({points}) => points === null).map(({title}) => `${title} mark missing`);
  const missing = isIncomplete(one) ? 'some of its cases could not be checked' : absent.join(', ') || null;
  const comments = hands.flatMap(({rows}) => rows.get(one.target)?.comments ?? []);
  const {target, id, points} = one;
  const facts = {target, id, points, columns, stages, byHand, comments, missing};
  return {...facts, sum, max, days, latest: policy.latest, penalty, mark: missing === null ? mark : null};
}

/** Yields a row for each submission. A single stage has the points of the submission, and no column. */
function* tableOf(grades: readonly Graded[]): Iterable<string> {
  const parts = ({columns, byHand}: Graded): readonly Part[] => [
    ...(columns.length > 1 ? columns : []),
    ...byHand,
  ];
  const titles = grades
    .slice(0, 1)
    .flatMap(parts)
    .map(({title}) => title);
  yield row(['submission', 'points', ...titles, 'max', 'days late', 'penalty', 'mark']);
  for (const one of grades) {
    const cells = parts(one).map(({points}) => points ?? '');
    yield row([one.target, one.points, ...cells, one.max, String(one.days), one.penalty, one.mark ?? '']);
  }
}

/**
 * Fills a worksheet of Moodle, and complains where its maximum is another.
 *
 * @throws UserError if the worksheet is none, or does not have everybody
 */
function worksheetWith(grades: readonly Graded[], path: string): string {
  const {ids, maxima, filled} = tableIn(path, parseWorksheet);
  const unknown = grades.filter(({id}) => id === null).map(({target}) => target);
  if (unknown.length > 0)
    throw inputError(
      `${path}: Moodle gave no number to ${listSome(unknown)}: mark the zip file that it exports, or that unzipped`,
    );
  const lost = grades
    .filter(({id}) => id !== null && !ids.has(id))
    .map(({target, id}) => `${target} (${id})`);
  if (lost.length > 0) throw inputError(`${path}: no row for ${listSome(lost)}`);
  const own = [...new Set(grades.map(({max}) => max))];
  const others = maxima.filter((maximum) => own.some((max) => shortPoints(max) !== shortPoints(maximum)));
  if (others.length > 0)
    complain(
      `${path}: Maximum Grade is ${others.join(', ')}, but these marks are out of ${own.join(', ')}: change it in Moodle`,
    );
  const marks = new Map(grades.map(({id, mark}) => [id, mark]));
  return filled((id) => marks.get(id) ?? null);
}

function policyFrom(given: ParsedFlags): Policy {
  const [penalty, latest] = [given.text('penalty'), given.count('latest', 0)];
  if (given.has('late') !== (penalty !== null || latest !== null))
    throw usageError('--late says who is late, and --penalty or --latest what that costs: give both');
  try {
    return {
      penalty: penalty === null ? null : parsePenalty(penalty),
      latest: latest === null ? null : BigInt(latest),
    };
  } catch (error) {
    throw usageError(`--penalty takes ${messageOf(error)}`);
  }
}

function tableIn<T>(path: string, parse: (text: string) => T): T {
  try {
    const bytes = readFileSync(path);
    // In another encoding, names would not match.
    if (!isUtf8(bytes)) throw new RangeError('it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"');
    return parse(bytes.toString('utf8'));
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
}

/**
 * Returns the values of a table by target. Names may be those of a CSV report, with accents decomposed as on a Mac.
 *
 * @throws UserError if the results lack a name, or a submission has two rows
 */
function matched<T>(said: ReadonlyMap<string, T>, targets: readonly string[], path: string): Map<string, T> {
  const keyOf = (name: string): string => guarded(name).normalize('NFC');
  const byKey = new Map(targets.map((target) => [keyOf(target), target]));
  const found = new Map<string, T>();
  const strangers: string[] = [];
  for (const [name, value] of said) {
    const target = byKey.get(keyOf(name));
    if (target === undefined) strangers.push(name);
    else if (found.has(target)) throw inputError(`${path}: ${target}: it has two rows`);
    else found.set(target, value);
  }
  if (strangers.length === 0) return found;
  const others = targets.filter((target) => !found.has(target));
  const withHint = (name: string): string => {
    const meant = others.find((one) => one.startsWith(`${name}.`)) ?? slipFor(name, others);
    return meant === null ? name : `${name} (did you mean ${meant}?)`;
  };
  throw inputError(`${path}: not in the results: ${listSome(strangers, undefined, withHint)}`);
}
