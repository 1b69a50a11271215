/*
 * The marks of a run: the one data structure from which every report is made, and which the JSON report holds as
 * it is. Nothing in it is bytes: whatever a program printed is shown as visible text (`visible.ts`), so that no
 * report has to fear it.
 */
import {sumOf} from './points.js';

/** Version of the JSON report. It changes when a key is renamed or removed, not when one is added. */
export const MARKS_VERSION = 1;

/** What can be said of a case, the good news first. `skipped`: an earlier case of its stage had failed. */
export const VERDICTS = [
  'pass',
  'wrong-output',
  'wrong-status',
  'crashed',
  'timed-out',
  'out-of-memory',
  'too-much-output',
  'did-not-compile',
  'could-not-run',
  'could-not-check',
  'skipped',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VISIBILITIES = ['public', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface Marks {
  readonly version: typeof MARKS_VERSION;
  /** Whether the programs ran in the sandbox. */
  readonly sandbox: boolean;
  /** Which part of the whole this is, say `2/8`; null if it is all of it. */
  readonly shard: string | null;
  readonly submissions: readonly SubmissionMarks[];
}

export interface SubmissionMarks {
  /** As it was named on the command line, or its name in the folder of submissions. */
  readonly target: string;
  /** Decimal string. */
  readonly points: string;
  readonly maxPoints: string;
  /** In the order of the fixtures. */
  readonly cases: readonly CaseMarks[];
}

export interface CaseMarks {
  /** Path of the case below the folder of fixtures, without ending: `stage-1/04-range-seven`. */
  readonly case: string;
  /** Place among all cases of the fixtures, from 1. */
  readonly number: number;
  /** Title of the suite that it belongs to: of `suite.json`, or else its folder. */
  readonly suite: string;
  /** Title of the case: of `suite.json`, or else its stem. */
  readonly title: string;
  readonly visibility: Visibility;
  readonly verdict: Verdict;
  /** What the verdict does not say by itself: the signal's name, the limit that was passed, the compiler's words. */
  readonly reason: string | null;
  /** Decimal strings. */
  readonly points: string;
  readonly maxPoints: string;
  /** The tolerances without which it had not passed, joined by ` + `; null if it needed none. */
  readonly tolerance: string | null;
  /** The mildest single tolerance that would have let a wrong output pass; null if none would. */
  readonly wouldPassWith: string | null;
  /** It left processes running when it ended; the marker ended them. */
  readonly leftProcesses: boolean;
  /** It had run out of time at first, and was run again with nothing beside it. */
  readonly retried: boolean;
  /** Wall-clock time in seconds. */
  readonly seconds: number;
  /** Where the output differs; null if it does not, or was not compared. */
  readonly difference: Difference | null;
  /** Input, and what came on standard error, as visible lines between newlines; null where there is nothing to show. */
  readonly input: string | null;
  readonly stderr: string | null;
  /** A command for a shell that shows the failure again; null if the case passed. */
  readonly reproduce: string | null;
}

export interface Difference {
  /** What is wrong in a few words, the same for the same mistake: `no empty line before "Invalid Choice."`. */
  readonly summary: string;
  /** Of the first differing byte in the actual output: from 0, and line and column from 1. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** The two bytes; null at the end of the output. */
  readonly expectedByte: number | null;
  readonly actualByte: number | null;
  /** The prompt before the difference, and the line of input that answered it; null if there was none. */
  readonly prompt: PromptAnswer | null;
  /** Expected beside actual, as visible text. */
  readonly diff: readonly DiffLine[];
}

export interface PromptAnswer {
  /** Which prompt, and so which line of input, from 1. */
  readonly number: number;
  /** The line that asks, as visible text. */
  readonly text: string;
  /** The line that answered; null if the input had ended. */
  readonly input: string | null;
}

export interface DiffLine {
  /** `omitted` stands for lines that are not shown, never for the first difference; its text says how many. */
  readonly kind: 'same' | 'expected' | 'actual' | 'omitted';
  readonly text: string;
}

/** The marks of a submission, its points added up. */
export function submissionMarks(target: string, cases: readonly CaseMarks[]): SubmissionMarks {
  return {
    target,
    points: sumOf(cases.map(({points}) => points)),
    maxPoints: sumOf(cases.map(({maxPoints}) => maxPoints)),
    cases,
  };
}

/** What is left of a hidden case besides its number, its verdict and its points. */
const WITHHELD = {
  reason: null,
  tolerance: null,
  wouldPassWith: null,
  leftProcesses: false,
  retried: false,
  seconds: 0,
  difference: null,
  input: null,
  stderr: null,
  reproduce: null,
} as const;

/** The marks as a student may see them: of hidden cases only the verdict and the points. */
export function forStudent(marks: Marks): Marks {
  const hide = (one: CaseMarks): CaseMarks => {
    if (one.visibility === 'public') return one;
    // Its names, too, can tell what it is about.
    const name = `hidden case ${one.number}`;
    return {...one, case: name, title: name, ...WITHHELD};
  };
  return {...marks, submissions: marks.submissions.map((one) => ({...one, cases: one.cases.map(hide)}))};
}

/** What a verdict says to people. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  'wrong-output': 'wrong output',
  'wrong-status': 'wrong exit status',
  crashed: 'crashed',
  'timed-out': 'timed out',
  'out-of-memory': 'out of memory',
  'too-much-output': 'too much output',
  'did-not-compile': 'did not compile',
  'could-not-run': 'could not run',
  'could-not-check': 'could not check',
  skipped: 'skipped',
};
