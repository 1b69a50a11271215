/* Entry point of `fivedice grade`: JSON reports, and perhaps a table of late submissions, become the marks of a course. */
import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import type {Command, Given} from '../../command-line/flags.js';
import {slipFor} from '../../command-line/nearest.js';
import {complain, EXIT, inputError, messageOf, reasonOf, usageError} from '../../command-line/user-error.js';
import {writeWhole} from '../../system/whole-file.js';
import {gradeOf, type Lateness, type Policy, parseLateness, parsePenalty} from '../grading/lateness.js';
import {guarded, row} from '../reports/csv.js';
import {groupBy} from '../run/grouping.js';
import type {Marks, SubmissionMarks} from '../run/marks.js';
import {DECIMAL, parsePoints} from '../run/points.js';
import {checkOutputs, checkPlaceholders} from './shared/outputs.js';
import {readReports} from './shared/reports.js';

export const COMMAND: Command = {
  name: 'grade',
  usage: 'REPORT.json …',
  about: `Makes the table that a course uploads: a row for each submission of some JSON reports, with its points, how late
    it was, what that has cost, and its mark. Several reports are joined as merge joins them. Nothing is rounded.`,
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
      name: 'cap',
      takes: 'POINTS',
      help: 'no submission gets more than this, and it is the maximum, even if the cases are worth more',
    },
    {name: 'out', takes: 'PATH', help: 'write the table to a file (standard output)'},
  ],
  exitStatus: `0 all graded; 2 the command line, a report or the table was wrong, or they do not belong together; 3 a case
    of a submission could not be checked, so it has no mark, or the output failed.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, gradeFrom);
}

function gradeFrom(given: Given): number {
  const {positionals, rest} = given;
  if (positionals.length === 0 || rest !== null) throw usageError('name the JSON reports to grade');
  const [policy, table, out] = [policyFrom(given), given.text('late'), given.text('out')];
  checkPlaceholders('--out', out ?? '', []);
  checkOutputs(
    out === null ? [] : [{flag: '--out', path: out}],
    [],
    [...positionals, ...given.texts('late')],
  );
  const marks = readReports(positionals, {incomplete: false});
  const late = table === null ? new Map() : matched(latenessIn(table), marks, table);
  const rows = Array.from(marks.submissions, (one) => rowOf(one, late.get(one.target) ?? 0n, policy));
  const lines = [HEAD, ...rows].map(row);
  if (out === null) for (const line of lines) process.stdout.write(line);
  else writeWhole(out, lines);
  const unchecked = Array.from(marks.submissions, (one) => (isUnchecked(one) ? [one.target] : [])).flat();
  for (const target of unchecked)
    complain(`${target}: some of its cases could not be checked, so it has no mark`);
  return unchecked.length > 0 ? EXIT.trouble : EXIT.passed;
}

const HEAD = ['submission', 'points', 'max', 'days late', 'penalty', 'mark'];

function rowOf(one: SubmissionMarks, daysLate: bigint, policy: Policy): string[] {
  const {max, days, penalty, mark} = gradeOf(one.points, one.maxPoints, daysLate, policy);
  return [one.target, one.points, max, String(days), penalty, isUnchecked(one) ? '' : mark];
}

function isUnchecked({cases}: SubmissionMarks): boolean {
  return cases.some(({verdict}) => verdict === 'could-not-check');
}

function policyFrom(given: Given): Policy {
  const [late, penalty, cap] = [given.has('late'), given.text('penalty'), given.text('cap')];
  const latest = given.count('latest', 0);
  const isPenal = penalty !== null || latest !== null;
  if (late && !isPenal)
    throw usageError('--late needs --penalty or --latest, which say what being late costs');
  if (isPenal && !late) {
    throw usageError(
      `--${penalty === null ? 'latest' : 'penalty'} needs --late, a table of which submissions are late`,
    );
  }
  if (cap !== null && !DECIMAL.test(cap)) {
    throw usageError(`--cap takes a number of points, such as 100, not ${JSON.stringify(cap)}`);
  }
  try {
    return {
      penalty: penalty === null ? null : parsePenalty(penalty),
      latest: latest === null ? null : BigInt(latest),
      cap: cap === null ? null : parsePoints(cap),
    };
  } catch (error) {
    throw usageError(`--penalty takes ${messageOf(error)}`);
  }
}

function latenessIn(path: string): Lateness {
  try {
    return parseLateness(textOf(readFileSync(path)));
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
 * Days late by target.
 *
 * @throws UserError if the table names what no report has, or one submission by two of its names
 */
function matched(late: Lateness, {submissions}: Marks, path: string): Lateness {
  const targets = Array.from(submissions, ({target}) => target);
  const targetOf = targetFinder(targets);
  const names = new Map<string, string>();
  const strangers: string[] = [];
  for (const name of late.keys()) {
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
  return new Map([...names].map(([target, name]) => [target, late.get(name) ?? 0n]));
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

/** How many names a message has room for. */
const MOST_NAMED = 20;

/** What a name may be a slip for, or lacks only the ending of. */
function meantBy(name: string, others: readonly string[]): string | null {
  return others.find((one) => one.startsWith(`${name}.`)) ?? slipFor(name, others);
}
