/* One case of a suite: the input of a program, and the demands on its output. */
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
  /** Position among all cases, from 1. */
  readonly number: number;
  /** Folder below the root; `''`: the root. */
  readonly folder: string;
  readonly suite: string;
  readonly title: string;
  /** Purpose of the case, and the place that decides it: `a 7 among six values`, `handout 2.1`. */
  readonly about: string | null;
  readonly section: string | null;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expectedFile: string;
  readonly expected: Buffer;
  /** Whole outputs that are right besides the golden. */
  readonly otherAnswers: readonly ExpectedFile[];
  /** Lists of equally right lines, in Latin-1; the golden has the first. */
  readonly alternatives: readonly (readonly string[])[];
  readonly status: Status;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files that the program finds, each with a name of its own. */
  readonly files: readonly CaseFile[];
  /** Files that the program must write, sorted. */
  readonly expectedFiles: readonly ExpectedFile[];
  /** Standard error to demand; null: it is not judged. */
  readonly expectedErrors: ExpectedFile | null;
  /** Standard error goes to standard output. */
  readonly isMerged: boolean;
  /** Runs in a new sandbox, where nothing of other cases is left in the kernel. */
  readonly isFresh: boolean;
  readonly points: Points;
  /** `all`: the cases of the folder get points only if all pass. */
  readonly group: 'sum' | 'all';
  readonly visibility: Visibility;
  readonly limits: Partial<Limits>;
  readonly tolerances: readonly Tolerance[];
  /** Texts printed before a line is read; null: found in the golden. */
  readonly prompts: readonly string[] | null;
  readonly skipAfterFailure: boolean;
  /** Checks the output; `numbers` also the files. null: bytes are compared, under the tolerances. */
  readonly checker: Checker | null;
}

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
  /** Path below the work folder; for another right answer, the name of its file. */
  readonly name: string;
  readonly path: string;
  readonly content: Buffer;
}

export function extraGoldens(one: Pick<FixtureCase, 'expectedFiles' | 'expectedErrors'>): ExpectedFile[] {
  return [...one.expectedFiles, ...(one.expectedErrors === null ? [] : [one.expectedErrors])];
}

export function jobOf(one: FixtureCase) {
  const {input, environment, files, expectedFiles, isMerged, isFresh, visibility} = one;
  const wanted = expectedFiles.map(({name}) => name);
  return {input, environment, files, isMerged, isFresh, wanted, isHidden: visibility !== 'public'};
}

export const STANDARD_ERROR = 'standard error';

/** Returns the goldens besides the output, each with what the program made. */
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

/** Limits of the command line win over those of the suite. */
export function limitsOf({limits}: FixtureCase, demanded: Partial<Limits>): Limits {
  return {...DEFAULT_LIMITS, ...limits, ...demanded};
}

// biome-ignore format: a table
export const PLAIN_CASE = {
  about: null, section: null, otherAnswers: [], alternatives: [], status: 0, arguments: [], environment: {}, files: [],
  expectedFiles: [], expectedErrors: null, isMerged: false, isFresh: false, points: ONE_POINT, group: 'sum',
  visibility: 'public', limits: {}, tolerances: [], prompts: null, skipAfterFailure: false, checker: null,
} as const satisfies Partial<FixtureCase>;
