/*
 * Reports of a command, and the other files that it writes: checked before any program runs, and written at the end. No
 * output overwrites what the command reads, and no two go into one file.
 */
import {randomBytes} from 'node:crypto';
import {accessSync, constants, existsSync, mkdirSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {hasColour} from '../../../command-line/terminal.js';
import {complain, EXIT, messageOf, usageError} from '../../../command-line/user-error.js';
import {isBelow, realPathOf} from '../../../system/paths.js';
import {isStream, writeWhole} from '../../../system/whole-file.js';
import type {Audience, ReportOptions} from '../../reports/explain.js';
import {REPORTS, type ReportFormat} from '../../reports/formats.js';
import {CLASSROOM50_VARIABLES} from '../../reports/systems/classroom50.js';
import {fileNameOf, type ResultsFolder} from '../../results/folder.js';
import {forStudent} from '../../results/for-student.js';
import {listSome} from '../../results/grouping.js';
import {type Marks, Submissions} from '../../results/marks.js';
import {REPORT_NAMES} from './flags.js';

interface ReportRequest {
  readonly format: ReportFormat;
  /** null: it is printed. */
  readonly path: string | null;
  readonly audience: Audience;
  readonly verbose: boolean;
}

export interface Output {
  readonly flag: string;
  /** A path with a placeholder names a file for each submission. */
  readonly path: string;
  readonly isFolder?: boolean;
}

export interface Named {
  readonly target: string;
  readonly id: string | null;
  /** Name of its folder in the learning system; null: `target`. */
  readonly folder: string | null;
}

const PLACEHOLDERS = /\{(submission|id|folder)\}/g;
const EACH = '{submission}, {id} or {folder}';

function isForEach(path: string): boolean {
  return path.search(PLACEHOLDERS) !== -1;
}

/** Checks all of `--report` that does not depend on the submissions. @throws UserError */
export function checkReports(given: ParsedFlags): void {
  for (const text of given.texts('report')) parseReport(text, 1);
}

/**
 * Parses `--report`, and makes the folders. One report is printed: the human one, unless another is.
 *
 * @param inputs files that the command reads, and folders below which it reads all
 * @param others outputs of a command that prints something else than a report
 * @throws UserError if a report cannot be written, or would overwrite another, or an input
 */
export function reportsFrom(
  given: ParsedFlags,
  all: readonly Named[],
  inputs: readonly string[],
  others: readonly Output[] | null = null,
): ReportRequest[] {
  const verbose = given.has('verbose');
  const requests = given.texts('report').map((text) => ({...parseReport(text, all.length), verbose}));
  const outputs = requests.flatMap(({path, format}) =>
    path === null ? [] : {flag: '--report', path, isFolder: format.pages !== undefined && !isForEach(path)},
  );
  const printed = requests.length - outputs.length;
  if (printed > 0 && others !== null) throw usageError('--report needs a path: FORMAT:PATH');
  if (printed > 1) throw usageError('only one --report can be printed: give the others a path');
  checkOutputs([...(others ?? []), ...outputs], all, inputs);
  if (printed === 1 || others !== null || given.has('quiet')) return requests;
  return [{format: REPORTS.human, path: null, audience: 'marker', verbose}, ...requests];
}

function parseReport(text: string, count: number): Omit<ReportRequest, 'verbose'> {
  const [, student, word = '', path = null] = /^(student:)?([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const name = REPORT_NAMES.find((one) => one === word);
  if (name === undefined)
    throw usageError(
      `--report takes [student:]FORMAT[:PATH], and a format is ${REPORT_NAMES.join(', ')}, not ${JSON.stringify(word)}`,
    );
  const flag = `--report ${name}`;
  const format: ReportFormat = REPORTS[name];
  if (path === '') throw usageError(`${flag}: a path is missing after the colon`);
  const unknown = path?.replace(PLACEHOLDERS, '').match(/\{.*?\}/)?.[0];
  if (unknown !== undefined) throw usageError(`${flag}: a path can contain ${EACH}, not ${unknown}`);
  if (format.pages !== undefined) {
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

/**
 * Checks outputs by their real paths, and makes their folders.
 *
 * @throws UserError if an output would overwrite another, or an input, or if its folder takes no file
 */
export function checkOutputs(
  outputs: readonly Output[],
  all: readonly Named[],
  inputs: readonly string[],
): void {
  if (outputs.length === 0) return;
  const read = inputs.map((path) => ({path, real: realPathOf(path)}));
  const written = new Map<string, string>();
  const each = outputs.flatMap((output) =>
    isForEach(output.path) ? all.map((one) => ({...output, path: pathFor(output, one)})) : [output],
  );
  for (const {flag, path} of each) {
    const real = realPathOf(path);
    const other = written.get(real);
    if (other === path) throw usageError(`${flag}: two files would go to ${path}`);
    if (other !== undefined) throw usageError(`${flag}: ${other} and ${path} are the same file`);
    written.set(real, path);
    const input = read.find((one) => isBelow(real, one.real));
    if (input === undefined) continue;
    const where = input.real === real ? 'an input' : `inside ${input.path}, which is an input`;
    throw usageError(`${flag}: ${path} is ${where}: choose another path`);
  }
  // Last, because a new folder among the inputs would be an input, too.
  for (const {flag, path, isFolder} of outputs)
    if (isFolder || !existsSync(path) || !isStream(path)) makeFolder(flag, isFolder ? path : folderOf(path));
}

/** @throws UserError if the submission lacks a name that the path asks for */
function pathFor({flag, path}: Output, {target, id, folder}: Named): string {
  const names: Readonly<Record<string, string | null>> = {submission: target, id, folder: folder ?? target};
  return path.replace(PLACEHOLDERS, (placeholder, kind) => {
    const name = names[kind] ?? null;
    if (name === null) throw usageError(`${flag}: ${placeholder} of ${target} is unknown`);
    return fileNameOf(name);
  });
}

function folderOf(path: string): string {
  const start = path.search(PLACEHOLDERS);
  return dirname(start === -1 ? path : `${path.slice(0, start)}x`);
}

function makeFolder(flag: string, folder: string): void {
  try {
    mkdirSync(folder, {recursive: true});
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw usageError(`${flag}: cannot write to ${folder}: ${messageOf(error)}`);
  }
}

/**
 * Writes all reports. A file that cannot be written is named, and does not stop the others.
 *
 * @param all names for paths, which are not those that students see
 * @returns whether all were written
 */
export function writeReports(
  requests: readonly ReportRequest[],
  marks: Marks,
  all: readonly Named[],
): boolean {
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
  for (const {format, path, audience, verbose} of requests) {
    const shown = audience === 'student' ? forStudent(marks) : marks;
    if (format.pages !== undefined && path !== null && !isForEach(path)) {
      for (const {name, content} of format.pages(shown, audience)) save(join(path, name), () => [content]);
      continue;
    }
    const options: ReportOptions = {
      colour: path === null && hasColour(process.stdout, process.env),
      columns: path === null ? process.stdout.columns : undefined,
      verbose,
      audience,
      token: randomBytes(16).toString('hex'),
      environment: process.env,
      at: new Date(),
    };
    const write = (some: Marks): Iterable<string> => format.write(some, options);
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

/** Complains once about damaged files in a folder of results. */
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
