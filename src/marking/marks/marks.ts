/*
 * The marks of a run: the one data structure from which every report is made. The JSON report contains it
 * unchanged. It holds no raw bytes: whatever a program printed is visible text (`visible.ts`), which no
 * report has to fear.
 */
import type {Containment} from '../../running/containment.js';
import {sumOf} from './points.js';

/** The version of the JSON report. It changes when a key is renamed or removed, not when one is added. */
export const MARKS_VERSION = 1;

/**
 * What can be said about a case, the good news first. `partly-right`: a checker gave some of the points, which is no pass.
 * `skipped`: an earlier case of its stage failed.
 */
export const VERDICTS = [
  'pass',
  'partly-right',
  'wrong-output',
  'wrong-status',
  'crashed',
  'timed-out',
  'out-of-memory',
  'too-much-output',
  'too-many-processes',
  'did-not-compile',
  'could-not-run',
  'could-not-check',
  'skipped',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VISIBILITIES = ['public', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** How limits are counted: by the kernel, or by looks at all processes. */

export interface Marks {
  readonly version: typeof MARKS_VERSION;
  /** Whether the programs ran in the sandbox. */
  readonly sandbox: boolean;
  /** What the figures for limits came from; null if that is not known, or not the same everywhere. */
  readonly containment: Containment | null;
  /** Which part of the run this is, such as `2/8`; null if it is the whole run. */
  readonly shard: string | null;
  /** False if the run ended early, or if parts of it are missing: its sum means nothing. */
  readonly complete: boolean;
  /** What was marked, and how; null in a report that does not say. */
  readonly run: RunFacts | null;
  /** The folders of whoever marks, which may be in any text; students' reports leave them out, and this key too. */
  readonly folders?: readonly string[];
  /** Those around: the current one, the home, that for temporary files. In what programs print they can mean something else. */
  readonly surroundings?: readonly string[];
  readonly submissions: readonly SubmissionMarks[];
}

/** What all parts of a run have in common. */
export interface RunFacts {
  /** Digest of the cases: inputs, goldens, points, everything that a suite says. */
  readonly fixtures: string;
  /** Digest of the names of all submissions, those of the other parts too. */
  readonly targets: string;
  /** The options that verdicts depend on, as on a command line: `--tolerate space --wall 2`. */
  readonly options: string;
}

export interface SubmissionMarks {
  /** As named on the command line, or its name in the folder of submissions. */
  readonly target: string;
  /** Decimal string. */
  readonly points: string;
  readonly maxPoints: string;
  /** In the order of the fixtures. */
  readonly cases: readonly CaseMarks[];
}

export interface CaseMarks {
  /** Path of the case below the folder of fixtures, without extension: `stage-1/04-range-seven`. */
  readonly case: string;
  /** Position among all cases of the fixtures, from 1. */
  readonly number: number;
  /** Title of its suite: from `suite.json`, or else the name of the folder. */
  readonly suite: string;
  /** Title of the case: from `suite.json`, or else its stem. */
  readonly title: string;
  /** What the case is for, and where that stands; null if the suite does not say. */
  readonly about: string | null;
  readonly section: string | null;
  readonly visibility: Visibility;
  /** Whether only the verdict and the points are left of a hidden case, because a student reads this. */
  readonly withheld: boolean;
  readonly verdict: Verdict;
  /** What the verdict alone does not say: the signal's name, the limit exceeded, the compiler's message. */
  readonly reason: string | null;
  /** Decimal strings. */
  readonly points: string;
  readonly maxPoints: string;
  /** The tolerances that made the output right, joined by ` + `; null if it needed none. */
  readonly tolerance: string | null;
  /** The mildest single tolerance that would have let a wrong output pass; null if none would. */
  readonly wouldPassWith: string | null;
  /** It left processes running when it ended; the marker killed them. */
  readonly leftProcesses: boolean;
  /** It timed out the first time and was run again, alone. */
  readonly retried: boolean;
  /** Wall-clock time in seconds. */
  readonly seconds: number;
  /** How the output differs; null if it does not, or if it was not compared. */
  readonly difference: Difference | null;
  /** What the program was given besides its input; null if that was nothing, or if it is not shown. */
  readonly given: Given | null;
  /** Input and standard error, as visible lines separated by newlines; null if there is nothing to show. */
  readonly input: string | null;
  readonly stderr: string | null;
  /**
   * What a program printed that was stopped or crashed, as lines of visible text, with the answers of the input as
   * `typedText` shows them; of much, the first and the last of it. `''`: nothing; null: this is not shown.
   */
  readonly printed: string | null;
  /** A shell command that reproduces the failure; null if the case passed. */
  readonly reproduce: string | null;
  /**
   * The same for a student, in whose folder lie the program, and what there is of `NAME.in`, `NAME.out`, `NAME.files` and
   * the files that the case gives. Without a checker of the course, it only runs the program.
   */
  readonly reproduceAsStudent: string | null;
  /** What the course's own checker says to those who mark; null if it says nothing, or if a student reads this. */
  readonly judgeMessage: string | null;
}

/** As a suite says it. Very many words, or a very long one, end with `…`. */
export interface Given {
  readonly arguments: readonly string[];
  /** Each a variable with its value: `SAY=de`. */
  readonly environment: readonly string[];
  /** The names of the files where the program works. */
  readonly files: readonly string[];
}

export interface Difference {
  readonly exactness: Exactness;
  /** What is wrong, in the same few words for the same mistake: `no empty line before "Invalid Choice."`. */
  readonly summary: string;
  /** Where the first differing byte is in the actual output: offset from 0, line and column from 1; see `exactness`. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** The two bytes; null at the end of the output. */
  readonly expectedByte: number | null;
  readonly actualByte: number | null;
  /** The prompt before the difference and the line of input that answered it; null if there was none. */
  readonly prompt: PromptAnswer | null;
  /** Expected and actual lines, as visible text. A prompt ends a line, as on a terminal. */
  readonly diff: readonly DiffLine[];
  /** The file that the program should have written so, by its path where it worked; null: standard output. */
  readonly file: string | null;
}

/**
 * What of the place of a difference is the mistake: the byte; the line, because a checker judges whole lines; or nothing,
 * because a program of the course judged the output, and where it first differs from the golden need not be wrong.
 */
export const EXACTNESSES = ['byte', 'line', 'none'] as const;
export type Exactness = (typeof EXACTNESSES)[number];

export interface PromptAnswer {
  /** The number of the prompt, and so of the line of input, from 1. */
  readonly number: number;
  /** The line that asks, as visible text. */
  readonly text: string;
  /** The line that answered it; null if the input had ended. */
  readonly input: string | null;
}

export interface DiffLine {
  /** `omitted` stands for lines that are not shown, never the first difference; its text says how many. */
  readonly kind: 'same' | 'expected' | 'actual' | 'omitted';
  readonly text: string;
  /** The answer to the prompt that this line is, as visible text; `''` at the end of the input. Only before the difference. */
  readonly typed?: string;
}

/** The marks of a submission, with its points added up. */
export function submissionMarks(target: string, cases: readonly CaseMarks[]): SubmissionMarks {
  return {
    target,
    points: sumOf(cases.map(({points}) => points)),
    maxPoints: sumOf(cases.map(({maxPoints}) => maxPoints)),
    cases,
  };
}

/** The verdicts in words. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  'partly-right': 'partly right',
  'wrong-output': 'wrong output',
  'wrong-status': 'wrong exit status',
  crashed: 'crashed',
  'timed-out': 'timed out',
  'out-of-memory': 'out of memory',
  'too-much-output': 'too much output',
  'too-many-processes': 'too many processes',
  'did-not-compile': 'did not compile',
  'could-not-run': 'could not run',
  'could-not-check': 'could not check',
  skipped: 'skipped',
};

/** What a case is for, and where that stands: `range beats count (handout 2.1)`; null if its suite does not say. */
export function purposeOf({about, section}: Pick<CaseMarks, 'about' | 'section'>): string | null {
  if (about === null) return section;
  return section === null ? about : `${about} (${section})`;
}

/** Nothing of what the case is for has been seen: the program never came so far. */
export const UNTESTED: readonly Verdict[] = [
  'did-not-compile',
  'could-not-run',
  'could-not-check',
  'skipped',
];
