/* Reports of a command: checked before any program runs, and written in the end. */
import {randomBytes} from 'node:crypto';
import {mkdirSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {hasColour} from '../../../command-line/terminal.js';
import {complain, EXIT, messageOf, usageError} from '../../../command-line/user-error.js';
import {isStream, writeWhole} from '../../../system/whole-file.js';
import type {Audience} from '../../reports/explain.js';
import {REPORTS, type ReportFormat} from '../../reports/formats.js';
import type {Page} from '../../reports/html/pages.js';
import {REPORT_NAMES, type ReportName} from '../../reports/names.js';
import {CLASSROOM50_VARIABLES} from '../../reports/systems/classroom50.js';
import type {ResultsFolder} from '../../results/folder.js';
import {forStudent} from '../../results/for-student.js';
import {listSome} from '../../results/grouping.js';
import {type Marks, Submissions} from '../../results/marks.js';
import {
  checkOutputs,
  checkPlaceholders,
  EACH,
  isForEach,
  type Named,
  type Output,
  pathFor,
} from './outputs.js';

export interface AskedReport {
  readonly format: ReportFormat;
  readonly path: string | null;
  readonly audience: Audience;
  readonly verbose: boolean;
}

/** Checks all of `--report` that does not depend on the submissions. @throws UserError */
export function checkReports(given: ParsedFlags): void {
  for (const text of given.texts('report')) parseReport(text, 1);
}

/**
 * Parses `--report`, and makes the folders. One report is printed: the human one, unless another is.
 *
 * @param all names of all submissions
 * @param inputs files that the command reads, and folders below which it reads all
 * @param others outputs of a command that prints something else than a report
 * @throws UserError if a report cannot be written, or would overwrite another, or anything that is read
 */
export function reportsFrom(
  given: ParsedFlags,
  all: readonly Named[],
  inputs: readonly string[],
  others: readonly Output[] | null = null,
): AskedReport[] {
  const verbose = given.has('verbose');
  const asked = given.texts('report').map((text) => ({...parseReport(text, all.length), verbose}));
  const outputs = asked.flatMap(({path, format}) =>
    path === null ? [] : {flag: '--report', path, isFolder: 'pages' in format && !isForEach(path)},
  );
  const printed = asked.length - outputs.length;
  if (printed > 0 && others !== null) throw usageError('--report needs a path: FORMAT:PATH');
  if (printed > 1) throw usageError('only one --report can be printed: give the others a path');
  checkOutputs([...(others ?? []), ...outputs], all, inputs);
  if (printed === 1 || others !== null || given.has('quiet')) return asked;
  return [{format: REPORTS.human, path: null, audience: 'marker', verbose}, ...asked];
}

function parseReport(text: string, count: number): Omit<AskedReport, 'verbose'> {
  const [, student, name = '', path = null] = /^(student:)?([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  if (!isFormat(name))
    throw usageError(
      `--report takes [student:]FORMAT[:PATH], and a format is ${REPORT_NAMES.join(', ')}, not ${JSON.stringify(name)}`,
    );
  const flag = `--report ${name}`;
  const format: ReportFormat = REPORTS[name];
  if (path === '') throw usageError(`${flag}: a path is missing after the colon`);
  checkPlaceholders(flag, path ?? '');
  if ('pages' in format) {
    if (path === null) throw usageError(`${flag} takes a folder for its pages: ${name}:DIR`);
  } else if (count !== 1 && !format.many && !isForEach(path ?? '')) {
    const remedy = count === 0 ? 'there is none here' : `give it a path with ${EACH}`;
    throw usageError(`${flag} holds one submission: ${remedy}`);
  }
  const missing = name === 'classroom50' ? CLASSROOM50_VARIABLES.filter((one) => !process.env[one]) : [];
  if (missing.length > 0)
    throw usageError(
      `${flag}: the environment has no ${missing.join(', ')}: run it from Classroom 50's runner, which sets them`,
    );
  return {format, path, audience: student === undefined ? 'marker' : 'student'};
}

function isFormat(name: string): name is ReportName {
  return REPORT_NAMES.some((one) => one === name);
}

/**
 * Writes all reports. A file that cannot be written is reported, and does not stop the others.
 *
 * @param all names of the submissions in paths, which are not those that students see
 */
export function writeReports(reports: readonly AskedReport[], marks: Marks, all: readonly Named[]): boolean {
  let isWritten = true;
  const save = (file: string, pieces: () => Iterable<string>): void => {
    try {
      if (!isStream(file)) mkdirSync(dirname(file), {recursive: true});
      writeWhole(file, inLargePieces(pieces()));
    } catch (error) {
      isWritten = false;
      complain(`the report ${file}: ${messageOf(error)}`);
    }
  };
  for (const {format, path, audience, verbose} of reports) {
    const shown = audience === 'student' ? forStudent(marks) : marks;
    if ('pages' in format && path !== null && !isForEach(path)) {
      for (const {name, content} of format.pages(shown, audience)) save(join(path, name), () => [content]);
      continue;
    }
    const options = {
      colour: path === null && hasColour(process.stdout, process.env),
      columns: path === null ? process.stdout.columns : undefined,
      verbose,
      audience,
      token: randomBytes(16).toString('hex'),
      environment: process.env,
      at: new Date(),
    };
    const write = (some: Marks): Iterable<string> =>
      'pages' in format ? firstPage(format.pages(some, audience)) : format.write(some, options);
    if (path === null) for (const piece of inLargePieces(write(shown))) process.stdout.write(piece);
    else if (!isForEach(path)) save(path, () => write(shown));
    else
      for (const [index, one] of all.entries()) {
        const submissions = new Submissions([one.target], () => shown.submissions.at(index));
        save(pathFor({flag: '--report', path}, one), () => write({...shown, submissions}));
      }
  }
  return isWritten;
}

/** Yields the page of a submission, and no index. */
function* firstPage(pages: Iterable<Page>): Iterable<string> {
  for (const {content} of pages) return yield content;
}

const PIECE = 64 * 1024;

/** Yields the same text in pieces that are worth a system call. */
function* inLargePieces(pieces: Iterable<string>): Iterable<string> {
  let waiting = '';
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < PIECE) continue;
    yield waiting;
    waiting = '';
  }
  yield waiting;
}

/** Says once which files of a folder of results are none. */
export function complainOfDamage({damaged, path}: ResultsFolder): void {
  const names = [...damaged].map((file) => relative(path, file));
  if (names.length > 0)
    complain(`${path}: damaged or incomplete results, treated as not marked: ${listSome(names)}`);
}

/** 3 takes precedence over 1: if something could not be checked or is missing, the sum means nothing. */
export function exitStatusOf({submissions}: Marks): number {
  const {complete, unchecked, passed, cases} = submissions.totals;
  if (!complete || unchecked > 0) return EXIT.trouble;
  return passed < cases ? EXIT.failed : EXIT.passed;
}
