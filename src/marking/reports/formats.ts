/* How each report is written. */
import type {Marks} from '../results/marks.js';
import {writeCsv} from './csv.js';
import type {Audience} from './explain.js';
import {type Page, pagesOf} from './html/pages.js';
import {writeHuman} from './human.js';
import type {ReportName} from './names.js';
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
} as const satisfies Readonly<Record<ReportName, ReportFormat>>;

/** Writes the marks as `JSON.stringify` would, with one submission in memory at a time. */
function* writeJson({submissions, ...facts}: Marks): Iterable<string> {
  const end = ']\n}';
  yield JSON.stringify({...facts, submissions: []}, null, 2).slice(0, -end.length);
  let before = '\n    ';
  for (const one of submissions) {
    yield before + JSON.stringify(one, null, 2).replaceAll('\n', '\n    ');
    before = ',\n    ';
  }
  yield `${submissions.length > 0 ? '\n  ' : ''}${end}\n`;
}
