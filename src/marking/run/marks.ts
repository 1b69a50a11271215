/*
 * The marks of a run, from which every report is made, and what they must be like when they are read from a file, since
 * anyone could have written it: each type is its schema. They hold no raw bytes: whatever a program printed is visible
 * text (`visible.ts`), which no report has to fear.
 */
import * as v from 'valibot';
import {CONTAINMENTS} from '../../running/containment.js';

import {DECIMAL, inGroups, isAtMost, sumOf} from './points.js';
import {VERDICTS} from './verdicts.js';

/** The version of the JSON report. It changes when a key is renamed or removed, not when one is added. */
export const MARKS_VERSION = 1;

export const VISIBILITIES = ['public', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/**
 * What of the place of a difference is the mistake: the byte; the line, because a checker judges whole lines; or nothing,
 * because a program of the course judged the output, and where it first differs from the golden need not be wrong.
 */
export const EXACTNESSES = ['byte', 'line', 'none'] as const;
export type Exactness = (typeof EXACTNESSES)[number];

// Each message says what would be valid; those who read add where.
export const text = v.string('a string');
export const flag = v.boolean('true or false');
const decimal = v.pipe(text, v.regex(DECIMAL, 'a decimal number as a string, such as "0.1"'));
export const wholeFrom = (lowest: number) => {
  const message = `a whole number of at least ${lowest}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(lowest, message));
};
const NOT_NEGATIVE = 'a number of at least 0';
const byte = v.pipe(wholeFrom(0), v.maxValue(255, 'a whole number from 0 to 255'));
export const listOf = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item, 'a list'), v.readonly());
export const recordOf = <T extends v.ObjectEntries>(entries: T) => v.object(entries, 'an object');
export const oneOf = <const T extends readonly string[]>(names: T) =>
  v.picklist(names, `one of ${names.join(', ')}`);

const PROMPT_ANSWER = recordOf({
  /** The number of the prompt, and so of the line of input, from 1. */
  number: wholeFrom(1),
  /** The line that asks, as visible text. */
  text,
  /** The line that answered it; null if the input had ended. */
  input: v.nullable(text),
});
export type PromptAnswer = Readonly<v.InferOutput<typeof PROMPT_ANSWER>>;

const DIFF_LINE = recordOf({
  /** `omitted` stands for lines that are not shown, never the first difference. */
  kind: oneOf(['same', 'expected', 'actual', 'omitted']),
  text,
  /** How many lines an `omitted` one stands for. */
  lines: v.exactOptional(wholeFrom(1)),
  /** The answer to the prompt that this line is, as visible text; `''` at the end of the input. Only before the difference. */
  typed: v.exactOptional(text),
});
export type DiffLine = Readonly<v.InferOutput<typeof DIFF_LINE>>;

const DIFFERENCE = recordOf({
  exactness: oneOf(EXACTNESSES),
  /** What is wrong, in the same few words for the same mistake: `no empty line before "Invalid Choice."`. */
  summary: text,
  /** Where the first differing byte is in the actual output: offset from 0, line and column from 1; see `exactness`. */
  offset: wholeFrom(0),
  line: wholeFrom(1),
  column: wholeFrom(1),
  /** The two bytes; null at the end of the output. */
  expectedByte: v.nullable(byte),
  actualByte: v.nullable(byte),
  /** The prompt before the difference and the line of input that answered it; null if there was none. */
  prompt: v.nullable(PROMPT_ANSWER),
  /** Expected and actual lines, as visible text. A prompt ends a line, as on a terminal. */
  diff: listOf(DIFF_LINE),
  /** The file that the program should have written so, by its path where it worked; null: standard output. */
  file: v.nullable(text),
});
export type Difference = Readonly<v.InferOutput<typeof DIFFERENCE>>;

/** As a suite says it. Very many words, or a very long one, end with `…`. */
const GIVEN = recordOf({
  arguments: listOf(text),
  /** Each a variable with its value: `SAY=de`. */
  environment: listOf(text),
  /** The names of the files where the program works. */
  files: listOf(text),
});
export type CaseGiven = Readonly<v.InferOutput<typeof GIVEN>>;

const CASE = recordOf({
  /** Path of the case below the folder of fixtures, without extension: `stage-1/04-range-seven`. */
  case: text,
  /** Position among all cases of the fixtures, from 1. */
  number: wholeFrom(1),
  /** Title of its suite: from `suite.json`, or else the name of the folder. */
  suite: text,
  /** Title of the case: from `suite.json`, or else its stem. */
  title: text,
  /** What the case is for, and where that stands; null if the suite does not say. */
  about: v.nullable(text),
  section: v.nullable(text),
  visibility: oneOf(VISIBILITIES),
  /** Folder whose cases get their points only if all pass; null: the case has its own points. */
  group: v.nullable(text),
  /** Whether only the verdict and the points are left of a hidden case, because a student reads this. */
  withheld: flag,
  verdict: oneOf(VERDICTS),
  /** What the verdict alone does not say: the signal's name, the limit exceeded, the compiler's message. */
  reason: v.nullable(text),
  /** With which it ended by itself; null if it did not, or was not run. */
  exitStatus: v.nullable(byte),
  /** What it said last, if it ended otherwise than with status 0 and one knows how such lines look; `last-words.ts`. */
  lastWords: v.nullable(text),
  /** Decimal strings. */
  points: decimal,
  maxPoints: decimal,
  /** The tolerances that made the output right, joined by ` + `; null if it needed none. */
  tolerance: v.nullable(text),
  /** The mildest single tolerance that would have let a wrong output pass; null if none would. */
  wouldPassWith: v.nullable(text),
  /** It left processes running when it ended; the marker killed them. */
  leftProcesses: flag,
  /** It timed out the first time and was run again, alone. */
  retried: flag,
  /** Wall-clock time in seconds. */
  seconds: v.pipe(v.number(NOT_NEGATIVE), v.finite(NOT_NEGATIVE), v.minValue(0, NOT_NEGATIVE)),
  /** How the output differs; null if it does not, or if it was not compared. */
  difference: v.nullable(DIFFERENCE),
  /** What the program was given besides its input; null if that was nothing, or if it is not shown. */
  given: v.nullable(GIVEN),
  /** Input and standard error, as visible lines separated by newlines; null if there is nothing to show. */
  input: v.nullable(text),
  stderr: v.nullable(text),
  /**
   * What a program printed that was stopped or crashed, as lines of visible text, with the answers of the input as
   * `typedText` shows them; of much, the first and the last of it. `''`: nothing; null: this is not shown.
   */
  printed: v.nullable(text),
  /** Line of bash that repeats the failure for whoever marks; null if there is none, or if a student reads this. */
  reproduce: v.nullable(text),
  /** What the course's own checker says to those who mark; null if it says nothing, or if a student reads this. */
  judgeMessage: v.nullable(text),
});
export type CaseMarks = Readonly<v.InferOutput<typeof CASE>>;

/** A case whose points agree with the rest of it. */
export const MARKED_CASE = v.pipe(
  CASE,
  v.rawCheck(({dataset, addIssue}) => {
    if (!dataset.typed || dataset.issues !== undefined) return;
    const {value} = dataset;
    const {points, maxPoints, verdict} = value;
    const [most, message] =
      verdict === 'pass' || verdict === 'partly-right'
        ? [maxPoints, `at most its maxPoints, ${maxPoints}`]
        : ['0', `0, since the verdict is ${verdict}`];
    if (isAtMost(points, most)) return;
    addIssue({
      message,
      input: points,
      path: [{type: 'object', origin: 'value', input: value, key: 'points', value: points}],
    });
  }),
);

/** What all submissions of a run have in common. */
export const RUN_FACTS = recordOf({
  /** Digest of the cases: inputs, goldens, points, everything that a suite says. */
  fixtures: text,
  /** The options that verdicts depend on, as on a command line: `--tolerate space --wall 2`. */
  options: text,
});
export type RunFacts = Readonly<v.InferOutput<typeof RUN_FACTS>>;

const SUBMISSION = recordOf({
  /** As named on the command line, or its name in the folder of submissions. */
  target: text,
  /** Decimal strings. */
  points: decimal,
  maxPoints: decimal,
  /** In the order of the fixtures. */
  cases: listOf(MARKED_CASE),
});
export type SubmissionMarks = Readonly<v.InferOutput<typeof SUBMISSION>>;

/** The JSON report. */
export const REPORT = recordOf({
  version: v.literal(MARKS_VERSION, `${MARKS_VERSION}`),
  /** Whether the programs ran in the sandbox. */
  sandbox: flag,
  /** What the figures for limits came from; null if that is not known, or not the same everywhere. */
  containment: v.nullable(oneOf(CONTAINMENTS)),
  /** False if the run ended early, or if parts of it are missing: its sum means nothing. */
  complete: flag,
  /** What was marked, and how; null in a report that does not say. */
  run: v.nullable(RUN_FACTS),
  /** The folders of whoever marks, which may be in any text; students' reports leave them out, and this key too. */
  folders: v.exactOptional(listOf(text)),
  /** Those around: the current one, the home, that for temporary files. In what programs print they can mean something else. */
  surroundings: v.exactOptional(listOf(text)),
  submissions: listOf(SUBMISSION),
});

/** A JSON report that was read whole. */
export type Report = Readonly<v.InferOutput<typeof REPORT>>;

/** A run as reports read it: its submissions come one at a time, from its record or from a list. */
export interface Marks extends Omit<Report, 'submissions'> {
  readonly submissions: Submissions;
}

/** They can be gone through any number of times. A large class does not fit into memory: nobody keeps more than one. */
export interface Submissions extends Iterable<SubmissionMarks> {
  readonly length: number;
  readonly at: (index: number) => SubmissionMarks | undefined;
}

/** @param read gives one of them, by its index */
export function submissionsFrom(length: number, read: (index: number) => SubmissionMarks): Submissions {
  return {
    length,
    at: (index) => (index < length ? read(index) : undefined),
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield read(index);
    },
  };
}

/** The same submissions, each changed when it is read. */
export function mapped(
  submissions: Submissions,
  change: (one: SubmissionMarks, index: number) => SubmissionMarks,
): Submissions {
  return submissionsFrom(submissions.length, (index) => {
    const one = submissions.at(index);
    if (one === undefined) throw new RangeError(`there is no submission ${index}`);
    return change(one, index);
  });
}

/** Start of the reason of a case that a run which ended early did not come to. */
export const ENDED_EARLY = 'the run ended early';

/** The marks of a submission, with its points added up once its groups have been looked at. */
export function submissionMarks(target: string, all: readonly CaseMarks[]): SubmissionMarks {
  const cases = inGroups(all);
  return {
    target,
    points: sumOf(cases.map(({points}) => points)),
    maxPoints: sumOf(cases.map(({maxPoints}) => maxPoints)),
    cases,
  };
}

/** Whether some case could not be checked, through no fault of the program: the sum is no mark. */
export function isIncomplete({cases}: Pick<SubmissionMarks, 'cases'>): boolean {
  return cases.some(({verdict}) => verdict === 'could-not-check');
}

/** What a case is for, and where that stands: `range beats count (handout 2.1)`; null if its suite does not say. */
export function purposeOf({about, section}: Pick<CaseMarks, 'about' | 'section'>): string | null {
  if (about === null) return section;
  return section === null ? about : `${about} (${section})`;
}

/** What of the marks of a case was judged. The rest, such as its name and its points, is as the fixtures say. */
export type Judgement = Pick<
  CaseMarks,
  | 'verdict'
  | 'reason'
  | 'exitStatus'
  | 'lastWords'
  | 'tolerance'
  | 'wouldPassWith'
  | 'leftProcesses'
  | 'retried'
  | 'seconds'
  | 'difference'
  | 'stderr'
  | 'printed'
  | 'judgeMessage'
> & {
  /** The points that a checker gave for an output that is partly right, as a decimal string; null: all or none. */
  readonly points: string | null;
};
