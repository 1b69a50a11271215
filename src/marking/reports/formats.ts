/* The writers of all reports, and those of JSON and CSV. */
import {row} from '../results/csv.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  type SubmissionMarks,
  severalStages,
} from '../results/marks.js';
import type {Audience, ReportOptions} from './explain.js';
import {type Page, pagesOf, writePage} from './html/pages.js';
import {writeHuman} from './human.js';
import {writeClassroom50} from './systems/classroom50.js';
import {writeGithub} from './systems/github.js';
import {writeGradescope} from './systems/gradescope.js';
import {writeJunit} from './systems/junit.js';
import {writeMrk} from './systems/mrk.js';

export interface ReportFormat {
  /** Yields pieces: the report of a large class does not fit into memory. */
  readonly write: (marks: Marks, options: ReportOptions) => Iterable<string>;
  /** True if one file can hold several submissions. */
  readonly many: boolean;
  readonly pages?: (marks: Marks, audience: Audience) => Iterable<Page>;
}

export const REPORTS = {
  human: {write: writeHuman, many: true},
  junit: {write: writeJunit, many: true},
  json: {write: writeJson, many: true},
  gradescope: {write: writeGradescope, many: false},
  github: {write: writeGithub, many: true},
  mrk: {write: writeMrk, many: false},
  csv: {write: writeCsv, many: true},
  classroom50: {write: writeClassroom50, many: false},
  html: {write: writePage, many: false, pages: pagesOf},
} as const satisfies Readonly<Record<string, ReportFormat>>;
export type ReportName = keyof typeof REPORTS;

/** Last columns of CSV, so that scripts can cut all others by number. */
const FACTS = ['id', 'email', 'group', 'folder', 'submitted', 'program'] as const;

function* writeCsv({submissions}: Marks): Iterable<string> {
  const {first} = submissions;
  const titles = severalStages(first).map(({title}) => title);
  const names = (first?.cases ?? []).map((one) => one.case);
  yield row(['submission', 'points', 'maxPoints', ...titles, ...names, ...FACTS]);
  for (const one of submissions) {
    const stages = severalStages(one).map(pointsCell);
    const facts = FACTS.map((fact) => one[fact] ?? '');
    const results = one.cases.map(resultCell);
    yield row([one.target, pointsCell(one), one.maxPoints, ...stages, ...results, ...facts]);
  }
}

/** Returns the points; not as a number if some case could not be checked, so that no spreadsheet adds them up. */
function pointsCell(one: Pick<SubmissionMarks, 'points' | 'cases'>): string {
  return isIncomplete(one) ? `${one.points} could-not-check` : one.points;
}

/** All verdicts but `partly-right` mean all of the points, or none. */
function resultCell({verdict, points, maxPoints}: CaseMarks): string {
  return verdict === 'partly-right' ? `${verdict} ${points}/${maxPoints}` : verdict;
}

/** Changes with the JSON report, but not for a new key. */
const VERSION = 3;

/** Writes the marks as JSON. Two equal runs differ only in the last key. */
function* writeJson({run, submissions}: Marks): Iterable<string> {
  const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);
  yield `${jsonOf({version: VERSION, run}).slice(0, -2)},\n  "submissions": [`;
  const seconds: [string, Record<string, number>][] = [];
  for (const {machine, isWhole, ...one} of submissions) {
    const cases = one.cases.map(({seconds, ...rest}) => rest);
    yield `${seconds.length === 0 ? '' : ','}\n    ${jsonOf({...one, cases}).replaceAll('\n', '\n    ')}`;
    seconds.push([one.target, Object.fromEntries(one.cases.map((each) => [each.case, each.seconds]))]);
  }
  const {complete, sandbox, sandboxOff, folders} = submissions.totals;
  const varying = {folders, seconds: Object.fromEntries(seconds)};
  yield `${seconds.length === 0 ? '' : '\n  '}],${jsonOf({complete, sandbox, sandboxOff, varying}).slice(1)}\n`;
}
