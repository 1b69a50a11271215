/*
 * The marks of a run: the one representation from which every report is made, and which a folder of results keeps. They
 * hold no raw bytes: whatever a program printed is visible text (`visible.ts`), which no report has to fear.
 */
import {groupBy} from './grouping.js';
import {inGroups, sumOf, zeroOf} from './points.js';
import {UNTESTED, type Verdict} from './verdicts.js';

/** Version of the JSON report. It changes when a key is renamed or removed, not when one is added. */
export const MARKS_VERSION = 2;

export const VISIBILITIES = ['public', 'hidden'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/**
 * How precisely the place of a difference locates the mistake: the byte; the line, if a checker judges whole lines; or not
 * at all, if a program of the course judged the output: where it first differs from the golden need not be wrong.
 */
export const EXACTNESSES = ['byte', 'line', 'none'] as const;
export type Exactness = (typeof EXACTNESSES)[number];

export interface PromptAnswer {
  /** Number of the prompt, and so of the line of input, from 1. */
  readonly number: number;
  /** The line that asks, as visible text. */
  readonly text: string;
  /** The line that answered it; null if the input had ended. */
  readonly input: string | null;
}

export interface DiffLine {
  /** `omitted` stands for lines that are not shown, never the first difference. */
  readonly kind: 'same' | 'expected' | 'actual' | 'omitted';
  readonly text: string;
  /** The answer to the prompt that this line is, as visible text; `''` at the end of the input. Only before the difference. */
  readonly typed?: string;
}

export interface Difference {
  readonly exactness: Exactness;
  /** The same few words for the same mistake, but for numbers: `no empty line before "Invalid Choice."`. */
  readonly summary: string;
  /** Place of the first differing byte in the actual output, from 1; see `exactness`. */
  readonly line: number;
  readonly column: number;
  /** The prompt before the difference and the line of input that answered it; null if there was none, or if that is unknown. */
  readonly prompt: PromptAnswer | null;
  /** Expected and actual lines, as visible text. A prompt ends a line, as on a terminal. */
  readonly diff: readonly DiffLine[];
  /** Number of lines of each side that differ, of which `diff` may hold only the first; counted up to 2,000. */
  readonly differing: {readonly expected: number; readonly actual: number};
  /** Path of the file that differs, below the folder of the run; null: standard output. */
  readonly file: string | null;
}

/** Arguments, variables and files of a program, as its suite says. Very many words, or a very long one, end with `…`. */
export interface CaseGiven {
  readonly arguments: readonly string[];
  /** Each a variable with its value: `SAY=de`. */
  readonly environment: readonly string[];
  /** Names of the files where the program works. */
  readonly files: readonly string[];
}

/** Facts about a case that all submissions of a run share. */
export interface CaseFacts {
  /** Path of the case below the folder of fixtures, without extension: `stage-1/04-range-seven`. */
  readonly case: string;
  /** Position among all cases of the fixtures, from 1. */
  readonly number: number;
  /** Title of its suite: from `suite.json`, or else the name of the folder. */
  readonly suite: string;
  /** Title of the case: from `suite.json`, or else its stem. */
  readonly title: string;
  /** Purpose of the case, and the place that decides it; null if the suite does not say. */
  readonly about: string | null;
  readonly section: string | null;
  readonly visibility: Visibility;
  /** Name of the folder whose cases share their points, all or nothing; null: the case has its own. */
  readonly group: string | null;
  /** Decimal string. */
  readonly maxPoints: string;
  /** Null if the program was given nothing besides its input, or if it is not shown. */
  readonly given: CaseGiven | null;
  /** Visible lines separated by newlines; null if it is not shown. */
  readonly input: string | null;
}

/** Judgement on one case of a submission. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Detail of the verdict: the signal's name, the limit exceeded, the compiler's message. */
  readonly reason: string | null;
  /** Null if the program did not end by itself, or was not run. */
  readonly exitStatus: number | null;
  /** Last words of a program that ended with another status than 0, if their form is known; see `last-words.ts`. */
  readonly lastWords: string | null;
  /** The tolerances that made the output right, joined by ` + `; null if it needed none. */
  readonly tolerance: string | null;
  /** The mildest single tolerance that would have let a wrong output pass; null if none would. */
  readonly wouldPassWith: string | null;
  /** Whether it left processes running when it ended; the marker killed them. */
  readonly leftProcesses: boolean;
  /** Whether it timed out the first time and was run again, alone. */
  readonly retried: boolean;
  /** Wall-clock time. */
  readonly seconds: number;
  /** Name of a case of the same submission with the same mistake, which has the evidence; null: this one has it. */
  readonly sameAs: string | null;
  /** Null if the output does not differ, or was not compared. Without lines if `sameAs` has them. */
  readonly difference: Difference | null;
  /** Standard error as visible lines separated by newlines; null if there is nothing to show. */
  readonly stderr: string | null;
  /**
   * Output of a program that was stopped or crashed, as lines of visible text, with the answers of the input as `typedText`
   * shows them; of much, the first and the last of it. `''`: nothing; null: this is not shown.
   */
  readonly printed: string | null;
  /** Message of the course's own checker for those who mark; null if it says nothing, or if a student reads this. */
  readonly judgeMessage: string | null;
  /** Points that a checker gave for an output that is partly right, as a decimal string; null: all or none. */
  readonly points: string | null;
}

/** Judgement on a case that was not run. */
export const NOTHING: Judgement = {
  verdict: 'skipped',
  reason: null,
  exitStatus: null,
  lastWords: null,
  tolerance: null,
  wouldPassWith: null,
  leftProcesses: false,
  retried: false,
  seconds: 0,
  sameAs: null,
  difference: null,
  stderr: null,
  printed: null,
  judgeMessage: null,
  points: null,
};

export interface CaseMarks extends CaseFacts, Omit<Judgement, 'points'> {
  /** Whether only the verdict and the points are left of a hidden case, because a student reads this. */
  readonly withheld: boolean;
  /** Decimal string. */
  readonly points: string;
  /** Line of bash that repeats the failure for whoever marks; null if there is none, or if a student reads this. */
  readonly reproduce: string | null;
}

export function caseMarks(facts: CaseFacts, judgement: Judgement, reproduce: string | null): CaseMarks {
  const {verdict, exitStatus, sameAs, points} = judgement;
  const {maxPoints} = facts;
  const hasPassed = verdict === 'pass';
  const hasRun = exitStatus !== null || !UNTESTED.includes(verdict);
  const isShown = !hasPassed && hasRun && sameAs === null;
  // Written out: 160,000 are read at once, and a spread takes ten times as long.
  return {
    case: facts.case,
    number: facts.number,
    suite: facts.suite,
    title: facts.title,
    about: facts.about,
    section: facts.section,
    visibility: facts.visibility,
    group: facts.group,
    withheld: false,
    verdict: judgement.verdict,
    reason: judgement.reason,
    exitStatus: judgement.exitStatus,
    lastWords: judgement.lastWords,
    tolerance: judgement.tolerance,
    wouldPassWith: judgement.wouldPassWith,
    leftProcesses: judgement.leftProcesses,
    retried: judgement.retried,
    seconds: judgement.seconds,
    sameAs: judgement.sameAs,
    difference: judgement.difference,
    points: hasPassed ? maxPoints : (points ?? zeroOf(maxPoints)),
    maxPoints,
    given: isShown ? facts.given : null,
    input: isShown ? facts.input : null,
    stderr: judgement.stderr,
    printed: judgement.printed,
    judgeMessage: judgement.judgeMessage,
    reproduce,
  };
}

export interface SubmissionMarks {
  /** As named on the command line, or the name of the person in the class. */
  readonly target: string;
  /** Number by which the learning system knows the person; null if no system said one. */
  readonly id: string | null;
  /** Decimal strings. */
  readonly points: string;
  readonly maxPoints: string;
  /** In the order of the fixtures. */
  readonly cases: readonly CaseMarks[];
}

/** Facts that all submissions of a run share. */
export interface RunFacts {
  /** Digest of the cases: inputs, goldens, points, everything that a suite says. */
  readonly fixtures: string;
  /** Options that verdicts depend on, as on a command line: `--tolerate space --wall 2`. */
  readonly options: string;
}

/** A run as reports read it. */
export interface Marks {
  readonly version: typeof MARKS_VERSION;
  /** Whether all programs ran in the sandbox. */
  readonly sandbox: boolean;
  /** Reason why the sandbox was off; null if it was on, or was not wanted. */
  readonly sandboxOff: string | null;
  /** False if the run ended early, or if some submissions are not marked yet: its sum means nothing. */
  readonly complete: boolean;
  readonly run: RunFacts;
  /** Folders of whoever marks, which any text may mention; left out of students' reports, with this key. */
  readonly folders?: readonly string[];
  readonly submissions: Submissions;
}

/** Submissions that are read one at a time, any number of times: a large class does not fit into memory. */
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
export function submissionMarks(
  target: string,
  all: readonly CaseMarks[],
  id: string | null = null,
): SubmissionMarks {
  const cases = inGroups(all);
  return {target, id, ...pointsOf(cases), cases};
}

/** Points of a case, a submission or several, as decimal strings. */
export type Score = Pick<CaseMarks, 'points' | 'maxPoints'>;

export function pointsOf(all: readonly Score[]): Score {
  return {
    points: sumOf(all.map(({points}) => points)),
    maxPoints: sumOf(all.map(({maxPoints}) => maxPoints)),
  };
}

/** Cases of a suite: a stage of an assignment. */
export interface Stage extends Score {
  readonly title: string;
  readonly cases: readonly CaseMarks[];
}

export function stagesOf({cases}: Pick<SubmissionMarks, 'cases'>): Stage[] {
  const suites = groupBy(cases, ({suite}) => suite);
  return Array.from(suites, ([title, own]) => ({title, cases: own, ...pointsOf(own)}));
}

/** Returns the stages that are worth a column each. All submissions have the same; one alone says what the sum says. */
export function stageTitles(submissions: Submissions): string[] {
  const first = submissions.at(0);
  const titles = first === undefined ? [] : stagesOf(first).map(({title}) => title);
  return titles.length > 1 ? titles : [];
}

/** Returns whether some case could not be checked, through no fault of the program: the sum is no mark. */
export function isIncomplete({cases}: Pick<SubmissionMarks, 'cases'>): boolean {
  return cases.some(({verdict}) => verdict === 'could-not-check');
}

/** What a case is for, and where that stands: `range beats count (handout 2.1)`; null if its suite does not say. */
export function purposeOf({about, section}: Pick<CaseMarks, 'about' | 'section'>): string | null {
  if (about === null) return section;
  return section === null ? about : `${about} (${section})`;
}
