/* What all commands with reports share: flags, writing the reports, and the exit status. */
import {randomBytes} from 'node:crypto';
import {accessSync, constants, existsSync, mkdirSync, openSync, statSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {complain} from '../../command-line/complain.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Given} from '../../command-line/flags.js';
import {messageOf, usageError} from '../../command-line/user-error.js';
import {forStudent, type Marks} from '../marks/marks.js';
import {REPORTS, type ReportFormat, type ReportName} from '../reports/formats.js';

export const REPORT_FLAGS = [
  {
    name: 'report',
    takes: 'FORMAT[:PATH]',
    many: true,
    help: `${Object.keys(REPORTS).join(' ')}; without PATH, it is printed in place of the human report. A PATH that contains {submission} makes one file per submission`,
  },
  {name: 'verbose', help: 'show people every case in full, not just one example of each mistake'},
  {
    name: 'audience',
    takes: 'WHO',
    help: 'marker (everything) or student (only verdict and points of hidden cases)',
  },
] as const;

/** 3 takes precedence over 1: if something could not be checked, the sum means nothing. */
export function exitStatusOf({submissions}: Marks): number {
  const verdicts = new Set(submissions.flatMap(({cases}) => cases.map(({verdict}) => verdict)));
  if (verdicts.has('could-not-check')) return EXIT.trouble;
  return verdicts.size === 0 || (verdicts.size === 1 && verdicts.has('pass')) ? EXIT.passed : EXIT.failed;
}

export interface AskedReport {
  readonly format: ReportFormat;
  /** null: standard output. */
  readonly path: string | null;
  /** Already open if the path is an inherited descriptor, because those are closed before programs run. */
  readonly descriptor: number | null;
  readonly audience: 'marker' | 'student';
  /** Whether to show people every case. */
  readonly verbose: boolean;
}

export function reportsFrom(given: Given, submissions: number): AskedReport[] {
  const audience = given.text('audience') ?? 'marker';
  if (audience !== 'marker' && audience !== 'student') {
    throw usageError(`--audience takes marker or student, not ${JSON.stringify(audience)}`);
  }
  const verbose = given.has('verbose');
  const asked = given.texts('report').map((text): AskedReport => {
    const [, name = '', path = null] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
    if (!isReportName(name)) {
      throw usageError(`--report takes ${Object.keys(REPORTS).join(', ')}, not ${JSON.stringify(name)}`);
    }
    const unknown = path?.replaceAll(EACH, '').match(/\{.*?\}/)?.[0];
    if (unknown !== undefined) throw usageError(`--report ${name}: a path can hold ${EACH}, not ${unknown}`);
    if (path === '') throw usageError(`--report ${name}: takes a path after the colon`);
    const format: ReportFormat = REPORTS[name];
    if (submissions > 1 && !format.many && path?.includes(EACH) !== true) {
      throw usageError(`--report ${name} holds one submission: give it a path with ${EACH}`);
    }
    if (path !== null) checkPath(path);
    return {
      format,
      path,
      descriptor: path !== null && DESCRIPTOR.test(path) ? openSync(path, 'w') : null,
      audience,
      verbose,
    };
  });
  const paths = asked.flatMap(({path}) => path ?? []);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw usageError(`--report: two reports cannot both go to ${twice}`);
  const printed = asked.filter(({path}) => path === null);
  if (printed.length > 1) throw usageError('only one --report can be printed: give the others a path');
  return printed.length === 1
    ? asked
    : [{format: REPORTS.human, path: null, descriptor: null, audience, verbose}, ...asked];
}

/** Writes all reports. A file that cannot be written is reported, and does not stop the others. */
export function writeReports(reports: readonly AskedReport[], marks: Marks): boolean {
  let written = true;
  for (const {format, path, descriptor, audience, verbose} of reports) {
    const shown = audience === 'student' ? forStudent(marks) : marks;
    const write = (some: Marks, colour: boolean): string =>
      format.write(some, {colour, verbose, token: randomBytes(16).toString('hex')});
    if (path === null) {
      process.stdout.write(write(shown, wantsColour(process.stdout)));
      continue;
    }
    const files = path.includes(EACH)
      ? shown.submissions.map((one) => ({
          file: path.replaceAll(EACH, one.target.replaceAll('/', '_')),
          part: {...shown, submissions: [one]},
        }))
      : [{file: path, part: shown}];
    for (const {file, part} of files) {
      try {
        writeFileSync(descriptor ?? file, write(part, false));
      } catch (error) {
        written = false;
        complain(`the report ${file}: ${messageOf(error)}`);
      }
    }
  }
  return written;
}

/** The kind of path that a shell passes for `>(…)`. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

/** In the path of a report, makes one file per submission. */
const EACH = '{submission}';

function isReportName(name: string): name is ReportName {
  return Object.hasOwn(REPORTS, name);
}

/** Called before any program runs, so that no report is lost after an hour because it cannot be written. */
function checkPath(path: string): void {
  const isThere = existsSync(path);
  if (isThere && statSync(path).isDirectory()) throw usageError(`--report: ${path} is a folder`);
  // What is there, such as /dev/stderr, may be written to although its folder takes nothing new.
  const written = isThere ? path : dirname(path);
  try {
    if (!isThere) mkdirSync(written, {recursive: true});
    accessSync(written, constants.W_OK);
  } catch (error) {
    throw usageError(`--report: nothing can be written to ${written}: ${messageOf(error)}`);
  }
}

function wantsColour(stream: NodeJS.WriteStream): boolean {
  const {NO_COLOR: no = '', TERM: terminal} = process.env;
  return stream.isTTY === true && no === '' && terminal !== 'dumb';
}
