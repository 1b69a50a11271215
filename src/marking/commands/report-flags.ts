/* What all commands with reports share: flags, writing the reports, and the exit status. */
import {randomBytes} from 'node:crypto';
import {mkdirSync, openSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {hasColour} from '../../command-line/colour.js';
import {complain} from '../../command-line/complain.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Given} from '../../command-line/flags.js';
import {inputError, messageOf, reasonOf, usageError} from '../../command-line/user-error.js';
import {writeWhole} from '../files/whole-file.js';
import {type JoinOptions, joinMarks} from '../marks/joining.js';
import {type CaseMarks, forStudent, type Marks} from '../marks/marks.js';
import {sharing} from '../marks/sharing.js';
import {REPORTS, type ReportFormat, type ReportName} from '../reports/formats.js';
import type {HumanOptions} from '../reports/human.js';
import {parseMarks} from '../reports/json.js';
import {CLASSROOM50_VARIABLES} from '../reports/systems/classroom50.js';
import {checkOutputs, checkPlaceholders, EACH, type Output, pathFor} from './outputs.js';

const AUDIENCES = ['marker', 'student'] as const;

export const REPORT_FLAGS = [
  {
    name: 'report',
    takes: 'FORMAT[:PATH]',
    values: Object.keys(REPORTS),
    many: true,
    help: `${Object.keys(REPORTS).join(' ')}; without PATH, it is printed in place of the human report. A PATH that contains {submission} makes one file per submission`,
  },
  {name: 'verbose', help: 'show people every case in full, not just one example of each mistake'},
  {
    name: 'audience',
    takes: 'WHO',
    values: AUDIENCES,
    help: 'marker (everything) or student (only verdict and points of hidden cases)',
  },
] as const;

/** 3 takes precedence over 1: if something could not be checked or is missing, the sum means nothing. */
export function exitStatusOf({submissions, complete}: Marks): number {
  const verdicts = new Set(submissions.flatMap(({cases}) => cases.map(({verdict}) => verdict)));
  if (!complete || verdicts.has('could-not-check')) return EXIT.trouble;
  return verdicts.size === 0 || (verdicts.size === 1 && verdicts.has('pass')) ? EXIT.passed : EXIT.failed;
}

export interface AskedReport {
  readonly format: ReportFormat;
  /** null: standard output. */
  readonly path: string | null;
  /** Already open if the path is an inherited descriptor, because those are closed before programs run. */
  readonly descriptor: number | null;
  readonly audience: (typeof AUDIENCES)[number];
  /** Whether to show people every case. */
  readonly verbose: boolean;
}

export function reportsFrom(given: Given, submissions: number): AskedReport[] {
  const audience = given.choice('audience', AUDIENCES) ?? 'marker';
  const verbose = given.has('verbose');
  return askedReports(given, REPORTS, 'human').map(({name, path}): AskedReport => {
    checkPlaceholders(`--report ${name}`, path ?? '', [EACH]);
    const format: ReportFormat = REPORTS[name];
    checkEnvironment(name);
    if (submissions !== 1 && !format.many && path?.includes(EACH) !== true) {
      const remedy = submissions === 0 ? 'there is none here' : `give it a path with ${EACH}`;
      throw usageError(`--report ${name} holds one submission: ${remedy}`);
    }
    return {format, path, descriptor: null, audience, verbose};
  });
}

/** A report as `--report` asks for it: `FORMAT[:PATH]`. */
interface Asked<Name> {
  readonly name: Name;
  /** null: standard output. */
  readonly path: string | null;
}

/**
 * What `--report` asks for. One report is always printed.
 *
 * @param formats by their names
 * @param usual what is printed if nothing else is
 */
export function askedReports<Name extends string>(
  given: Given,
  formats: Readonly<Record<Name, unknown>>,
  usual: NoInfer<Name>,
): Asked<Name>[] {
  const isFormat = (name: string): name is Name => Object.hasOwn(formats, name);
  const asked = given.texts('report').map((text): Asked<Name> => {
    const [, name = '', path = null] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
    if (!isFormat(name))
      throw usageError(`--report takes ${Object.keys(formats).join(', ')}, not ${JSON.stringify(name)}`);
    if (path === '') throw usageError(`--report ${name}: takes a path after the colon`);
    return {name, path};
  });
  const printed = asked.filter(({path}) => path === null);
  if (printed.length > 1) throw usageError('only one --report can be printed: give the others a path');
  return printed.length === 1 ? asked : [{name: usual, path: null}, ...asked];
}

/** Where it could not be written in the end, nothing needs to be run. */
function checkEnvironment(name: ReportName): void {
  if (name !== 'classroom50') return;
  const missing = CLASSROOM50_VARIABLES.filter((variable) => !process.env[variable]);
  if (missing.length === 0) return;
  throw usageError(
    `--report classroom50: the environment has no ${missing.join(', ')}: run it from Classroom 50's runner, which sets them`,
  );
}

/**
 * Makes the folders of reports, and opens what cannot be opened later.
 *
 * @param targets the names of all submissions
 * @param inputs the files that the command reads, and the folders below which it reads all
 * @param others what else the command writes
 * @throws UserError if a report cannot be written, or would overwrite another, or anything that is read
 */
export function openReports(
  reports: readonly AskedReport[],
  targets: readonly string[],
  inputs: readonly string[],
  others: readonly Output[] = [],
): AskedReport[] {
  const own = reports.flatMap(({path}) => (path === null ? [] : {flag: '--report', path}));
  checkOutputs([...others, ...own], targets, inputs);
  return reports.map((one) => {
    const isInherited = one.path !== null && DESCRIPTOR.test(one.path);
    return isInherited ? {...one, descriptor: opened(one.path)} : one;
  });
}

function opened(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    throw usageError(`--report: nothing can be written to ${path}: ${messageOf(error)}`);
  }
}

/** Writes all reports. A file that cannot be written is reported, and does not stop the others. */
export async function writeReports(reports: readonly AskedReport[], marks: Marks): Promise<boolean> {
  let written = true;
  for (const {format, path, descriptor, audience, verbose} of reports) {
    const shown = audience === 'student' ? forStudent(marks) : marks;
    const write = async (some: Marks, {colour, rows}: Screen): Promise<Iterable<string>> =>
      inLargePieces(
        await format.write(some, {
          colour,
          verbose,
          rows,
          isForStudent: audience === 'student',
          token: randomBytes(16).toString('hex'),
          environment: process.env,
          at: new Date(),
        }),
      );
    if (path === null) {
      for (const piece of await write(shown, screenOf(process.stdout))) process.stdout.write(piece);
      continue;
    }
    const files = path.includes(EACH)
      ? shown.submissions.map((one, index) => ({
          file: pathFor(path, marks.submissions[index]?.target ?? one.target),
          part: {...shown, submissions: [one]},
        }))
      : [{file: path, part: shown}];
    for (const {file, part} of files) {
      try {
        const pieces = await write(part, {colour: false, rows: null});
        if (descriptor !== null) for (const piece of pieces) writeFileSync(descriptor, piece);
        else {
          if (path.includes(EACH)) mkdirSync(dirname(file), {recursive: true});
          writeWhole(file, pieces);
        }
      } catch (error) {
        written = false;
        complain(`the report ${file}: ${messageOf(error)}`);
      }
    }
  }
  return written;
}

type Screen = Required<Pick<HumanOptions, 'colour' | 'rows'>>;

/** A terminal that does not say how many rows it has is taken for one of the usual size, and so is a smaller one. */
const LEAST_ROWS = 24;

function screenOf(stream: NodeJS.WriteStream): Screen {
  const rows = stream.isTTY ? Math.max(LEAST_ROWS, stream.rows || 0) : null;
  return {colour: hasColour(stream, process.env), rows};
}

/**
 * Reads JSON reports, and joins them.
 *
 * @throws UserError that says which file is no report, or which do not belong together
 */
export function readReports(names: readonly string[], options: JoinOptions): Marks {
  const share = sharing();
  const parts = names.map((name) => ({
    name,
    marks: orInputError(() => withShared(parseMarks(readFileSync(name, 'utf8')), share), name),
  }));
  return orInputError(() => joinMarks(parts, options));
}

/** A class has so many parts that they must not each hold what all have in common. */
function withShared(marks: Marks, share: (one: CaseMarks) => CaseMarks): Marks {
  const submissions = marks.submissions.map((one) => ({...one, cases: one.cases.map(share)}));
  return {...marks, submissions};
}

function orInputError<T>(act: () => T, file?: string): T {
  try {
    return act();
  } catch (error) {
    const reason = reasonOf(error);
    throw inputError(file === undefined ? reason : `${file}: ${reason}`);
  }
}

/** How many characters to write at once. */
const PIECE = 64 * 1024;

/** The same text, in pieces that are worth a system call. */
function* inLargePieces(pieces: Iterable<string>): Iterable<string> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < PIECE) continue;
    yield waiting.join('');
    [waiting, length] = [[], 0];
  }
  yield waiting.join('');
}

/** The kind of path that a shell passes for `>(…)`. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d+$/;
