/* One case of a suite: the input for a program, and what is demanded of it. */

import type {Observation} from '../../running/job.js';
import {DEFAULT_LIMITS, type Limits} from '../../running/limits.js';
import type {WrittenFile} from '../../running/work-files.js';
import type {Tolerance} from '../comparing/tolerances.js';
import type {CaseGiven, Visibility} from '../results/marks.js';
import {ONE_POINT, type Points} from '../results/points.js';
import type {Checker} from './checker.js';

export interface FixtureCase {
  /** Path below the root, without extension: `stage-1/04-range-seven`. */
  readonly name: string;
  /** Position among all cases of the fixtures, from 1, whichever are chosen. */
  readonly number: number;
  /** Folder below the root; `''` is the root itself. */
  readonly folder: string;
  readonly suite: string;
  readonly title: string;
  /** Purpose of the case, and the place that decides it, each on one line: `a 7 among six values`, `handout 2.1`. */
  readonly about: string | null;
  readonly section: string | null;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expectedFile: string;
  readonly expected: Buffer;
  /** Whole outputs that are right, too. */
  readonly otherAnswers: readonly ExpectedFile[];
  /** Lists of lines of output, in Latin-1, that are equally right. The golden has the first. */
  readonly alternatives: readonly (readonly string[])[];
  readonly status: Status;
  /** Arguments after the program's own. */
  readonly arguments: readonly string[];
  /** Variables besides those that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files that the program finds where it works, and may change. No two have the same name. */
  readonly files: readonly CaseFile[];
  /** Files that the program must write there, sorted by name. */
  readonly expectedFiles: readonly ExpectedFile[];
  /** Standard error to demand; null: it is shown, and not judged. */
  readonly expectedErrors: ExpectedFile | null;
  /** Sends standard error where standard output goes. */
  readonly isMerged: boolean;
  /** It runs in a sandbox of its own: nothing that a case leaves in the kernel reaches another. */
  readonly isFresh: boolean;
  readonly points: Points;
  /** `all`: the cases of its folder get their points only if all pass. */
  readonly group: 'sum' | 'all';
  readonly visibility: Visibility;
  /** Only those that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly tolerances: readonly Tolerance[];
  /** Texts that the program prints where it waits for a line of input; null: those that the golden shows. */
  readonly prompts: readonly string[] | null;
  /** Skips the cases after the first failure in the folder. */
  readonly skipAfterFailure: boolean;
  /** Checker of the output, and of the files unless it is a program; null: bytes are compared, under the tolerances. */
  readonly checker: Checker | null;
}

/** Demand on an exit status: this number, any but 0, or any. */
export type Status = number | 'nonzero' | 'any';

export function isStatus(status: number, demanded: Status): boolean {
  if (demanded === 'any') return true;
  return demanded === 'nonzero' ? status !== 0 : status === demanded;
}

export function parseStatus(text: string): Status | null {
  if (text === 'nonzero' || text === 'any') return text;
  return /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : null;
}

export const STATUSES = 'a number from 0 to 255, nonzero or any';

export interface CaseFile {
  readonly name: string;
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

export interface ExpectedFile {
  /** Path below the folder in which the program works; of another answer, the name of its file. */
  readonly name: string;
  readonly path: string;
  readonly content: Buffer;
}

/** Returns the goldens besides that of the output: files and standard error. */
export function extraGoldens(one: Pick<FixtureCase, 'expectedFiles' | 'expectedErrors'>): ExpectedFile[] {
  return [...one.expectedFiles, ...(one.expectedErrors === null ? [] : [one.expectedErrors])];
}

/** Returns a runner's job without command and limits. */
export function jobOf(one: FixtureCase) {
  const {input, environment, files, expectedFiles, isMerged, isFresh, visibility} = one;
  const wanted = expectedFiles.map(({name}) => name);
  return {input, environment, files, isMerged, isFresh, wanted, isHidden: visibility !== 'public'};
}

/** Name of standard error among the files that a program makes. */
export const STANDARD_ERROR = 'standard error';

/** Returns each golden besides that of the output, with the program's own version. */
export function extraOutputs(
  one: Pick<FixtureCase, 'expectedFiles' | 'expectedErrors'>,
  {written, stderr}: Pick<Observation, 'written' | 'stderr'>,
): readonly {readonly golden: ExpectedFile; readonly made: WrittenFile}[] {
  return extraGoldens(one).map((golden, index) => ({
    golden,
    made: golden === one.expectedErrors ? {content: stderr} : (written[index] ?? {instead: 'nothing'}),
  }));
}

export function givenOf({arguments: args, environment, files}: FixtureCase): CaseGiven | null {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const names = files.map(({name}) => name);
  if (args.length + variables.length + names.length === 0) return null;
  return {arguments: args, environment: variables, files: names};
}

/** Returns the limits on a case: those of the command line, else of its suite, else the defaults. */
export function limitsOf({limits}: FixtureCase, demanded: Partial<Limits>): Limits {
  return {...DEFAULT_LIMITS, ...limits, ...demanded};
}

export const PLAIN_CASE = {
  about: null,
  section: null,
  otherAnswers: [],
  alternatives: [],
  status: 0,
  arguments: [],
  environment: {},
  files: [],
  expectedFiles: [],
  expectedErrors: null,
  isMerged: false,
  isFresh: false,
  points: ONE_POINT,
  group: 'sum',
  visibility: 'public',
  limits: {},
  tolerances: [],
  prompts: null,
  skipAfterFailure: false,
  checker: null,
} as const satisfies Partial<FixtureCase>;
