/* What all commands with reports share: the flags, what they ask for, and the exit status. */
import {openSync} from 'node:fs';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {EXIT, messageOf, usageError} from '../../../command-line/user-error.js';
import {REPORTS, type ReportFormat, type ReportName} from '../../reports/formats.js';
import {CLASSROOM50_VARIABLES} from '../../reports/systems/classroom50.js';
import {isIncomplete, type Marks} from '../../results/marks.js';
import {checkOutputs, checkPlaceholders, EACH, type Output} from './outputs.js';

const AUDIENCES = ['marker', 'student'] as const;

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

/** 3 takes precedence over 1: if something could not be checked or is missing, the sum means nothing. */
export function exitStatusOf({submissions, complete}: Marks): number {
  let [cases, passed] = [0, 0];
  for (const one of submissions) {
    if (isIncomplete(one)) return EXIT.trouble;
    cases += one.cases.length;
    passed += one.cases.filter(({verdict}) => verdict === 'pass').length;
  }
  if (!complete) return EXIT.trouble;
  return passed === cases ? EXIT.passed : EXIT.failed;
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

/** @param submissions their number */
export function reportsFrom(given: ParsedFlags, submissions: number): AskedReport[] {
  const audience = given.choice('audience', AUDIENCES) ?? 'marker';
  const verbose = given.has('verbose');
  return askedReports(given).map(({name, path}): AskedReport => {
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
interface Asked {
  readonly name: ReportName;
  /** null: standard output. */
  readonly path: string | null;
}

/** Returns what `--report` asks for. One report is printed: the human one, unless another is. */
function askedReports(given: ParsedFlags): Asked[] {
  const asked = given.texts('report').map((text): Asked => {
    const [, name = '', path = null] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
    if (!isFormat(name))
      throw usageError(`--report takes ${Object.keys(REPORTS).join(', ')}, not ${JSON.stringify(name)}`);
    if (path === '') throw usageError(`--report ${name}: takes a path after the colon`);
    return {name, path};
  });
  const printed = asked.filter(({path}) => path === null);
  if (printed.length > 1) throw usageError('only one --report can be printed: give the others a path');
  return printed.length === 1 ? asked : [{name: 'human', path: null}, ...asked];
}

function isFormat(name: string): name is ReportName {
  return Object.hasOwn(REPORTS, name);
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

/** The kind of path that a shell passes for `>(…)`. */
const DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/\d+$/;
