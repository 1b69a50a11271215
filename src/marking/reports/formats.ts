/* The writers of all reports. */
import type {Marks} from '../results/marks.js';
import {writeCsv} from './csv.js';
import type {Audience} from './explain.js';
import {type Page, pagesOf} from './html/pages.js';
import {writeHuman} from './human.js';
import {type Classroom50Options, writeClassroom50} from './systems/classroom50.js';
import {type GithubOptions, writeGithub} from './systems/github.js';
import {writeGradescope} from './systems/gradescope.js';
import {writeJunit} from './systems/junit.js';
import {writeMrk} from './systems/mrk.js';

export type ReportOptions = GithubOptions & Classroom50Options;

/** A file, or a folder of pages. */
export type ReportFormat =
  | {
      /** Yields the report in pieces of any length: that of a large class does not fit into memory. */
      readonly write: (marks: Marks, options: ReportOptions) => Iterable<string>;
      /** False if a report holds only one submission. */
      readonly many: boolean;
    }
  | {readonly pages: (marks: Marks, audience: Audience) => Iterable<Page>};

export const REPORTS = {
  human: {write: writeHuman, many: true},
  junit: {write: writeJunit, many: true},
  json: {write: writeJson, many: true},
  gradescope: {write: writeGradescope, many: false},
  github: {write: writeGithub, many: true},
  mrk: {write: writeMrk, many: false},
  csv: {write: writeCsv, many: true},
  classroom50: {write: writeClassroom50, many: false},
  html: {pages: pagesOf},
} as const satisfies Readonly<Record<string, ReportFormat>>;
export type ReportName = keyof typeof REPORTS;

/** Writes the marks as JSON, with one submission in memory at a time. Two equal runs differ only in the last key. */
function* writeJson({version, run, submissions}: Marks): Iterable<string> {
  const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);
  yield `${jsonOf({version, run}).slice(0, -2)},\n  "submissions": [`;
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
