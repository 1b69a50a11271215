/* Entry point of `fivedice grade`: results, and perhaps a table of late submissions, become the marks of a course. */
import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {slipFor} from '../../command-line/nearest.js';
import {complain, EXIT, inputError, messageOf, usageError} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {writeWhole} from '../../system/whole-file.js';
import {type HandColumn, type HandMarks, parseHandMarks, plus} from '../grading/hand-marks.js';
import {gradeOf, type Policy, parseLateness, parsePenalty} from '../grading/lateness.js';
import {dialectOf} from '../grading/named-table.js';
import {parseWorksheet} from '../grading/worksheet.js';
import {guarded, row} from '../reports/csv.js';
import {openResults} from '../results/folder.js';
import {groupBy} from '../results/grouping.js';
import {isIncomplete} from '../results/marks.js';
import {DECIMAL, formatPoints, minusPoints, parsePoints} from '../results/points.js';
import {checkOutputs, checkPlaceholders} from './shared/outputs.js';

export const COMMAND: Command = {
  name: 'grade',
  usage: 'DIR',
  about: `Makes the table that a course uploads: a row for each submission, with its points, how late it
    was, what that has cost, and its mark. DIR holds the results of mark --results. Nothing is rounded. The table has the separators and the decimal sign of the first that --late or --add
    reads.`,
  flags: [
    {
      name: 'late',
      takes: 'CSV',
      help: 'which submissions are late: a table with the columns submission and days, or hours. A begun day counts whole. A submission that is not in it is on time',
    },
    {
      name: 'penalty',
      takes: 'AMOUNT/day',
      help: 'what each day costs: 10%/day of the maximum, or 0.5/day, so many points. No mark is below 0',
    },
    {name: 'latest', takes: 'DAYS', help: 'a submission that is more days late than this gets 0'},
    {
      name: 'add',
      takes: 'CSV',
      many: true,
      help: 'marks by hand: a table with the column submission and one or more with marks, such as style/2, which gives at most 2',
    },
    {
      name: 'worksheet',
      takes: 'CSV',
      help: 'fill the column Grade of this grading worksheet of Moodle, and write it in place of the table. People are found by their numbers, which Moodle puts into the names of what it exports',
    },
    {name: 'out', takes: 'PATH', help: 'write the table to a file (standard output)'},
  ],
  exitStatus: `0 all graded; 2 the command line, a report or the table was wrong, or they do not belong together; 3 a
    submission has no mark, since a case could not be checked or nobody gave it one of those by hand, or the output failed.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, gradeFrom);
}

function gradeFrom(given: ParsedFlags): number {
  const [folder, ...more] = given.positionals;
  if (folder === undefined || more.length > 0 || given.rest !== null)
    throw usageError('name one folder of results');
  const [policy, table, out] = [policyFrom(given), given.text('late'), given.text('out')];
  const [added, read] = [given.texts('add'), [...given.texts('late'), ...given.texts('add')]];
  checkPlaceholders('--out', out ?? '', []);
  const outputs = out === null ? [] : [{flag: '--out', path: out}];
  checkOutputs(outputs, [], [folder, ...read, ...given.texts('worksheet')]);
  const results = openResults(folder);
  const targets = results.run.submissions;
  const late =
    table === null ? new Map<string, bigint>() : matched(tableIn(table, parseLateness), targets, table);
  const hands = added.map((path): HandMarks => {
    const {columns, marks} = tableIn(path, parseHandMarks);
    return {columns, marks: matched(marks, targets, path)};
  });
  const columns = hands.flatMap((one) => one.columns);
  checkColumns(columns, policy);
  const {separator, sign} = tableIn(read[0] ?? null, dialectOf);
  const unmarked: string[] = [];
  const rows = Array.from(results.marks().submissions, (one): Graded => {
    const marks = hands.flatMap((hand) => hand.marks.get(one.target) ?? hand.columns.map(() => null));
    const missing = columns.filter((_, index) => marks[index] === null).map(({name}) => name);
    const why = isIncomplete(one)
      ? 'some of its cases could not be checked'
      : missing.length > 0
        ? `nobody gave it marks for ${missing.join(', ')}`
        : null;
    if (why !== null) unmarked.push(`${one.target}: ${why}`);
    const max = plus(
      one.maxPoints,
      columns.map((column) => column.max),
    );
    const grade = gradeOf(plus(one.points, marks), max, late.get(one.target) ?? 0n, policy);
    const byHand = marks.map((some) => (some === null ? '' : formatPoints(some)));
    const numbers = [one.points, ...byHand, max, String(grade.days), grade.penalty];
    const signed = [...numbers, why === null ? grade.mark : ''].map((number) => number.replace('.', sign));
    return {target: one.target, id: one.id, max, cells: signed, mark: signed.at(-1) || null};
  });
  const names = columns.map(({name}) => name);
  const head = ['submission', 'points', ...names, 'max', 'days late', 'penalty', 'mark'];
  const worksheet = given.text('worksheet');
  const lines =
    worksheet === null
      ? [head, ...rows.map(({target, cells}) => [target, ...cells])].map((cells) => row(cells, separator))
      : [worksheetWith(rows, worksheet)];
  if (out === null) for (const line of lines) process.stdout.write(line);
  else writeWhole(out, lines);
  for (const why of unmarked) complain(`${why}, so it has no mark`);
  return unmarked.length > 0 ? EXIT.trouble : EXIT.passed;
}

/** A row of the table, without the name. */
interface Graded {
  readonly target: string;
  readonly id: string | null;
  readonly max: string;
  readonly cells: readonly string[];
  /** null: it has none. */
  readonly mark: string | null;
}

/**
 * Fills a worksheet of Moodle, and says where its maximum is another.
 *
 * @throws UserError if it is none, or does not have everybody
 */
function worksheetWith(rows: readonly Graded[], path: string): string {
  const {ids, maxima, filled} = tableIn(path, parseWorksheet);
  const {sign} = tableIn(path, dialectOf);
  const unknown = rows.filter(({id}) => id === null).map(({target}) => target);
  if (unknown.length > 0)
    throw inputError(
      `${path}: Moodle gave no number to ${namesOf(unknown)}: mark the zip file that it exports, or that unzipped`,
    );
  const lost = rows.filter(({id}) => id !== null && !ids.has(id)).map(({target, id}) => `${target} (${id})`);
  if (lost.length > 0) throw inputError(`${path}: it has no row of ${namesOf(lost)}`);
  const own = [...new Set(rows.map(({max}) => max))];
  const others = maxima.filter((maximum) => own.some((max) => !isSame(maximum.replace(',', '.'), max)));
  if (others.length > 0)
    complain(`${path}: its Maximum Grade is ${others.join(', ')}, and these marks are of ${own.join(', ')}`);
  const marks = new Map(rows.map(({id, mark}) => [id, mark]));
  return filled((id) => marks.get(id)?.replace(/[.,]/, sign) ?? null);
}

function isSame(one: string, other: string): boolean {
  return DECIMAL.test(one) && minusPoints(parsePoints(one), parsePoints(other)).units === 0n;
}

function namesOf(targets: readonly string[]): string {
  const more = targets.length > MOST_NAMED ? [`${targets.length - MOST_NAMED} more`] : [];
  return [...targets.slice(0, MOST_NAMED), ...more].join(', ');
}

function checkColumns(columns: readonly HandColumn[], {penalty}: Policy): void {
  const names = columns.map(({name}) => name);
  const twin = names.find((name, index) => names.indexOf(name) !== index || HEAD.includes(name));
  if (twin !== undefined)
    throw inputError(`--add: two columns of the result would be named ${twin}: name it otherwise`);
  const open = columns.find(({max}) => max === null);
  if (penalty?.isPercent === true && open !== undefined)
    throw inputError(
      `--penalty is a part of the maximum, and nothing says how much ${open.name} can give: name its column ${open.name}/2, if that is 2`,
    );
}

const HEAD: readonly string[] = ['submission', 'points', 'max', 'days late', 'penalty', 'mark'];

function policyFrom(given: ParsedFlags): Policy {
  const [late, penalty] = [given.has('late'), given.text('penalty')];
  const latest = given.count('latest', 0);
  const isPenal = penalty !== null || latest !== null;
  if (late && !isPenal)
    throw usageError('--late needs --penalty or --latest, which say what being late costs');
  if (isPenal && !late) {
    throw usageError(
      `--${penalty === null ? 'latest' : 'penalty'} needs --late, a table of which submissions are late`,
    );
  }
  try {
    return {
      penalty: penalty === null ? null : parsePenalty(penalty),
      latest: latest === null ? null : BigInt(latest),
    };
  } catch (error) {
    throw usageError(`--penalty takes ${messageOf(error)}`);
  }
}

/** Parses a table; without one, an empty one. */
function tableIn<T>(path: string | null, parse: (text: string) => T): T {
  if (path === null) return parse('');
  try {
    return parse(textOf(readFileSync(path)));
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
}

/** @throws RangeError if it is no UTF-8: names would be others */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new RangeError('it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"');
  return bytes.toString('utf8');
}

/**
 * Returns the values of a table by target.
 *
 * @throws UserError if the table names what no report has, or one submission by two of its names
 */
function matched<T>(said: ReadonlyMap<string, T>, targets: readonly string[], path: string): Map<string, T> {
  const targetOf = targetFinder(targets);
  const names = new Map<string, string>();
  const strangers: string[] = [];
  for (const name of said.keys()) {
    const target = targetOf(name);
    if (target === null) strangers.push(name);
    else if (names.has(target))
      throw inputError(`${path}: ${target}: there are two rows of it, the other as ${name}`);
    else names.set(target, name);
  }
  if (strangers.length > 0) {
    const others = targets.filter((target) => !names.has(target));
    const shown = strangers.slice(0, MOST_NAMED).map((name) => {
      const meant = meantBy(name, others);
      return meant === null ? name : `${name} (is it ${meant}?)`;
    });
    const more = strangers.length - shown.length;
    throw inputError(
      `${path}: no report has ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`,
    );
  }
  return new Map([...said].map(([name, value]) => [targetOf(name) ?? name, value]));
}

/**
 * Finds a target by a name in a table: its own, or that of a CSV report. A Mac writes the letters of a file's name and
 * their accents one by one, and most tables do not: either form names it, unless two targets differ in nothing else.
 */
function targetFinder(targets: readonly string[]): (name: string) => string | null {
  const exact = new Map(targets.map((target) => [guarded(target), target]));
  for (const target of targets) exact.set(target, target);
  const composed = groupBy(targets, (target) => guarded(target).normalize('NFC'));
  return (name) => {
    const [only = null, ...others] = composed.get(guarded(name).normalize('NFC')) ?? [];
    return exact.get(name) ?? (others.length === 0 ? only : null);
  };
}

/** Max names in a message. */
const MOST_NAMED = 20;

/** Returns the target that a name may be a slip for, or lacks only the ending of. */
function meantBy(name: string, others: readonly string[]): string | null {
  return others.find((one) => one.startsWith(`${name}.`)) ?? slipFor(name, others);
}
