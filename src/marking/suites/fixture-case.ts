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
  /** Its place among all cases of the fixtures, from 1, whichever of them are chosen. */
  readonly number: number;
  /** Folder below the root; `''` is the root itself. */
  readonly folder: string;
  readonly suite: string;
  readonly title: string;
  /** What the case is for, and where that stands, each on one line: `a 7 among six values`, `handout 2.1`. */
  readonly about: string | null;
  readonly section: string | null;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expectedFile: string;
  readonly expected: Buffer;
  /** Exit status to demand; null if the suite does not say: then the run does, or it is 0. */
  readonly status: Status | null;
  /** Given to the program after its own arguments. */
  readonly arguments: readonly string[];
  /** Variables of the program's environment, besides those that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the program finds where it works, and may change. No two have the same name. */
  readonly files: readonly CaseFile[];
  /** What the program must have written there in the end, sorted by name. */
  readonly expectedFiles: readonly ExpectedFile[];
  /** What it must print to standard error; null: that is shown, and not judged. */
  readonly expectedErrors: ExpectedFile | null;
  /** Whether standard error goes where standard output does. */
  readonly isMerged: boolean;
  readonly points: Points;
  /** `all`: the cases of its folder get their points only if all pass. */
  readonly group: 'sum' | 'all';
  readonly visibility: Visibility;
  /** Only those that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly tolerances: readonly Tolerance[];
  /** What the program prints when it waits for a line of input. */
  readonly prompt: string;
  /** Whether to skip the cases after the first failure in the folder. */
  readonly skipAfterFailure: boolean;
  /** What checks the output, and the files unless it is a program; null: bytes are compared, under the tolerances. */
  readonly checker: Checker | null;
}

/** Demand on an exit status: this number, any but 0, or any. */
export type Status = number | 'nonzero' | 'any';

export function isStatus(status: number, demanded: Status): boolean {
  if (demanded === 'any') return true;
  return demanded === 'nonzero' ? status !== 0 : status === demanded;
}

/** Parses `3`, `nonzero` or `any`; null if the text is none of these. */
export function parseStatus(text: string): Status | null {
  if (text === 'nonzero' || text === 'any') return text;
  return /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : null;
}

/** The demands on exit statuses, in words. */
export const STATUSES = 'a number from 0 to 255, nonzero or any';

/** A file that a program is given. */
export interface CaseFile {
  /** The last name of its path. */
  readonly name: string;
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** A file that a program must write. */
export interface ExpectedFile {
  /** Its path below the folder in which the program works. */
  readonly name: string;
  /** Where the golden is. */
  readonly path: string;
  readonly content: Buffer;
}

/** All that a program must have made besides its output: files, and what it prints to standard error. */
export function extraGoldens({
  expectedFiles,
  expectedErrors,
}: Pick<FixtureCase, 'expectedFiles' | 'expectedErrors'>): readonly ExpectedFile[] {
  return expectedErrors === null ? expectedFiles : [...expectedFiles, expectedErrors];
}

/** Whether bytes of a case are compared, and so under tolerances: a program of the course checks only the output. */
export function comparesBytes(
  one: Pick<FixtureCase, 'checker' | 'expectedFiles' | 'expectedErrors'>,
): boolean {
  return one.checker === null || (one.checker.kind === 'program' && extraGoldens(one).length > 0);
}

/** What a program is given in a case, besides its arguments, and what is read afterwards, for a runner. */
export function jobOf({input, environment, files, expectedFiles, isMerged, visibility}: FixtureCase) {
  const wanted = expectedFiles.map(({name}) => name);
  return {input, environment, files, isMerged, wanted, isHidden: visibility !== 'public'};
}

/** What standard error is called among the files that a program makes. */
export const STANDARD_ERROR = 'standard error';

/** What was made of all goldens beside the output, in their order. */
export function extraOutputs(
  one: Pick<FixtureCase, 'expectedFiles' | 'expectedErrors'>,
  {written, stderr}: Pick<Observation, 'written' | 'stderr'>,
): readonly {readonly golden: ExpectedFile; readonly made: WrittenFile}[] {
  return extraGoldens(one).map((golden, index) => ({
    golden,
    made: golden === one.expectedErrors ? {content: stderr} : (written[index] ?? {instead: 'nothing'}),
  }));
}

/** What a program is given besides its input, as marks have it; null if it is nothing. */
export function givenOf({arguments: args, environment, files}: FixtureCase): CaseGiven | null {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  if (args.length + variables.length + files.length === 0) return null;
  return {
    arguments: shownWords(args),
    environment: shownWords(variables),
    files: shownWords(files.map(({name}) => name)),
  };
}

/** How many characters are shown of all arguments, of all variables and of all names. */
const WORDS_SHOWN = 2048;

/** Words up to the one in which there are too many characters, which is cut. */
function shownWords(words: readonly string[]): string[] {
  const shown: string[] = [];
  let left = WORDS_SHOWN;
  for (const word of words) {
    if (word.length > left) return [...shown, `${[...word].slice(0, left).join('')}…`];
    shown.push(word);
    left -= word.length;
  }
  return shown;
}

/** The limits on its runs: what is demanded of all runs comes before what its suite says, and that before the defaults. */
export function limitsOf({limits}: FixtureCase, demanded: Partial<Limits>): Limits {
  return {...DEFAULT_LIMITS, ...limits, ...demanded};
}

/** Unless `suite.json` says otherwise: a line that begins with `> `, as in most courses. */
export const DEFAULT_PROMPT = '\n> ';

/** What a case is like of which no suite says anything. */
export const PLAIN_CASE = {
  about: null,
  section: null,
  status: null,
  arguments: [],
  environment: {},
  files: [],
  expectedFiles: [],
  expectedErrors: null,
  isMerged: false,
  points: ONE_POINT,
  group: 'sum',
  visibility: 'public',
  limits: {},
  tolerances: [],
  prompt: DEFAULT_PROMPT,
  skipAfterFailure: false,
  checker: null,
} as const satisfies Partial<FixtureCase>;
